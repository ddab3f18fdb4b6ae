"""The shape of records of version 2: what is read, what is refused, and the published schema."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from functools import cache

import jsonschema
import msgspec
import pytest

from adjudicator.match.record import v1
from adjudicator.match.record.bad_record import BadRecord
from adjudicator.match.record.chain import chain_entry
from adjudicator.match.record.record import Holder, PauseValues, Record, Salt, dump_record, load_record
from adjudicator.match.record.record_schema import PUBLISHED
from adjudicator.match.record.v1.chain import first_digest
from adjudicator.match.record.v1.record import ErasedRecord
from testkit.engines.shafts_matches import play_match
from tests.match.course.woven_matches import WOVEN, woven_egyptos


@cache
def validator() -> jsonschema.Draft202012Validator:
    schema = json.loads(PUBLISHED.read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@pytest.mark.parametrize("woven", WOVEN.values(), ids=WOVEN.keys())
def test_records_are_valid_by_the_published_schema(woven: Callable[[], Record]) -> None:
    validator().validate(json.loads(dump_record(woven())))


def test_an_erased_record_is_valid_by_the_published_schema() -> None:
    record = play_match()
    erased = ErasedRecord("adjudicator-erased", 1, first_digest(record.header), record)
    validator().validate(json.loads(msgspec.json.encode(erased)))


def test_the_schema_tells_the_kinds_of_entries_apart() -> None:
    plain = json.loads(dump_record(woven_egyptos()))
    plain["entries"][0]["kind"] = "undo"
    assert not validator().is_valid(plain)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('"n": 1,', '"n": 0,', r"`\$.entries\[0\].n`"),
        ('"n": 1,', "", r"`\$.entries\[0\]`"),
        ('"kind": "undo"', '"kind": "whim"', "whim"),
        ('"forced": ', '"why": 1, "forced": ', "unknown field `why`"),
        ('"how": "letter"', '"how": "pigeon"', r"`\$.entries\[\d\].values.how`"),
        ('"by": "host"', '"by": "guest"', r".by`"),
        ('"undo": "ask"', '"undo": "often"', r"`\$.undo`"),
        ('"press": "all"', '"Press": "all"', "header.terms"),
        ('"press": "all"', '"press": "für alle"', "header.terms"),
        ('"press": "all"', '"press": "all\\n"', r"not printable ASCII - at `\$.header`"),
        ('"grace": 24', '"grace": 9007199254740992', r"too large - at `\$.header`"),
        ('"grace": 24', '"grace": 24.5', "header.terms"),
        ('"n": 1,', '"n": 1.0,', r"got `float` - at `\$.entries\[0\].n`"),
        ('"grace": 24', '"grace": 24, "grace": 24', "has the key 'grace' twice"),
        ('"2027-01-04T13:00:00Z"', '"2027-01-04T13:00:00+00:00"', r"one right way - at `\$.entries\[0\]`"),
        ('"2027-01-04T13:00:00Z"', '"2027-01-04T13:00:00.5Z"', r"one right way - at `\$.entries\[0\]`"),
        ('"2027-01-04T13:00:00Z"', '"2027-01-04T13:00:00"', r"`\$.entries\[0\].at`"),
        ('"until": null', '"until": null, "agreed": []', r"one right way - at `\$.entries"),
        ('"kind": "person",', '"kind": "house",', "a holder of kind house has an id"),
        ('"from": "letter"', '"from": "none"', "a salt from none is"),
        ('"salt": "', '"salt": "A', "salt"),
    ],
)
def test_a_record_of_the_wrong_shape_is_refused_with_the_place(old: str, new: str, sentence: str) -> None:
    text = dump_record(woven_egyptos()).decode()
    assert old in text
    with pytest.raises(BadRecord, match=f"right shape: .*{sentence}"):
        load_record(text.replace(old, new, 1))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "this is no JSON"),
        ("[]", "this is no record of a match"),
        ('{"header": {"format": "chess", "version": 2}}', "format is 'chess', not 'adjudicator-record'"),
        (
            '{"header": {"format": "adjudicator-record", "version": 3}}',
            "version 3; this program reads versions 1 and 2",
        ),
        ('{"header": {"format": "adjudicator-record", "version": 2}}', "right shape"),
        ('{"header": {"format": "adjudicator-record", "version": 2}, "deal": ' + "[" * 100_000, "this is no JSON"),
    ],
)
def test_what_is_no_record_is_refused_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BadRecord, match=sentence):
        load_record(text)


def test_a_record_of_version_1_is_read_as_one() -> None:
    record = play_match()
    assert load_record(dump_record(record)) == record
    assert isinstance(record, v1.record.Record)


def test_moments_are_cut_to_seconds_and_told_in_universal_time() -> None:
    there = timezone(timedelta(hours=9))
    entry = chain_entry("0" * 64, 1, 0, datetime(2027, 1, 4, 21, 0, 0, 999_999, there), PauseValues(None, (1,)))
    assert msgspec.to_builtins(entry)["at"] == "2027-01-04T12:00:00Z"


def test_a_holder_and_a_salt_are_whole() -> None:
    with pytest.raises(ValueError, match="a holder of kind person has no id"):
        Holder("person")
    with pytest.raises(ValueError, match="a salt from word is ''"):
        Salt("word", "")
