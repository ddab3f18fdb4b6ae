"""Records that earlier versions wrote must verify for ever: a rules key is never reused."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.engines.registry import engines
from adjudicator.match.course.verify import verify_published
from adjudicator.match.record.record import Record
from adjudicator.match.record.record import dump_record as dump_any_record
from adjudicator.match.record.record import load_record as load_any_record
from adjudicator.match.record.v1.record import dump_record, load_record
from adjudicator.match.record.v1.verify import verify_record

RECORDS = sorted((Path(__file__).parents[2] / "records").glob("*.json"))
OF_VERSION_2 = sorted((Path(__file__).parents[2] / "records" / "version-2").glob("*.json"))


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


@pytest.mark.parametrize("path", OF_VERSION_2, ids=lambda path: path.name)
def test_a_record_of_version_2_verifies_and_is_written_as_it_was(path: Path) -> None:
    record = load_any_record(path.read_bytes())
    assert isinstance(record, Record)
    assert verify_published(record) == []
    assert dump_any_record(record) == path.read_bytes()


def test_every_game_has_a_record_of_each_version() -> None:
    assert [path.name for path in OF_VERSION_2] == [path.name for path in RECORDS]
