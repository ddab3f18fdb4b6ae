from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from adjudicator.engines.contract import Dealer, Note, Options
from adjudicator.match.record.bad_record import BadRecord
from adjudicator.match.record.v1 import match_end
from adjudicator.match.record.v1.chain import first_digest, record_end, record_step
from adjudicator.match.record.v1.match_end import Ending
from adjudicator.match.record.v1.record import Record, dump_record, load_record, published_record
from adjudicator.match.record.v1.replay import ReplayError, replay_record
from adjudicator.match.record.v1.verify import verify_record
from testkit.engines.shafts import SHAFTS, Shafts
from testkit.engines.shafts_matches import play_match

MATCH = play_match(7, 3)


def found(record: Record) -> list[str]:
    return [str(difference) for difference in verify_record(record, SHAFTS)]


def rechained(record: Record) -> Record:
    """Forge all digests anew, as somebody would who changes a record with care."""
    digest, steps = first_digest(record.header), []
    for old in record.steps:
        steps.append(record_step(digest, old.n, old.turn, old.seat, old.step, forced=old.forced, at=old.at))
        digest = steps[-1].digest
    if record.end is None:
        return replace(record, steps=tuple(steps))
    end = record.end
    again = record_end(digest, Ending(end.kind, end.reason, end.places, end.scores, end.seat), end.at)
    return replace(record, steps=tuple(steps), end=again)


def altered(record: Record, number: int, **fields: Any) -> Record:
    steps = list(record.steps)
    steps[number - 1] = replace(steps[number - 1], **fields)
    return replace(record, steps=tuple(steps))


@given(st.integers(0, 2**64), st.integers(2, 4), st.sampled_from(["plain", "long"]))
def test_a_true_record_has_no_differences(number: int, seats: int, preset: str) -> None:
    record = play_match(number, seats, preset)
    assert found(record) == []
    assert found(load_record(dump_record(record))) == []


@pytest.mark.parametrize(
    "finish",
    [
        match_end.end_by_resignation(1, 2),
        match_end.end_by_claim(0, 2),
        match_end.end_by_agreement(2),
        match_end.end_by_cancelling("The server closes"),
    ],
)
def test_a_match_that_people_ended_has_no_differences(finish: Ending) -> None:
    assert found(play_match(stop_after=4, finish=finish)) == []


def test_of_a_running_match_the_chain_is_checked() -> None:
    running = published_record(play_match(stop_after=4))
    assert found(running) == []
    assert found(altered(running, 3, step="end")) == ["step 3: digest differs"]


def leaves(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    inner = [leaf for key, item in items for leaf in leaves(item, (*path, key))]
    return [*([path] if path else []), *inner]


PLAIN = msgspec.json.decode(dump_record(MATCH))
ANY_VALUE = (
    st.none()
    | st.booleans()
    | st.integers(-3, 30)
    | st.floats(0, 3)
    | st.text(max_size=5)
    | st.sampled_from([0, 1, True, "0" * 64, "2026-11-26T12:00:00Z", "dig 1", "dig 2", "end", "rules", [], {}, [1], ""])
)


@given(st.sampled_from(leaves(PLAIN)), ANY_VALUE)
def test_any_change_of_any_field_is_found(path: tuple[str | int, ...], value: Any) -> None:
    plain = msgspec.json.decode(dump_record(MATCH))
    holder = plain
    for key in path[:-1]:
        holder = holder[key]
    unchanged = msgspec.json.encode(holder[path[-1]]) == msgspec.json.encode(value)
    holder[path[-1]] = value
    try:
        record = load_record(msgspec.json.encode(plain))
    except BadRecord:
        return
    assert record == MATCH if unchanged or (record == MATCH and same_value(record)) else found(record)


def same_value(record: Record) -> bool:
    """Other spellings of one value (1.0 for 1) are read as that value, except inside the deal, which has no types."""
    return msgspec.json.encode(record.deal) == msgspec.json.encode(MATCH.deal)


@given(st.sampled_from([path for path in leaves(PLAIN) if isinstance(path[-1], int)]), st.booleans())
def test_anything_left_out_or_said_twice_is_found(path: tuple[str | int, ...], twice: bool) -> None:
    plain = msgspec.json.decode(dump_record(MATCH))
    holder = plain
    for key in path[:-1]:
        holder = holder[key]
    index = int(path[-1])
    holder[index : index + 1] = [holder[index]] * (2 if twice else 0)
    assert found(load_record(msgspec.json.encode(plain)))


def test_differences_are_named_in_words() -> None:
    record = altered(MATCH, 2, turn=9, seat=0 if MATCH.steps[1].seat else 1, forced=not MATCH.steps[1].forced)
    assert found(record) == [
        "step 2: digest differs",
        f"step 2: it belongs to turn {MATCH.steps[1].turn}, not 9",
        f"step 2: seat {MATCH.steps[1].seat} was to move, not {record.steps[1].seat}",
        "step 2: it was one of several legal steps, so forced is false",
    ]


def test_an_illegal_step_is_found_behind_forged_digests() -> None:
    (difference,) = verify_record(rechained(altered(MATCH, 3, step="dig 9")), SHAFTS)
    assert str(difference) == "step 3: dig 9 is not legal"
    assert difference.reason is not None
    assert difference.reason.key == "shafts.not_now"


def test_a_step_in_other_words_is_not_canonical() -> None:
    number = next(step.n for step in MATCH.steps if step.step.startswith("dig"))
    lenient = MATCH.steps[number - 1].step.replace("dig", "graben")
    assert found(rechained(altered(MATCH, number, step=lenient))) == [
        f"step {number}: {lenient} is not in canonical form"
    ]


@pytest.mark.parametrize(
    ("change", "difference"),
    [
        ({"seed": "ff" * 16}, "seed: it is not the one that the commitment fixed"),
        ({"seed": "ff"}, "seed: it has 1 bytes, fewer than 16"),
        ({"seed": None}, "seed: missing, although the match is over"),
        ({"deal": None}, "deal: missing, although the match is over"),
        ({"deal": {"first": 0, "shafts": [["1"], [], []]}}, "deal: it does not follow from the seed"),
        ({"deal": {}}, "deal: nothing can be laid out from the deal: 'shafts'"),
        ({"end": None}, "end: missing, although the seed or the deal is given away"),
        ({"end": None}, "end: missing, although the rules ended the match"),
        ({"steps": MATCH.steps[:-1]}, "end: it is said to follow from the rules, but by them the match goes on"),
        ({"steps": (*MATCH.steps, MATCH.steps[0])}, f"step 1: {MATCH.steps[0].step} was played after the end"),
    ],
)
def test_what_stands_around_the_steps_is_checked(change: dict[str, Any], difference: str) -> None:
    assert difference in found(replace(MATCH, **change))


@pytest.mark.parametrize(
    ("change", "difference"),
    [
        ({"rules": "shafts/2"}, "header: its rules are shafts/2, those of the engine shafts/1"),
        ({"options": {"acts": 3}}, "header: not every option is written out"),
        ({"options": {"acts": 9, "target": 99}}, "header: option acts=9: expected one of 1..3"),
        ({"seats": MATCH.header.seats[:1]}, "header: Shafts is not played at 1 seats"),
    ],
)
def test_a_header_that_the_rules_do_not_admit_is_found(change: dict[str, Any], difference: str) -> None:
    assert difference in found(replace(MATCH, header=replace(MATCH.header, **change)))


@pytest.mark.parametrize(
    ("finish", "change", "difference"),
    [
        (match_end.end_by_resignation(1, 2), {"places": (2, 1)}, "end: places should be (1, 2), not (2, 1)"),
        (match_end.end_by_resignation(1, 2), {"seat": None}, "end: it is resigned, but names no seat"),
        (match_end.end_by_claim(1, 2), {"seat": 5}, "end: there is no seat 5 among 2"),
        (match_end.end_by_agreement(2), {"reason": "bored"}, "end: reason should be 'agreed', not 'bored'"),
    ],
)
def test_an_end_that_people_made_is_checked_too(finish: Ending, change: dict[str, Any], difference: str) -> None:
    record = play_match(stop_after=4, finish=finish)
    assert record.end
    assert found(rechained(replace(record, end=replace(record.end, **change)))) == [difference]


def test_an_end_by_people_after_the_rules_ended_the_match_is_found() -> None:
    forged = record_end(MATCH.steps[-1].digest, match_end.end_by_resignation(0, 3), MATCH.steps[-1].at)
    assert found(replace(MATCH, end=forged)) == ["end: it is resigned, although the rules ended the match"]


def test_rules_that_are_not_installed_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adjudicator.engines.registry.engines", dict)
    assert [str(difference) for difference in verify_record(MATCH)] == ["header: no engine for shafts/1 is installed"]


def test_a_deal_from_parts_that_are_not_here_is_a_difference_and_the_rest_is_checked() -> None:
    class Torn(Shafts):
        def deal(self, options: Options, seats: int, dealer: Dealer) -> dict[str, Any]:
            raise ValueError("the cards of another club are not installed")

    torn = "deal: it cannot be dealt again: the cards of another club are not installed"
    assert [str(difference) for difference in verify_record(MATCH, Torn())] == [torn]
    forged = rechained(altered(MATCH, 3, step="dig 9"))
    assert [str(difference) for difference in verify_record(forged, Torn())] == [torn, "step 3: dig 9 is not legal"]


def test_replay_gives_every_position_with_its_step_and_notes() -> None:
    positions = list(replay_record(MATCH, SHAFTS))
    assert [replayed.step for replayed in positions] == [None, *MATCH.steps]
    assert positions[0].notes == ()
    assert all(isinstance(replayed.notes[0], Note) for replayed in positions[1:])
    assert [replayed.forced for replayed in positions[1:]] == [step.forced for step in MATCH.steps]
    assert SHAFTS.outcome(positions[-1].position)


def test_replay_stops_at_a_step_that_cannot_be_played() -> None:
    with pytest.raises(ReplayError, match="step 2: nonsense is not legal"):
        list(replay_record(altered(MATCH, 2, step="nonsense"), SHAFTS))


def test_a_record_without_a_deal_cannot_be_replayed() -> None:
    with pytest.raises(BadRecord, match="the match is not over"):
        list(replay_record(published_record(play_match(stop_after=2)), SHAFTS))
