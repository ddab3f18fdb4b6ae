"""The record of a match in the database: its header, one row for each entry, and the texts that entries seal.

A match keeps the version of the record that it began with. Version 1 has steps only; in version 2 steps and acts share
one number and one chain. These functions write and read the rows; `match_rows` and the services of seats, clocks and
hosts decide what is written.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, cast

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator.codec import Codec
from adjudicator.engines.contract import Note, Revealed
from adjudicator.match.course.course import Course
from adjudicator.match.match_terms import complete_terms, level_term
from adjudicator.match.record import chain
from adjudicator.match.record.record import (
    HOUSE,
    AnyRecord,
    By,
    Entry,
    Header,
    Holder,
    How,
    Opening,
    Record,
    Salt,
    SeatHeader,
    StepValues,
    Use,
    Values,
    canonical,
    whole_second,
)
from adjudicator.match.record.sealing import SEAL_SALT_BYTES, digest_seed, seal_text
from adjudicator.match.record.v1 import chain as chain_v1
from adjudicator.match.record.v1 import record as record_v1
from adjudicator.match.rulings.table import Played
from adjudicator.match.timekeeping.terms import write_terms
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.states import EntryKind
from adjudicator.store.tables import EntryRow, Match, Participant, Player, Seat
from adjudicator.store.tables import Opening as OpeningRow

HEADER: Codec[Header] = Codec(Header)
OPENING: Codec[Opening] = Codec(Opening)
VERSION_1 = 1
VERSION_2 = 2
OWN_UNDO = "match.undone"
"""The note of an undo within the running turn, which goes on under the next number."""
_SaltSource = Literal["word", "letter", "none"]


@dataclass(frozen=True, slots=True)
class Arrival:
    """How orders came, for the record (rules R2 and R9)."""

    how: How
    at: datetime
    """When the letter or the form was accepted; for the house player, when it played."""
    late: bool = False
    """Whether they came in the days of grace."""


@dataclass(frozen=True, slots=True)
class Act:
    """Something that people or hosts do to a match besides playing."""

    by: By
    values: Values
    at: datetime | None = None
    """When its letter was accepted; None for an act of the server, which counts as of now."""
    notes: tuple[Note, ...] = ()
    """They tell it to the players."""


def write_header(work: UnitOfWork, match: Match) -> None:
    """Fix the header of a match that begins, seal its players' names, and begin its chain."""
    seats = [SeatHeader(_first_holder(work, match, seat)) for seat in match.seats]
    salts = [Salt(cast("_SaltSource", seat.salt_from or "none"), seat.salt) for seat in match.seats]
    header = Header.of(
        match=match.code,
        rules=match.rules,
        options=match.options,
        terms=complete_terms({**_time_terms(match), **match.people_terms, **_levels(match)}, len(match.seats)),
        seats=seats,
        asked=match.asked_at or match.created_at,
        seed_digest=digest_seed(match.code, match.seed),
        salts=salts,
        commitment=match.commitment,
        started=match.started_at or match.created_at,
    )
    match.record_version = VERSION_2
    match.header = canonical(header)
    match.chain = match.first_digest = chain.first_digest(header)


def _time_terms(match: Match) -> dict[str, str | int]:
    """Write the terms of time as they are written in `new`."""
    terms = match.terms
    if terms is None:
        return {"time": f"{match.days}d" if match.days else "none"}
    return dict(write_terms(terms))


def _levels(match: Match) -> dict[str, str | int]:
    """Write the levels of the seats that the house has, as far as they differ from the match's: `house_2`."""
    usual = match.terms.house if match.terms else None
    return {level_term(seat.number): seat.level for seat in match.seats if seat.level and seat.level is not usual}


def _first_holder(work: UnitOfWork, match: Match, seat: Seat) -> Holder:
    if seat.player is None:
        return HOUSE
    return seat_person(work, match, seat.number, seat.player, since=0)


def seat_person(work: UnitOfWork, match: Match, seat: int, player: Player, *, since: int) -> Holder:
    """Record that a person sits down with entry `since`; return them as the record names them.

    A person has one commitment within a match, so that coming back can be seen, and another one in each match.
    """
    before = select(Participant).where(Participant.match_id == match.id, Participant.player_id == player.id)
    known = work.session.scalars(before.limit(1)).first()
    name = known.name if known else player.name
    holder = known.holder if known else seal(work, match, "name", name)
    work.session.add(
        Participant(match_id=match.id, seat=seat, player_id=player.id, holder=holder, name=name, since_entry=since)
    )
    return Holder("person", holder)


def seal(work: UnitOfWork, match: Match, use: Use, text: str, *, withheld: bool = False) -> str:
    """Seal a text in somebody's own words: keep it beside the record, and return its commitment."""
    salt = secrets.token_bytes(SEAL_SALT_BYTES)
    commitment = seal_text(use, salt, text)
    work.session.add(
        OpeningRow(match_id=match.id, commitment=commitment, use=use, text=text, salt=salt.hex(), withheld=withheld)
    )
    return commitment


def add_steps(match: Match, played: Sequence[Played], arrival: Arrival, now: datetime) -> list[EntryRow]:
    """Chain steps to the record; return their rows. Steps that the server played have the moment of judging."""
    return [_add_step(match, one, arrival, now) for one in played]


def _add_step(match: Match, one: Played, arrival: Arrival, now: datetime) -> EntryRow:
    match.entry_count += 1
    row = EntryRow(
        match_id=match.id,
        n=match.entry_count,
        kind=EntryKind.STEP,
        turn=one.turn,
        seat=one.seat,
        role="",
        step=one.step,
        forced=one.forced,
        how="",
        late=False,
        revealed="none",
        notes=msgspec.to_builtins(one.notes),
    )
    if match.record_version == VERSION_1:
        step = chain_v1.record_step(match.chain, row.n, one.turn, one.seat, one.step, forced=one.forced, at=now)
        row.at, row.digest = now, step.digest
    else:
        by_server = one.forced and not one.order
        row.how = "forced" if by_server else _how(one, arrival)
        row.late = arrival.late and not by_server
        row.revealed = one.revealed
        row.at = whole_second(now if by_server else arrival.at)
        row.digest = chain.chain_entry(match.chain, row.n, one.seat, row.at, _step_values(row)).digest
    match.chain = row.digest
    return row


def _how(one: Played, arrival: Arrival) -> How:
    """Tell how a step came: a step that nobody ordered beside those of a letter or a plan comes from a habit."""
    return "habit" if not one.order and arrival.how in ("letter", "page", "plan") else arrival.how


def add_act(work: UnitOfWork, match: Match, act: Act) -> EntryRow:
    """Chain an act to the record of a match of version 2."""
    if match.record_version == VERSION_1:
        raise ValueError(f"the record of {match.code} is of version 1, which has no acts")
    match.entry_count += 1
    entry = chain.chain_entry(match.chain, match.entry_count, act.by, act.at or work.now, act.values)
    match.chain = entry.digest
    row = EntryRow(
        match_id=match.id,
        n=entry.n,
        kind=EntryKind(entry.kind),
        turn=match.turn,
        seat=act.by if isinstance(act.by, int) else None,
        role="" if isinstance(act.by, int) else act.by,
        step="",
        forced=False,
        how="",
        late=False,
        revealed="none",
        values=msgspec.to_builtins(act.values),
        at=entry.at,
        digest=entry.digest,
        notes=msgspec.to_builtins(act.notes),
    )
    work.session.add(row)
    return row


def first_number_of_turn(session: Session, match: Match) -> int:
    """Find the number with which the running turn began: each undo within it has given it the next one."""
    undos = select(EntryRow.turn, EntryRow.notes).where(EntryRow.match_id == match.id, EntryRow.kind == EntryKind.UNDO)
    own = {turn for turn, notes in session.execute(undos) if any(note["key"] == OWN_UNDO for note in notes)}
    number = match.turn
    while number - 1 in own:
        number -= 1
    return number


def header_of(match: Match) -> Header:
    """Read the header of a record of version 2."""
    return HEADER.read(match.header or b"")


def course_of(match: Match) -> Course:
    """Follow the course of a match with a record of version 2 through all its entries."""
    return Course(header_of(match).seats, tuple(map(entry_of, match.entries)))


def header_digest(match: Match) -> str:
    """Return the digest that begins the chain of a match."""
    if match.header is not None:
        return chain.first_digest(header_of(match))
    if match.first_digest is not None:  # a name was erased, so the header cannot be built any more
        return match.first_digest
    return chain_v1.first_digest(header_v1(match))


def header_v1(match: Match) -> record_v1.Header:
    """Build the header of a record of version 1 from the facts that were fixed when the match began."""
    return record_v1.Header.of(
        match=match.code,
        rules=match.rules,
        options=match.options,
        seats=[record_v1.Holder(seat.called or seat.name, seat.house) for seat in match.seats],
        salts=[seat.salt for seat in match.seats],
        commitment=match.commitment,
        started=match.started_at or match.created_at,
    )


def full_record(match: Match) -> AnyRecord:
    """Read the whole record of a match with its secrets: publish only the part that `published_record` leaves."""
    if match.header is None:
        return _record_v1(match)
    return Record(
        header=header_of(match),
        entries=tuple(map(entry_of, match.entries)),
        openings={
            row.commitment: OPENING.convert({"use": row.use, "text": row.text, "salt": row.salt})
            for row in sorted(match.openings, key=lambda row: row.commitment)
            if not row.withheld
        },
        seed=match.seed.hex(),
        deal=match.deal,
    )


def entry_of(row: EntryRow) -> Entry:
    """Read an entry of version 2 back from its row."""
    values = msgspec.to_builtins(_step_values(row)) if row.kind is EntryKind.STEP else row.values
    by = cast("By", row.role) if row.seat is None else row.seat
    return chain.restore_entry(row.kind.value, row.n, by, row.at, values, row.digest)


def _step_values(row: EntryRow) -> StepValues:
    return StepValues(
        turn=row.turn,
        step=row.step,
        how=cast("How", row.how),
        forced=row.forced,
        late=row.late,
        revealed=Revealed(row.revealed),
    )


def _record_v1(match: Match) -> record_v1.Record:
    end = match.end
    return record_v1.Record(
        header=header_v1(match),
        steps=tuple(
            record_v1.RecordedStep(row.n, row.turn, row.mover, row.step, row.forced, row.at, row.digest)
            for row in match.entries
        ),
        end=None if end is None else record_v1.RECORDED_END.convert(msgspec.to_builtins(end)),
        seed=match.seed.hex(),
        deal=match.deal,
    )
