"""A match's rows: taking it up under its lock, keeping what was played, ending it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Protocol, cast

import msgspec
from sqlalchemy import Row, bindparam, select
from sqlalchemy.orm import Session, joinedload, object_session

from adjudicator.codec import shape_of
from adjudicator.engines.contract import AnyEngine, Note, Value
from adjudicator.engines.registry import engine_for
from adjudicator.match import match_end
from adjudicator.match.chain import first_digest, record_end, record_step
from adjudicator.match.clock import Clock, Deadline
from adjudicator.match.match_end import Ending
from adjudicator.match.record import Header, Holder
from adjudicator.match.seat_names import distinct_names
from adjudicator.match.seeded_dealer import SeededDealer, commitment
from adjudicator.match.table import AnyTable, Played, Table, open_table
from adjudicator.services.job_queue import Job
from adjudicator.services.players import clock_stops
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match, Press, Seat, StepRow, StoredNote

TWO = 2
"""A match of two ends when one of them leaves it."""

# Put together once, as every letter asks (see `intake`).
_LOCKED = (
    select(Match)
    .where(Match.code == bindparam("code"))
    .options(joinedload(Match.seats))
    .with_for_update(of=Match)
    .execution_options(populate_existing=True)
)
_PRESS_SINCE = (
    select(Press.seat, Press.text)
    .where(Press.match_id == bindparam("match"), Press.at >= bindparam("since"))
    .order_by(Press.id)
)


@dataclass(frozen=True)  # without slots: what was listed once is kept beside the fields
class LoadedMatch:
    """A match in hand: its row, its engine, and the table as it stands."""

    match: Match
    engine: AnyEngine
    table: AnyTable
    fresh: tuple[StepRow, ...] = ()
    """The steps that were played just now, as they are written in the same transaction."""

    @cached_property
    def orders(self) -> tuple[str, ...]:
        """Every legal step as it is written."""
        return self.table.legal_orders

    @cached_property
    def press(self) -> Sequence[Row[int, str]]:
        """What the players have written to each other since the turn began: from which seat, and the text."""
        match, session = self.match, object_session(self.match)
        asked = {"match": match.id, "since": match.since}
        return session.connection().execute(_PRESS_SINCE, asked).all() if session else ()


def find_match(session: Session, code: str) -> Match | None:
    """Look a match up by its code, in whatever case it is written."""
    return session.scalars(select(Match).where(Match.code == code.strip().upper())).one_or_none()


def lock_match(session: Session, code: str) -> Match | None:
    """Look a match up and keep everybody else from changing it until the transaction ends."""
    return session.scalars(_LOCKED, {"code": code.strip().upper()}).unique().one_or_none()


def load_match(match: Match) -> LoadedMatch:
    """Set up the table of a match from its kept position, which costs the same at every step."""
    engine = engine_for(match.rules)
    position = shape_of(engine.position_type).read(match.position or b"")
    return LoadedMatch(match, engine, Table(engine, position, match.turn, closed=match.state is not MatchState.RUNNING))


def record_header(match: Match) -> Header:
    """Write down what was fixed when the match began."""
    return Header.of(
        match=match.code,
        rules=match.rules,
        options=match.options,
        seats=[Holder(seat.called or seat.name, seat.house) for seat in match.seats],
        salts=[seat.salt for seat in match.seats],
        commitment=match.commitment,
        started=match.started_at or match.created_at,
    )


def begin_match(work: UnitOfWork, match: Match) -> None:
    """Deal, set up, and play the opening decisions that leave no choice."""
    engine = engine_for(match.rules)
    salts = [seat.salt for seat in match.seats]
    match.state = MatchState.RUNNING
    match.started_at = work.now
    for seat, name in zip(match.seats, names_by_seat(match), strict=True):
        seat.called = name
    match.commitment = commitment(match.seed, salts)
    deal = engine.deal(match.options, len(salts), SeededDealer(match.seed, salts))
    match.deal = dict(deal)
    match.chain = first_digest(record_header(match))
    table, opening = open_table(engine, match.options, len(salts), deal)
    save_steps(work, match, table, opening)


def save_steps(work: UnitOfWork, match: Match, table: AnyTable, played: Sequence[Played]) -> tuple[StepRow, ...]:
    """Append what was played, keep the position, and start the next turn's time or end the match; return the rows."""
    at = max(work.now, match.since or work.now)
    steps = [_step(match, one, at) for one in played]
    work.session.add_all(steps)
    match.position = msgspec.json.encode(table.position)
    match.to_move = table.engine.to_move(table.position)
    if match.turn != table.turn:
        match.turn = table.turn
        _start_time(match, at)
    outcome = table.engine.outcome(table.position)
    if outcome is not None:
        finish_match(match, match_end.end_by_rules(outcome), at)
    awaited = match.seats[match.to_move] if match.to_move is not None else None
    match.house_to_move = awaited is not None and awaited.by_house
    match.awaited_id = awaited.player_id if awaited and not awaited.by_house else None
    if match.house_to_move:
        work.enqueue(Job.HOUSE, match.id)
    return tuple(steps)


def _step(match: Match, one: Played, at: datetime) -> StepRow:
    """Chain a step to the one before it, and fill in its row."""
    match.step_count += 1
    entry = record_step(match.chain, match.step_count, one.turn, one.seat, one.step, forced=one.forced, at=at)
    match.chain = entry.digest
    return StepRow(
        match_id=match.id,
        n=entry.n,
        turn=entry.turn,
        seat=entry.seat,
        step=entry.step,
        forced=entry.forced,
        at=at,
        digest=entry.digest,
        notes=msgspec.to_builtins(one.notes),
    )


def finish_match(match: Match, how: Ending, now: datetime) -> None:
    """Close a match for good."""
    at = max(now, match.since or now)
    entry = record_end(match.chain, how, at)
    match.chain = entry.digest
    match.end = entry
    match.state = MatchState.FINISHED
    match.finished_at = at
    clock_stops.clear_stop(match, at)
    match.to_move = match.awaited_id = None
    match.house_to_move = False
    match.due_at = match.remind_at = match.overdue_at = None


def leave_seat(work: UnitOfWork, match: Match, seat: Seat) -> None:
    """Let the house player play on for a seat whose player resigned, while the others stay."""
    seat.resigned_at = work.now
    if match.to_move == seat.number:
        let_bot_play(work, match)


def let_bot_play(work: UnitOfWork, match: Match) -> None:
    """Let the house player play what is left of the present turn, which has no time then."""
    clock_stops.clear_stop(match, work.now)
    match.house_to_move = True
    match.awaited_id = None
    match.due_at = match.remind_at = match.overdue_at = None
    work.enqueue(Job.HOUSE, match.id)


def others_play_on(match: Match, seat: Seat) -> bool:
    """Tell whether the match goes on without a seat's player: three or more began it, and another person is left."""
    return len(match.seats) > TWO and any(
        other.player_id is not None and not other.by_house for other in match.seats if other is not seat
    )


def deadline_of(match: Match) -> Deadline:
    """Tell when the present turn began and when it ends."""
    return Deadline(match.since or match.created_at, match.due_at)


def grant_days(match: Match, days: int, now: datetime) -> None:
    """Give the one who is to move more days."""
    _set_time(match, deadline_of(match).granted(days, now), now)


class KeptStep(Protocol):
    """A step that is kept: its row, or what a bare statement reads of it."""

    @property
    def n(self) -> int: ...
    @property
    def turn(self) -> int: ...
    @property
    def seat(self) -> int: ...
    @property
    def step(self) -> str: ...
    @property
    def forced(self) -> bool: ...
    @property
    def notes(self) -> list[StoredNote]: ...


def notes_of(row: KeptStep) -> list[Note]:
    """Read back what a step led to."""
    return [_note(kept) for kept in row.notes]


def _note(kept: StoredNote) -> Note:
    audience = kept["audience"]
    values = tuple((name, _value(value)) for name, value in kept["values"])
    return Note(kept["key"], values, None if audience is None else frozenset(audience))


def _value(kept: object) -> Value:
    """Make tuples of JSON's lists again, as deep as they go."""
    return tuple(map(_value, kept)) if isinstance(kept, list) else cast("Value", kept)


def seat_of(match: Match, player_id: int | None) -> Seat | None:
    """Find where a player sits."""
    if player_id is None:
        return None
    return next((seat for seat in match.seats if seat.player_id == player_id), None)


def names_by_seat(match: Match) -> tuple[str, ...]:
    """List what the players are called, by seat."""
    return distinct_names([seat.own_name for seat in match.seats])


def _start_time(match: Match, now: datetime) -> None:
    awaited = match.seats[match.to_move] if match.to_move is not None else None
    days = None if awaited is None or awaited.by_house else match.days
    before = Deadline(match.since, match.due_at) if match.since else None
    _set_time(match, Clock(days).start(now, before), now)
    if awaited is not None and not awaited.by_house and clock_stops.stop_reason(awaited, now):
        clock_stops.stop_clock(match, awaited, now)


def _set_time(match: Match, time: Deadline, now: datetime) -> None:
    match.since = time.since
    match.due_at = time.due
    match.remind_at = time.reminder
    match.overdue_at = None
    match.outage_id = None
    clock_stops.clear_stop(match, now)
