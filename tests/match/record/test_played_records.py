"""Records that were made by play through the services are replayed by every version, for ever.

The files are never changed and never made again; a list has their digests. `testkit.record_harvest` makes new ones.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from adjudicator.match.course.verify import verify_published
from adjudicator.match.record.record import load_published
from testkit.record_kinds import kinds_of, required_kinds

RECORDS = Path(__file__).parents[2] / "records"
PLAYED = RECORDS / "played"
LISTED = dict(line.split("  ")[::-1] for line in (PLAYED / "SHA256SUMS").read_text().splitlines())


def test_the_kept_files_are_those_of_the_list() -> None:
    found = {path.name: sha256(path.read_bytes()).hexdigest() for path in PLAYED.glob("*.json")}
    assert found == LISTED
    assert len(found) >= 60


@pytest.mark.parametrize("name", LISTED)
def test_a_match_is_dealt_and_played_again_as_it_was(name: str) -> None:
    text = (PLAYED / name).read_bytes()
    record = load_published(text)
    assert verify_published(record) == []
    assert msgspec.json.format(msgspec.json.encode(record), indent=1) + b"\n" == text


def test_there_is_a_record_of_every_kind_of_thing() -> None:
    kinds = set[str]().union(*(kinds_of(load_published(path.read_bytes())) for path in RECORDS.rglob("*.json")))
    assert not required_kinds() - kinds, "no kept record has these: see testkit.record_harvest"
