"""Verifies a record: deals again from its seed, plays every step again, and recomputes every digest."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from adjudicator.engines.contract import BadOption, Deal, Engine, P, S, View
from adjudicator.engines.registry import engine_for
from adjudicator.match.dealing.seeded_dealer import SHORTEST_SEED, commitment
from adjudicator.match.record.bad_record import BadRecord
from adjudicator.match.record.difference import Difference
from adjudicator.match.record.v1 import match_end
from adjudicator.match.record.v1.chain import first_digest, next_digest
from adjudicator.match.record.v1.match_end import Ending, Kind
from adjudicator.match.record.v1.record import Record, RecordedEnd
from adjudicator.match.record.v1.replay import Replayed, ReplayError, redeal, replay_record
from adjudicator.match.rulings.table import Table


def verify_record(
    record: Record, engine: Engine[P, S, View] | None = None, first: str | None = None, *, published: bool = True
) -> list[Difference]:
    """List the contradictions, in the order of the record.

    While a match runs the deal of a `published` one is secret, so only the chain of digests is checked. `first`: the
    digest of the header before names were erased from it; else the header must have its own.
    """
    first = first or first_digest(record.header)
    if engine is not None:
        return _differences(record, engine, first, published=published)
    try:
        return _differences(record, engine_for(record.header.rules), first, published=published)
    except KeyError:
        missing = Difference("header", f"no engine for {record.header.rules} is installed")
        return [*_chain(record, first), *_secrecy(record), missing]


def _differences(record: Record, engine: Engine[P, S, View], first: str, *, published: bool) -> list[Difference]:
    found = [*_chain(record, first), *(_secrecy(record) if published else ())]
    wrong = list(_header(record, engine))
    if wrong or record.seed is None or record.deal is None:
        return [*wrong, *found]
    return [*_dealing(record, engine), *found, *_playing(record, engine)]


def _header(record: Record, engine: Engine[P, S, View]) -> Iterator[Difference]:
    header, rules = record.header, engine.rules
    if header.rules != rules.key:
        yield Difference("header", f"its rules are {header.rules}, those of the engine {rules.key}")
    if len(header.seats) not in rules.seats:
        yield Difference("header", f"{rules.title} is not played at {len(header.seats)} seats")
    try:
        if rules.complete(header.options) != header.options:
            yield Difference("header", "not every option is written out")
    except BadOption as error:
        yield Difference("header", f"option {error}")


def _chain(record: Record, first: str) -> Iterator[Difference]:
    """Check each digest against the recorded one before it, so that one change is reported only once."""
    digest = first
    for number, step in enumerate(record.steps, 1):
        if step.n != number:
            yield Difference(f"step {number}", f"its number is {step.n}")
        if step.digest != next_digest(digest, step):
            yield Difference(f"step {number}", "digest differs")
        digest = step.digest
    if record.end and record.end.digest != next_digest(digest, record.end):
        yield Difference("end", "digest differs")


def _secrecy(record: Record) -> Iterator[Difference]:
    if record.end is None:
        if record.seed is not None or record.deal is not None:
            yield Difference("end", "missing, although the seed or the deal is given away")
        return
    if record.seed is None:
        yield Difference("seed", "missing, although the match is over")
    if record.deal is None:
        yield Difference("deal", "missing, although the match is over")


def _dealing(record: Record, engine: Engine[P, S, View]) -> Iterator[Difference]:
    seed = bytes.fromhex(record.seed or "")
    if len(seed) < SHORTEST_SEED:
        yield Difference("seed", f"it has {len(seed)} bytes, fewer than {SHORTEST_SEED}")
        return
    if commitment(seed, record.header.salts) != record.header.commitment:
        yield Difference("seed", "it is not the one that the commitment fixed")
    try:
        dealt = redeal(record.header, seed, engine)
    except ValueError as error:
        yield Difference("deal", f"it cannot be dealt again: {error}")
        return
    if _text(dealt) != _text(record.deal):
        yield Difference("deal", "it does not follow from the seed")


def _playing(record: Record, engine: Engine[P, S, View]) -> Iterator[Difference]:
    table: Table[P, S] | None = None
    try:
        for replayed in replay_record(record, engine):
            if table is not None:
                yield from _step(table, replayed)
            table = replayed.table
    except ReplayError as error:
        yield Difference(f"step {error.n}", error.sentence, error.reason)
        return
    except BadRecord as error:
        yield Difference("deal", str(error))
        return
    if table is not None:
        yield from _end(record, table)


def _step(before: Table[P, S], replayed: Replayed[P, S]) -> Iterator[Difference]:
    step = replayed.step
    if step is None:
        return
    where = f"step {step.n}"
    if step.turn != before.turn:
        yield Difference(where, f"it belongs to turn {before.turn}, not {step.turn}")
    if step.seat != before.to_move:
        yield Difference(where, f"seat {before.to_move} was to move, not {step.seat}")
    if step.forced != replayed.forced:
        only = "the only legal step" if replayed.forced else "one of several legal steps"
        yield Difference(where, f"it was {only}, so forced is {str(replayed.forced).lower()}")


def _end(record: Record, table: Table[P, S]) -> Iterator[Difference]:
    outcome = table.outcome
    if record.end is None:
        if outcome is not None:
            yield Difference("end", "missing, although the rules ended the match")
        return
    if record.end.kind is not Kind.RULES and outcome is not None:
        yield Difference("end", f"it is {record.end.kind}, although the rules ended the match")
        return
    try:
        right = match_end.end_by_rules(outcome) if outcome else _by_people(record.end, len(record.header.seats))
    except ValueError as error:
        yield Difference("end", str(error))
        return
    for name in ("reason", "places", "scores", "seat"):
        written, expected = getattr(record.end, name), getattr(right, name)
        if _text(written) != _text(expected):
            yield Difference("end", f"{name} should be {expected!r}, not {written!r}")


def _by_people(end: RecordedEnd, seats: int) -> Ending:
    """Build the end that the players' decision must lead to. Raises `ValueError`."""
    match end.kind, end.seat:
        case Kind.RESIGNED, int(seat):
            return match_end.end_by_resignation(seat, seats)
        case Kind.CLAIMED, int(seat):
            return match_end.end_by_claim(seat, seats)
        case Kind.AGREED, _:
            return match_end.end_by_agreement(seats)
        case Kind.CANCELLED, _:
            return match_end.end_by_cancelling(end.reason)
        case Kind.RULES, _:
            raise ValueError("it is said to follow from the rules, but by them the match goes on")
    raise ValueError(f"it is {end.kind}, but names no seat")


def _text(value: Deal | object) -> bytes:
    """Encode a value for comparison: as Python values, 1, 1.0 and True would be equal."""
    return msgspec.json.encode(value, order="sorted")
