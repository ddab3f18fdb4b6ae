"""Records that earlier versions wrote must verify for ever: a rules key is never reused."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.engines.registry import engines
from adjudicator.match.record_v1.record import dump_record, load_record
from adjudicator.match.record_v1.verify import verify_record

RECORDS = sorted((Path(__file__).parents[1] / "records").glob("*.json"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name)
def test_a_record_of_an_earlier_version_is_dealt_and_played_again_to_every_digest(path: Path) -> None:
    record = load_record(path.read_bytes())
    assert record.steps
    assert record.end is not None
    assert verify_record(record) == []


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name)
def test_a_record_of_an_earlier_version_is_written_as_it_was(path: Path) -> None:
    assert dump_record(load_record(path.read_bytes())) == path.read_bytes()


def test_every_rules_key_has_a_record_that_holds_it_to_its_word() -> None:
    kept = {load_record(path.read_bytes()).header.rules for path in RECORDS}
    ours = {key for key, engine in engines().items() if engine.rules.home == "adjudicator"}
    assert ours <= kept
