"""Records of version 2 verify, and any change of them is found, be the chain forged anew or not."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import cache
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from adjudicator.engines.egyptos import ENGINE as EGYPTOS
from adjudicator.match.course.places import Ending
from adjudicator.match.course.replay import ReplayError, replay_record
from adjudicator.match.course.verify import names_withheld, verify_record
from adjudicator.match.record.bad_record import BadRecord
from adjudicator.match.record.chain import chain_entry, first_digest
from adjudicator.match.record.record import (
    HOUSE,
    MENDABLE,
    NOBODY,
    Record,
    UndoValues,
    dump_record,
    load_record,
    published_record,
)
from testkit.engines.shafts import SHAFTS
from testkit.match_writer import STARTED, MatchWriter
from tests.match.course.woven_matches import WOVEN, woven_cheops, woven_egyptos, woven_pharao

GAMES = pytest.mark.parametrize("woven", WOVEN.values(), ids=WOVEN.keys())


def found(record: Record) -> list[str]:
    return [str(difference) for difference in verify_record(record)]


def rechained(record: Record) -> Record:
    """Forge all digests anew, as somebody would who changes a record with care."""
    digest, entries = first_digest(record.header), []
    for old in record.entries:
        entries.append(chain_entry(digest, old.n, old.by, old.at, old.values))
        digest = entries[-1].digest
    return replace(record, entries=tuple(entries))


def changed(record: Record, n: int, **values: Any) -> Record:
    """Change values of entry `n`, and forge the chain anew."""
    entries = list(record.entries)
    entries[n - 1] = replace(entries[n - 1], values=replace(entries[n - 1].values, **values))
    return rechained(replace(record, entries=tuple(entries)))


@GAMES
def test_a_true_record_has_no_differences(woven: Callable[[], Record]) -> None:
    record = woven()
    assert found(record) == []
    read = load_record(dump_record(record))
    assert read == record
    assert isinstance(read, Record)
    assert found(read) == []


@GAMES
def test_a_running_match_verifies_after_each_entry_as_it_is_published(woven: Callable[[], Record]) -> None:
    record = woven()
    for n in range(0, len(record.entries), 3):
        cut = replace(record, entries=record.entries[:n], openings={})
        running = published_record(cut, record.header.started)
        assert found(running) == [], n


@cache
def plain(game: str) -> bytes:
    return dump_record(WOVEN[game]())


def leaves(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    inner = [leaf for key, item in items for leaf in leaves(item, (*path, key))]
    return [*([path] if path else []), *inner]


ANY_VALUE = (
    st.none()
    | st.booleans()
    | st.integers(-3, 30)
    | st.floats(0, 3)
    | st.text(max_size=5)
    | st.sampled_from(["0" * 64, "2027-01-04T12:00:00Z", "house", "person", "resigned", "great", [], {}, [1], [0, 1]])
)


@given(st.data(), st.sampled_from(sorted(WOVEN)))
def test_any_change_of_any_value_is_found(data: st.DataObject, game: str) -> None:
    whole = msgspec.json.decode(plain(game))
    path = data.draw(st.sampled_from(leaves(whole)))
    value = data.draw(ANY_VALUE)
    holder = whole
    for key in path[:-1]:
        holder = holder[key]
    if msgspec.json.encode(holder[path[-1]]) == msgspec.json.encode(value):
        return
    holder[path[-1]] = value
    try:
        record = load_record(msgspec.json.encode(whole))
    except BadRecord:
        return
    assert isinstance(record, Record)
    # To take back all openings is to erase: that is no fault.
    assert found(record) or (path == ("openings",) and value == {} and names_withheld(record))


def number(record: Record, kind: str, which: int = 0) -> int:
    return [entry.n for entry in record.entries if entry.kind == kind][which]


def by(record: Record, n: int, whom: int | str) -> Record:
    entries = list(record.entries)
    entries[n - 1] = replace(entries[n - 1], by=whom)
    return rechained(replace(record, entries=tuple(entries)))


FORGED: list[tuple[Callable[[], Record], str, int, dict[str, Any], str]] = [
    (woven_egyptos, "step", 1, {"turn": 9}, "it belongs to turn 2, not 9"),
    (woven_egyptos, "step", 1, {"forced": True}, "it was one of several legal steps, so forced is false"),
    (woven_egyptos, "step", 1, {"revealed": "small"}, "what came to light is none, not small"),
    (woven_egyptos, "step", 1, {"step": "Z99"}, "Z99 is not legal"),
    (woven_egyptos, "step", 1, {"step": "#" + "0" * 64}, "it is a sealed step, and no game has any yet"),
    (woven_egyptos, "step", 1, {"how": "player"}, "names are not hidden, so it must tell how it came"),
    (woven_egyptos, "step", 1, {"how": "forced"}, "it came as the only legal step, but is said not to be"),
    (woven_egyptos, "step", 1, {"how": "ruling"}, "it came not by the ruling"),
    (woven_egyptos, "undo", 0, {"agreed": ()}, "seats 0 must agree, not none"),
    (woven_egyptos, "undo", 0, {"to": 5}, "this cannot be taken back: nothing"),
    (woven_egyptos, "pause", 0, {"agreed": ()}, "seats 0 must agree or be silent, not none"),
    (woven_egyptos, "pause", 1, {"because": None}, "the host gives no reason"),
    (woven_egyptos, "pause", 1, {"silent": (0,)}, "nobody is asked about this"),
    (woven_egyptos, "extend", 0, {"seats": (1, 0)}, "seats 1, 0 do not stand in order"),
    (woven_egyptos, "extend", 0, {"seats": (0, 2)}, "there is no seat 2"),
    (woven_egyptos, "extend", 0, {"seats": ()}, "nobody gets more time"),
    (woven_egyptos, "ruling", 0, {"known": (1,)}, "what is known came to light in entries none, not 1"),
    (woven_egyptos, "ruling", 0, {"to": 5}, "no step 6 stands that another could be played for"),
    (woven_egyptos, "ruling", 1, {"about": 99}, "it is about entry 99, which is not before it"),
    (woven_egyptos, "ruling", 1, {"to": 1}, "to uphold changes nothing on the board"),
    (woven_egyptos, "end", 0, {"places": (1, 2)}, "places should be [2,1], not [1,2]"),
    (woven_egyptos, "end", 0, {"scores": (1, 2)}, "scores should be [], not [1,2]"),
    (woven_egyptos, "end", 0, {"seat": None}, "the match does not end by 0 with the cause resigned"),
    (woven_egyptos, "end", 1, {"agreed": (0,)}, "seats 0 are said to have agreed"),
    (woven_egyptos, "end", 1, {"cause": "rules"}, "the rules do not end the match"),
    (woven_egyptos, "end", 2, {"places": (1, 3)}, "1, 3 are no places for 2 seats"),
    (woven_cheops, "step", 1, {"how": "letter"}, "names are hidden, so it may not tell that it came by letter"),
    (woven_cheops, "seat", 0, {"why": "late"}, "a seat is not late by 0"),
    (woven_cheops, "seat", 0, {"until": STARTED}, "a substitute has an end, and nobody else"),
    (woven_cheops, "seat", 0, {"agreed": (1,)}, "nobody is asked about this"),
    (woven_cheops, "seat", 1, {"silent": (1,)}, "seats 1 are said to have been asked"),
    (woven_cheops, "seat", 1, {"seat": 1}, "seat 1 is not vacant"),
    (woven_cheops, "seat", 1, {"holder": HOUSE}, "a person must sit down, not a house"),
    (woven_cheops, "seat", 2, {"agreed": (), "silent": (0, 3)}, "two persons must want to expel somebody"),
    (woven_cheops, "seat", 2, {"silent": ()}, "seats 0, 3 must agree or be silent, not 0"),
    (woven_cheops, "seat", 2, {"holder": NOBODY}, "then house sits there, not a nobody"),
    (woven_cheops, "end", -1, {"scores": (1, 2, 3, 4)}, "scores should be"),
    (woven_cheops, "end", -1, {"reason": "time"}, "reason should be"),
    (woven_cheops, "end", -1, {"people": ()}, "people should be"),
    (woven_pharao, "seat", 0, {"why": "bounced", "holder": HOUSE}, "then nobody sits there, not a house"),
    (woven_pharao, "ruling", 0, {"known": ()}, "what is known came to light in entries"),
    (woven_pharao, "end", -1, {"seat": 0}, "nobody sits at seat 0"),
]


@pytest.mark.parametrize(("woven", "kind", "which", "values", "sentence"), FORGED)
def test_a_wrong_entry_is_named_behind_forged_digests(
    woven: Callable[[], Record], kind: str, which: int, values: dict[str, Any], sentence: str
) -> None:
    record = woven()
    n = number(record, kind, which)
    forged = [text for text in found(changed(record, n, **values)) if text.startswith("entry")]
    assert any(f"entry {n}: {sentence}" in text for text in forged), forged
    # What follows a wrong entry is not checked: it would be wrong for the same reason.
    assert {text.partition(":")[0] for text in forged} == {f"entry {n}"}


@pytest.mark.parametrize(
    ("woven", "kind", "which", "whom", "sentence"),
    [
        (woven_egyptos, "step", 1, "host", "a step is a seat's, not the host's"),
        (woven_egyptos, "step", 1, 5, "there is no seat 5"),
        (woven_egyptos, "undo", 0, "server", "only a person takes steps back"),
        (woven_egyptos, "pause", 1, "server", "the server pauses nothing"),
        (woven_egyptos, "extend", 0, 0, "a player extends nothing"),
        (woven_egyptos, "grant", 0, "server", "server is no person in this match"),
        (woven_egyptos, "ruling", 0, "server", "only a host or a director rules"),
        (woven_egyptos, "end", 0, 1, "the match does not end by 1 with the cause resigned"),
        (woven_cheops, "seat", 1, 0, "a seat is not takeover by 0"),
    ],
)
def test_an_entry_by_somebody_else_is_named(
    woven: Callable[[], Record], kind: str, which: int, whom: int | str, sentence: str
) -> None:
    n = number(woven(), kind, which)
    assert f"entry {n}: {sentence}" in found(by(woven(), n, whom))


def turn_of_shafts(acts: int, undo: str = "ask") -> MatchWriter[Any, Any]:
    """Begin a match with some acts of its first turn, which has three."""
    match = MatchWriter(SHAFTS, ["Anna", "Bob"], options={"acts": 3, "target": 99}, terms={"undo": undo})
    for shaft in range(1, acts + 1):
        match.play(f"shore {shaft}")
    return match


def test_nobody_is_asked_about_steps_of_a_turn_that_runs() -> None:
    match = turn_of_shafts(2)
    mover = match.to_move or 0
    match.undo_own(mover)
    match.play("shore 3")
    assert match.replay.course.line() == (4,)
    match.end(Ending("resigned", mover), by=mover)
    assert verify_record(match.record(), SHAFTS) == []


@pytest.mark.parametrize(
    ("undo", "told"),
    [
        ("ask", ["entry 4: the turn of seat {} is over, so the others must agree"]),
        ("free", []),
        ("never", ["entry 4: this cannot be taken back: never"]),
    ],
)
def test_the_others_are_asked_about_a_turn_that_is_over(undo: str, told: list[str]) -> None:
    match = turn_of_shafts(3, undo)
    mover = int(match.replay.course.step(1).by)
    match.enter(mover, UndoValues(0, ()))
    match.end(Ending("resigned", mover), by=mover)
    found = [str(fault) for fault in verify_record(match.record(), SHAFTS)]
    assert [fault for fault in found if fault.startswith("entry 4")] == [one.format(mover) for one in told]


def test_a_correction_plays_all_that_can_be_played_again() -> None:
    record = woven_egyptos()
    n = number(record, "ruling")
    again = [entry.n for entry in record.entries[n:] if entry.kind == "step"][:3]
    short = rechained(replace(record, entries=record.entries[: again[1] - 1]))
    (missing,) = [text for text in found(short) if text.startswith("entry")]
    assert missing.startswith(f"entry {again[1]}: missing: ")
    alone = rechained(replace(record, entries=record.entries[:n]))
    assert f"entry {n + 1}: the corrected step is missing" in found(alone)


def test_an_end_by_rules_follows_at_once() -> None:
    record = woven_cheops()
    unfinished = replace(record, entries=record.entries[:-1])
    assert f"entry {len(record.entries)}: missing: the rules ended the match" in found(unfinished)


@pytest.mark.parametrize(
    ("fields", "difference"),
    [
        ({"seed": None}, "seed: missing, although the match is over"),
        ({"deal": None}, "deal: missing, although the match is over"),
        ({"seed": None, "deal": None}, "seed: missing with the deal, although the match is over"),
        ({"seed": "00" * 15 + "08"}, "seed: it is not the one that was fixed when the match was asked for"),
        ({"seed": "00" * 15 + "08"}, "seed: it is not the one that the commitment fixed"),
        ({"seed": "00"}, "seed: it has 1 bytes, fewer than 16"),
        ({"deal": {}}, "deal: it does not follow from the seed"),
    ],
)
def test_seed_and_deal_must_be_there_and_fit(fields: dict[str, Any], difference: str) -> None:
    assert difference in found(replace(woven_cheops(), **fields))


def test_a_running_match_gives_nothing_away() -> None:
    record = woven_cheops()
    differences = found(replace(record, entries=record.entries[:5]))
    assert "seed: given away with the deal, although the match goes on" in differences
    assert sum(text.endswith("it tells a name, although names are hidden") for text in differences) == 8


def test_after_an_end_by_time_nothing_is_given_away_for_a_week() -> None:
    record = woven_pharao()
    end = record.entries[-1].at
    early = published_record(record, end + MENDABLE - timedelta(seconds=1))
    assert (early.seed, early.deal) == (None, None)
    assert found(early) == []
    assert published_record(record, end + MENDABLE) == record
    at_once = woven_cheops()
    assert published_record(at_once, at_once.entries[-1].at) == at_once


def test_a_name_can_be_erased_but_not_exchanged() -> None:
    record = woven_egyptos()
    (name,) = [digest for digest, opening in record.openings.items() if opening.text == "Anna"]
    erased = replace(record, openings={key: text for key, text in record.openings.items() if key != name})
    assert (found(erased), names_withheld(erased)) == ([], 1)
    other = replace(record, openings={**record.openings, name: replace(record.openings[name], text="Eve")})
    assert found(other) == [f"opening {name[:8]}: its text and salt have another digest"]
    stray = replace(record, openings={**record.openings, **MatchWriter(EGYPTOS, ["Eve", "Bob"]).openings})
    assert len(found(stray)) == 1
    assert "nothing in the record is sealed by it as a name" in found(stray)[0]


def test_rules_without_an_engine_are_told() -> None:
    record = woven_egyptos()
    unknown = rechained(replace(record, header=replace(record.header, rules="go/1")))
    assert found(unknown) == ["header: no engine for go/1 is installed"]


def test_a_record_without_a_deal_or_with_a_wrong_entry_cannot_be_replayed() -> None:
    with pytest.raises(BadRecord, match="the match is not over"):
        replay_record(replace(woven_egyptos(), deal=None), EGYPTOS)
    with pytest.raises(BadRecord, match="nothing can be laid out from the deal"):
        replay_record(replace(woven_egyptos(), deal={}), EGYPTOS)
    with pytest.raises(ReplayError, match="entry 2: Z99 is not legal"):
        replay_record(changed(woven_egyptos(), 2, step="Z99"), EGYPTOS)
