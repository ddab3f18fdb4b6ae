"""Verifies a record: its digests, its openings, who may do what, and the match dealt and played again from the seed.

Without the deal, while a match runs, or without an engine, all is checked that needs neither. A wrong entry ends the
checking of what follows it; the chain is checked to its end.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic

import msgspec

from adjudicator.engines.contract import AnyEngine, BadOption, Engine, P, S, StepError, View
from adjudicator.engines.registry import engine_for
from adjudicator.match.course.correction import play_instead
from adjudicator.match.course.course import PLAYERS, Course
from adjudicator.match.course.entry_rules import EntryRules
from adjudicator.match.course.places import Ending, end_values
from adjudicator.match.course.replay import Replay, ReplayError, deal_again
from adjudicator.match.dealing.seeded_dealer import SHORTEST_SEED, commitment
from adjudicator.match.record.bad_record import BadRecord
from adjudicator.match.record.chain import first_digest, next_digest
from adjudicator.match.record.difference import Difference
from adjudicator.match.record.record import (
    AnyRecord,
    ClaimEntry,
    EndEntry,
    Entry,
    Published,
    Record,
    RulingEntry,
    SeatEntry,
    StepEntry,
    UndoEntry,
    Use,
    read_terms,
    standing_end,
)
from adjudicator.match.record.sealing import digest_seed, seal_text
from adjudicator.match.record.v1 import verify as version_1
from adjudicator.match.record.v1.record import ErasedRecord
from adjudicator.match.rulings.table import Played


def verify_published(record: Published) -> list[Difference]:
    """List the contradictions of a record of either version, with the engine that is installed for its rules."""
    if isinstance(record, Record):
        return verify_record(record)
    if isinstance(record, ErasedRecord):
        return version_1.verify_record(record.record, first=record.first)
    return version_1.verify_record(record)


def verify_stored(record: AnyRecord) -> list[Difference]:
    """List the contradictions of a record as an installation keeps it: complete, also while its match runs."""
    if isinstance(record, Record):
        return verify_record(record, published=False)
    return version_1.verify_record(record, published=False)


def verify_record(
    record: Record, engine: Engine[P, S, View] | None = None, *, published: bool = True
) -> list[Difference]:
    """List the contradictions, in the order of the record. A `published` one keeps its secrets until the end."""
    if engine is not None:
        return _differences(record, engine, published=published)
    try:
        found: AnyEngine = engine_for(record.header.rules)
    except KeyError:
        missing = Difference("header", f"no engine for {record.header.rules} is installed")
        return [missing, *_without_rules(record, published=published), *_entries_alone(record, secrets=None)]
    return _differences(record, found, published=published)


def names_withheld(record: Record) -> int:
    """Count the people whose names are sealed and not opened."""
    return len({digest for digest, use in _sealed(record) if use == "name"} - record.openings.keys())


def _differences(record: Record, engine: Engine[P, S, View], *, published: bool) -> list[Difference]:
    found = [*_header(record, engine), *_without_rules(record, published=published)]
    if any(difference.where == "header" for difference in found):
        return found
    if record.seed is None or record.deal is None:
        return [*found, *_entries_alone(record, secrets=engine.rules.secrets)]
    return [*found, *_dealing(record, engine), *_playing(record, engine)]


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


def _without_rules(record: Record, *, published: bool) -> Iterator[Difference]:
    yield from _people_at_the_start(record)
    yield from _chain(record)
    yield from _openings(record)
    if published:
        yield from _secrecy(record)
    yield from _seed(record)


def _people_at_the_start(record: Record) -> Iterator[Difference]:
    header = record.header
    if len(header.salts) != len(header.seats):
        yield Difference("header", f"it has {len(header.salts)} salts for {len(header.seats)} seats")
    for number, seat in enumerate(header.seats):
        if seat.holder.kind == "nobody":
            yield Difference("header", f"nobody sits at seat {number}")
    ids = [seat.holder.id for seat in header.seats if seat.holder.id]
    if len(set(ids)) != len(ids):
        yield Difference("header", "somebody has two seats")
    hidden = read_terms(header).names == "hidden"
    if any(bool(seat.alias) != hidden for seat in header.seats):
        yield Difference("header", f"names are {'hidden' if hidden else 'shown'}, and the aliases do not fit")
    for number, salt in enumerate(header.salts[: len(header.seats)]):
        if salt.salt and header.seats[number].holder.kind not in PLAYERS:
            yield Difference("header", f"nobody sits at seat {number} who could give a salt")


def _chain(record: Record) -> Iterator[Difference]:
    """Check each digest against the recorded one before it, so that one change is reported only once."""
    digest = first_digest(record.header)
    for number, entry in enumerate(record.entries, 1):
        if entry.n != number:
            yield Difference(f"entry {number}", f"its number is {entry.n}")
        if entry.digest != next_digest(digest, entry):
            yield Difference(f"entry {number}", "digest differs")
        digest = entry.digest


def _openings(record: Record) -> Iterator[Difference]:
    sealed = set(_sealed(record))
    for digest, opening in record.openings.items():
        where = f"opening {digest[:8]}"
        if seal_text(opening.use, bytes.fromhex(opening.salt), opening.text) != digest:
            yield Difference(where, "its text and salt have another digest")
        if (digest, opening.use) not in sealed:
            yield Difference(where, f"nothing in the record is sealed by it as a {opening.use}")


def _sealed(record: Record) -> Iterator[tuple[str, Use]]:
    """List the commitments in a record, and the purpose of each."""
    for seat in record.header.seats:
        if seat.holder.id:
            yield seat.holder.id, "name"
    for entry in record.entries:
        if isinstance(entry, SeatEntry) and entry.values.holder.id:
            yield entry.values.holder.id, "name"
        if isinstance(entry, StepEntry) and entry.values.step.startswith("#"):
            yield entry.values.step[1:], "step"
        if because := getattr(entry.values, "because", None):
            yield because, "reason"


def _secrecy(record: Record) -> Iterator[Difference]:
    end = standing_end(record.entries)
    if end is None:
        if read_terms(record.header).names == "hidden":
            for digest, opening in record.openings.items():
                if opening.use == "name":
                    yield Difference(f"opening {digest[:8]}", "it tells a name, although names are hidden")
        if record.seed is not None or record.deal is not None:
            yield Difference("seed", "given away with the deal, although the match goes on")
    elif (record.seed is None) != (record.deal is None):
        yield Difference("seed" if record.seed is None else "deal", "missing, although the match is over")
    # After an end by time the host can still open the match again, so for a week nothing is given away.
    elif record.seed is None and end.values.cause != "time":
        yield Difference("seed", "missing with the deal, although the match is over")


def _seed(record: Record) -> Iterator[Difference]:
    if record.seed is None:
        return
    header, seed = record.header, bytes.fromhex(record.seed)
    if len(seed) < SHORTEST_SEED:
        yield Difference("seed", f"it has {len(seed)} bytes, fewer than {SHORTEST_SEED}")
    if digest_seed(header.match, seed) != header.seed_digest:
        yield Difference("seed", "it is not the one that was fixed when the match was asked for")
    if commitment(seed, [salt.salt for salt in header.salts]) != header.commitment:
        yield Difference("seed", "it is not the one that the commitment fixed")


def _dealing(record: Record, engine: Engine[P, S, View]) -> Iterator[Difference]:
    header = record.header
    salts = [salt.salt for salt in header.salts]
    seed = bytes.fromhex(record.seed or "")
    try:
        dealt = deal_again(engine, header.options, len(header.seats), seed, salts)
    except ValueError as error:
        yield Difference("deal", f"it cannot be dealt again: {error}")
        return
    if _text(dealt) != _text(record.deal):
        yield Difference("deal", "it does not follow from the seed")


def _entries_alone(record: Record, *, secrets: bool | None) -> Iterator[Difference]:
    """Check the entries without the board."""
    course, rules = Course(record.header.seats), EntryRules(read_terms(record.header), secrets)
    for entry in record.entries:
        wrong = [Difference(f"entry {entry.n}", fault) for fault in rules.faults(course, entry)]
        yield from wrong
        if wrong:
            return
        try:
            course.add(entry)
        except ValueError as error:
            yield Difference(f"entry {entry.n}", str(error))
            return


def _playing(record: Record, engine: Engine[P, S, View]) -> Iterator[Difference]:
    try:
        game = _Game(record, engine)
    except BadRecord as error:
        yield Difference("deal", str(error))
        return
    for entry in record.entries:
        wrong = list(game.check(entry))
        yield from wrong
        if wrong:
            return
    yield from game.unfinished()


class _Game(Generic[P, S]):
    """A record that is being played again."""

    def __init__(self, record: Record, engine: Engine[P, S, View]) -> None:
        self._record = record
        self._rules = EntryRules(read_terms(record.header), engine.rules.secrets)
        self._replay = Replay(engine, record.header, record.deal or {})
        self._owed: list[Played] = []
        """The steps that must follow, because a ruling plays them again."""

    def check(self, entry: Entry) -> Iterator[Difference]:
        """Check an entry, and go on by it if it is right."""
        where = f"entry {entry.n}"
        faults = [*self._rules.faults(self._replay.course, entry), *self._on_the_board(entry)]
        if faults:
            yield from (Difference(where, fault) for fault in faults)
            return
        try:
            owed = self._owed_behind(entry)
            self._replay.enter(entry)
        except ReplayError as error:
            yield Difference(f"entry {error.n}", error.sentence, error.reason)
            return
        self._owed = owed
        if isinstance(entry, StepEntry):
            yield from (Difference(where, fault) for fault in self._step_done(entry))

    def unfinished(self) -> Iterator[Difference]:
        """Yield a difference if an entry is missing behind the last one."""
        where = f"entry {self._replay.course.n + 1}"
        if self._owed:
            yield Difference(where, f"missing: {self._owed[0].step} must be played again")
        elif self._replay.table.outcome is not None and not self._replay.table.closed:
            yield Difference(where, "missing: the rules ended the match")

    def _on_the_board(self, entry: Entry) -> Iterator[str]:
        table = self._replay.table
        if self._owed and not isinstance(entry, StepEntry):
            yield f"{self._owed[0].step} must be played again first"
        over = table.outcome is not None and not table.closed
        match entry:
            case StepEntry():
                yield from self._step(entry)
            case UndoEntry() if entry.by != table.to_move and self._rules.within_turn(self._replay.course, entry):
                yield f"the turn of seat {entry.by} is over, so the others must agree"
            case ClaimEntry() if entry.values.seat != table.to_move:
                yield f"seat {entry.values.seat} is not to move"
            case EndEntry():
                if over != (entry.values.cause == "rules"):
                    yield f"the rules {'ended' if over else 'do not end'} the match"
                else:
                    yield from self._result(entry)
            case _:
                if over:
                    yield "the rules ended the match, so its end must follow"

    def _step(self, entry: StepEntry) -> Iterator[str]:
        table, values = self._replay.table, entry.values
        if table.to_move is None:
            yield f"{values.step} was played after the end"
            return
        if values.turn != table.turn:
            yield f"it belongs to turn {table.turn}, not {values.turn}"
        if entry.by != table.to_move:
            yield f"seat {table.to_move} was to move, not {entry.by}"
        if bool(self._owed) != (values.how == "ruling"):
            yield f"it came {'by' if self._owed else 'not by'} the ruling"
        elif self._owed and values.step != self._owed[0].step:
            yield f"{self._owed[0].step} must be played again, not {values.step}"

    def _step_done(self, entry: StepEntry) -> Iterator[str]:
        played = self._replay.played[entry.n]
        if entry.values.forced != played.forced:
            only = "the only legal step" if played.forced else "one of several legal steps"
            yield f"it was {only}, so forced is {str(played.forced).lower()}"
        if entry.values.revealed != played.revealed:
            yield f"what came to light is {played.revealed}, not {entry.values.revealed}"

    def _owed_behind(self, entry: Entry) -> list[Played]:
        """List the steps that must follow an entry. Raises `ReplayError` if a ruling plays an impossible step."""
        if not isinstance(entry, RulingEntry) or entry.values.do != "play" or entry.values.to is None:
            return self._owed[1:]
        following = self._record.entries[entry.n] if entry.n < len(self._record.entries) else None
        if not isinstance(following, StepEntry):
            raise ReplayError(entry.n + 1, "the corrected step is missing")
        try:
            return list(play_instead(self._replay, entry.values.to + 1, following.values.step).played)
        except StepError as error:
            raise ReplayError(following.n, f"{following.values.step} is not legal", error.reason) from error
        except ValueError as error:
            raise ReplayError(following.n, str(error)) from error

    def _result(self, entry: EndEntry) -> Iterator[str]:
        values, course = entry.values, self._replay.course
        ending = Ending(
            cause=values.cause,
            seat=values.seat,
            outcome=self._replay.table.outcome,
            awarded=values.places if values.cause == "awarded" else (),
            agreed=values.agreed,
            because=values.because,
        )
        right = end_values(course, ending, self._replay.turns)
        for name in ("reason", "places", "scores", "people"):
            written, expected = getattr(values, name), getattr(right, name)
            if written != expected:
                yield f"{name} should be {_words(expected)}, not {_words(written)}"


def _words(value: object) -> str:
    return _text(value).decode()


def _text(value: object) -> bytes:
    """Encode a value for comparison: as Python values, 1, 1.0 and True would be equal."""
    return msgspec.json.encode(value, order="sorted")
