import json
from datetime import datetime, timedelta, timezone

import jsonschema
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.match.record.bad_record import BadRecord
from adjudicator.match.record.record_schema import PUBLISHED, schema_text
from adjudicator.match.record.v1 import match_end
from adjudicator.match.record.v1.chain import first_digest, last_digest, next_digest, record_step
from adjudicator.match.record.v1.record import Header, dump_record, load_record, published_record
from testkit.engines.shafts_matches import START, play_match


@given(st.integers(0, 2**64), st.integers(2, 4))
def test_a_record_is_read_back_as_it_was_written(number: int, seats: int) -> None:
    record = play_match(number, seats)
    assert load_record(dump_record(record)) == record


def test_a_running_match_keeps_its_seed_and_deal_to_itself() -> None:
    running = play_match(stop_after=3)
    assert running.seed
    assert running.deal
    text = dump_record(running)
    assert running.seed.encode() not in text
    assert b'shafts":' not in text
    assert load_record(text) == published_record(running)
    assert (published_record(running).seed, published_record(running).deal, published_record(running).steps) == (
        None,
        None,
        running.steps,
    )


def test_a_match_that_is_over_gives_its_seed_and_deal_away() -> None:
    over = play_match(stop_after=3, finish=match_end.end_by_resignation(0, 2))
    assert load_record(dump_record(over)).seed == over.seed
    assert load_record(dump_record(over)).deal == over.deal


def test_the_published_schema_is_the_generated_one() -> None:
    assert PUBLISHED.read_bytes() == schema_text(), (
        "run python -m adjudicator.match.record.record_schema and review the difference"
    )


@pytest.mark.parametrize("stop_after", [0, 5, 999])
def test_records_are_valid_by_the_published_schema(stop_after: int) -> None:
    schema = json.loads(PUBLISHED.read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(json.loads(dump_record(play_match(stop_after=stop_after))), schema)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"n": 1,', '"n": 0,'),
        ('"n": 1,', '"n": "1",'),
        ('"n": 1,', ""),
        ('"forced": ', '"compelled": '),
        ('"forced": ', '"why": 1, "forced": '),
        ('"digest": "', '"digest": "A'),
        ('"seat": 0,', '"seat": -1,'),
        ('"kind": "rules"', '"kind": "whim"'),
        ('"steps": [', '"steps": [7,'),
        ('"2026-11-26T12:00:00Z"', '"2026-11-26T12:00:00"'),
    ],
)
def test_a_record_of_the_wrong_shape_is_refused_with_the_place(old: str, new: str) -> None:
    text = dump_record(play_match()).decode()
    assert old in text
    with pytest.raises(BadRecord, match=r"right shape: .*`\$"):
        load_record(text.replace(old, new, 1))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "this is no JSON"),
        ("{", "this is no JSON"),
        ("\udcff".encode("utf-8", "surrogateescape"), "this is no JSON"),
        ("[]", "this is no record of a match"),
        ("{}", "this is no record of a match"),
        ('{"header": {}}', "format is ''"),
        ('{"header": {"format": "chess"}}', "format is 'chess', not 'adjudicator-record'"),
        ('{"header": {"format": "adjudicator-record", "version": 2}}', "version 2; this program reads version 1"),
        ('{"header": {"format": ' + "[" * 100_000, "this is no"),
    ],
)
def test_what_is_no_record_is_refused_in_a_sentence(text: str | bytes, sentence: str) -> None:
    with pytest.raises(BadRecord, match=sentence):
        load_record(text)


def test_digests_are_what_the_published_recipe_gives() -> None:
    import hashlib

    record = play_match(stop_after=2)
    plain = json.loads(dump_record(record))
    text = json.dumps(plain["header"], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    digest = hashlib.sha256(text.encode()).hexdigest()
    assert digest == first_digest(record.header)
    for step in plain["steps"]:
        stated = step.pop("digest")
        text = json.dumps(step, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        digest = hashlib.sha256((digest + text).encode()).hexdigest()
        assert digest == stated
    assert digest == last_digest(record)


@given(st.text(), st.text(), st.text(min_size=1))
def test_any_text_is_digested_like_the_recipe_says(name: str, salt: str, option: str) -> None:
    import hashlib

    header = msgspec.structs.replace(play_match().header, match=name, salts=(salt,), options={option: salt})
    text = json.dumps(msgspec.to_builtins(header), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert first_digest(header) == hashlib.sha256(text.encode()).hexdigest()


def test_a_step_is_dated_in_universal_time_wherever_it_was_played() -> None:
    there = START.astimezone(timezone(timedelta(hours=9)))
    here, abroad = (record_step("0" * 64, 1, 1, 0, "end", forced=False, at=at) for at in (START, there))
    assert here.digest == abroad.digest == next_digest("0" * 64, here)
    assert abroad.at.utcoffset() == timedelta(0)


def test_a_header_writes_the_format_and_version() -> None:
    header: Header = play_match().header
    assert (header.format, header.version) == ("adjudicator-record", 1)
    assert isinstance(header.started, datetime)
