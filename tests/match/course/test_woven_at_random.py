"""Matches into which anything that is allowed is woven at random: they verify, and their results are consistent."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any, get_args

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.engines.contract import Seat
from adjudicator.match.course.course import LEAVING
from adjudicator.match.course.entry_rules import EntryRules
from adjudicator.match.course.places import Ending
from adjudicator.match.course.undo import find_last_turn, find_own_undo, undo_consent
from adjudicator.match.course.verify import verify_record
from adjudicator.match.record.chain import chain_entry
from adjudicator.match.record.record import (
    By,
    Cause,
    EndValues,
    Holder,
    Person,
    Record,
    SeatValues,
    UndoValues,
    Values,
    Why,
    load_record,
)
from testkit.engines.shafts import SHAFTS
from testkit.match_writer import STARTED, MatchWriter

ACTS = ["play"] * 4 + ["house", "seat", "seat", "undo", "rule"]
WRITERS: list[By] = [0, 1, 2, "host", "server"]


def match_of(seats: int, *, wait: bool) -> MatchWriter[Any, Any]:
    names = ["Anna", "Bob", "Carla", "house"][:seats]
    terms = {"vacant": "wait" if wait else "house", "late": "lose"}
    return MatchWriter(SHAFTS, names, options={"acts": 2, "target": 99}, terms=terms)


def holders(match: MatchWriter[Any, Any], seat: Seat, newcomer: str) -> Iterator[Holder]:
    seating = match.replay.course.seatings()[seat]
    yield from (match.holder("house"), match.holder("nobody"), seating.owner)
    yield from (match.replay.course.last_sitting(seat).holder, match.holder(newcomer))


def changes(match: MatchWriter[Any, Any], seat: Seat, why: Why, newcomer: str) -> Iterator[tuple[By, Values]]:
    """Offer a change of a seat in all ways that could be allowed."""
    for holder in holders(match, seat, newcomer):
        for by in WRITERS:
            because = match.because("because") if by == "host" or why == "expelled" else None
            until = STARTED if why == "substitute" else None
            others = [other for other in match.replay.course.others(seat) if other != by]
            agreed = tuple(others) if why == "expelled" else ()
            yield by, SeatValues(seat, holder, why, agreed=agreed, until=until, because=because)


def enter_if_allowed(match: MatchWriter[Any, Any], offers: Iterator[tuple[By, Values]]) -> None:
    rules = EntryRules(match.terms, secrets=True)
    for by, values in offers:
        entry = chain_entry("", match.n + 1, by, STARTED, values)
        if not list(rules.faults(match.replay.course, entry)):
            match.enter(by, values)
            return


def end_somehow(match: MatchWriter[Any, Any], cause: Cause) -> None:
    course = match.replay.course
    if match.to_move is None:
        match.end(Ending("rules", outcome=match.replay.table.outcome))
        return
    last = course.players()[0]
    if course.seats == 2 or course.players() == (last,):
        match.end(Ending("resigned", last), by=last)
    elif cause == "agreed" and len(course.persons()) > 1:
        match.end(Ending("agreed", agreed=course.persons()))
    elif cause == "awarded":
        places = tuple(range(1, course.seats + 1))
        match.end(Ending("awarded", awarded=places, because=match.because("why")), by="host")
    else:
        match.end(Ending("annulled", because=match.because("why")), by="director")


def weave(data: st.DataObject, match: MatchWriter[Any, Any]) -> None:
    newcomers = (f"Newcomer {number}" for number in count())
    for _ in range(data.draw(st.integers(1, 25))):
        if match.to_move is None:
            return
        course, act = (
            match.replay.course,
            data.draw(st.sampled_from(["play"] * 4 + ["house", "seat", "seat", "undo", "rule"])),
        )
        seat = data.draw(st.integers(0, course.seats - 1))
        if act in ("play", "house"):
            match.play(how="house" if act == "house" else "letter")
        elif act == "seat":
            why = data.draw(st.sampled_from(get_args(Why)))
            enter_if_allowed(match, changes(match, seat, why, next(newcomers)))
        elif act == "undo" and isinstance(find_own_undo(course, match.terms, match.to_move), int):
            match.undo_own(match.to_move)
        elif act == "undo" and (to := find_last_turn(course, seat)) is not None:
            consent = undo_consent(course, match.terms, seat, to)
            enter_if_allowed(match, iter([(seat, UndoValues(to, consent))]))
        elif act == "rule":
            match.rewind(data.draw(st.integers(0, match.n)))


@given(st.data(), st.integers(2, 4), st.booleans())
@settings(max_examples=60)
def test_whatever_is_allowed_verifies(data: st.DataObject, seats: int, wait: bool) -> None:
    match = match_of(seats, wait=wait)
    weave(data, match)
    end_somehow(match, data.draw(st.sampled_from(["agreed", "awarded", "annulled"])))
    record = match.record()
    used = [entry.values.holder.id for entry in record.entries if isinstance(entry.values, SeatValues)]
    used += [seat.holder.id for seat in record.header.seats]
    reasons = [getattr(entry.values, "because", None) for entry in record.entries]
    openings = {digest: text for digest, text in record.openings.items() if digest in (*used, *reasons)}
    record = Record(record.header, record.entries, openings, record.seed, record.deal)
    assert verify_record(record, SHAFTS) == []
    assert isinstance(load_record(msgspec.json.encode(record)), Record)
    check_result(match, record.entries[-1].values)


def check_result(match: MatchWriter[Any, Any], end: Values) -> None:
    """Check what must hold of every result, by the words of the rules."""
    assert isinstance(end, EndValues)
    left = [seat for seat, seating in enumerate(match.replay.course.seatings()) if not seating.stayed]
    if end.cause == "annulled":
        assert (end.places, [person.rank for person in end.people]) == ((), [None] * len(end.people))
        return
    assert all(place == 1 + sum(other < place for other in end.places) for place in end.places)
    if end.cause != "awarded":
        stayed = [place for seat, place in enumerate(end.places) if seat not in left and seat != end.seat]
        assert all(end.places[seat] > place for seat in left for place in stayed)
    ranked = [person for person in end.people if person.rank is not None and person.counts != "loss"]
    ranks = sorted(person.rank or 0 for person in ranked)
    assert all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks)
    assert [person.sat_down for person in end.people] == sorted(person.sat_down for person in end.people)
    for person in end.people:
        assert who_counts(match, person, end)


def who_counts(match: MatchWriter[Any, Any], person: Person, end: EndValues) -> bool:
    """Tell whether a person counts as the rules say, by looking for the entry in which they left."""
    if person.id is None:
        return person.counts == "no"
    gone: str | None = None
    if person.left == match.n:
        gone = end.cause
    elif person.left is not None:
        values = match.entries[person.left - 1].values
        assert isinstance(values, SeatValues)
        assert values.why in (*LEAVING, "handed", "seated")
        gone = values.why
    if gone == "excused":
        return person.counts == "no"
    if person.sat_down == 0:
        return person.counts == ("loss" if gone == "handed" else "full")
    return person.counts == ("no" if gone else "gain")
