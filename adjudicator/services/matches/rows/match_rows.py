"""The rows of a match: lock and load them, store steps, start and end turns, end the match.

Each change of a match is made under the lock of its row (`lock_match`), except in a draft (`inbound.optimistic`).
`begin_match` and `save_steps` write everything that follows from a step: chain digest, position, the next turn's clock,
the end, the job of the house player. Writing letters is the caller's next step: see `matches.letters`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Protocol, cast

import msgspec
from sqlalchemy import Row, bindparam, select
from sqlalchemy.orm import Session, lazyload, object_session, undefer
from sqlalchemy.orm.attributes import set_committed_value

from adjudicator.codec import codec_for
from adjudicator.engines.contract import AnyEngine, HasCompass, Note, Revealed, Value, View
from adjudicator.engines.registry import engine_for
from adjudicator.match.course.places import Ending
from adjudicator.match.dealing.seeded_dealer import SeededDealer, commitment
from adjudicator.match.match_terms import TWO
from adjudicator.match.rulings.table import AnyTable, Played, Table, open_table
from adjudicator.match.seat_names import distinct_names
from adjudicator.services.job_queue import Job
from adjudicator.services.matches.clock import match_clock
from adjudicator.services.matches.rows import record_rows
from adjudicator.services.matches.rows.match_ending import finish_match
from adjudicator.services.matches.rows.proposal_rows import told_proposals
from adjudicator.services.matches.rows.record_rows import Arrival
from adjudicator.services.matches.rows.seat_holders import Holding, list_holdings
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.states import MatchState
from adjudicator.store.tables import EntryRow, Match, Player, Press, ProposalRow, Seat, StoredNote

# Built once, as every letter to a seat executes them (see `inbound.intake`). The seats are read by a statement of their
# own, behind the lock: PostgreSQL would read a joined row as it was before a wait for the lock, and only the locked one
# as it is now. A former player's letter would find its seat unchanged. The relationship would build that statement anew
# each time, which takes longer than to execute it.
_LOCKED = (
    select(Match)
    .options(undefer(Match.header))  # the letters of a turn need it, and by itself it is a statement more
    .options(lazyload(Match.seats))
    .where(Match.code == bindparam("code"))
    .with_for_update(of=Match)
    .execution_options(populate_existing=True)
)
_SEATS = (
    select(Seat)
    .where(Seat.match_id == bindparam("match"))
    .order_by(Seat.number)
    .execution_options(populate_existing=True)
)
_PRESS_SINCE = (
    select(Press.id, Press.seat, Press.text, Press.at)
    .where(Press.match_id == bindparam("match"), Press.at >= bindparam("since"))
    .order_by(Press.id)
)
_PRESS_FOR = (
    select(Press.match_id, Press.id, Press.seat, Press.text, Press.at)
    .join(Match, Match.id == Press.match_id)
    .where(Match.state == MatchState.RUNNING, Match.awaited_id == bindparam("player"), Press.at >= Match.since)
    .order_by(Press.id)
)


@dataclass(frozen=True)  # no slots: `cached_property` needs a `__dict__`
class LoadedMatch:
    """A match's row with its engine and its table, which is decoded from the row."""

    match: Match
    engine: AnyEngine
    table: AnyTable
    fresh: tuple[EntryRow, ...] = ()
    """The steps that this transaction has played; they may not be flushed yet."""
    _views: dict[int | None, View] = field(default_factory=dict, init=False, repr=False, compare=False)

    def view(self, seat: int | None) -> View:
        """View of a seat (None: a spectator). Made once: a letter tells of it in several places."""
        if seat not in self._views:
            self._views[seat] = self.engine.view(self.table.position, seat)
        return self._views[seat]

    @cached_property
    def orders(self) -> tuple[str, ...]:
        """All legal steps in the engine's notation. Cached: receipt, letters and offers all list them."""
        return self.table.legal_orders

    @cached_property
    def press(self) -> Sequence[Row[int, int, str, datetime]]:
        """The players' messages to each other since the turn began: number, seat and text."""
        match, session = self.match, object_session(self.match)
        parameters = {"match": match.id, "since": match.since}
        return session.connection().execute(_PRESS_SINCE, parameters).all() if session else ()

    @cached_property
    def holdings(self) -> tuple[Holding, ...]:
        """Who sat where, from when on."""
        session = object_session(self.match)
        return list_holdings(session, self.match) if session else ()

    @cached_property
    def stays_known(self) -> Sequence[EntryRow]:
        """The steps that a ruling of the host took back, as far as their revelations stay known."""
        match, session = self.match, object_session(self.match)
        if not match.stays_known or session is None:
            return ()
        query = select(EntryRow).where(EntryRow.match_id == match.id, EntryRow.n.in_(match.stays_known))
        return session.scalars(query.order_by(EntryRow.n)).all()

    @cached_property
    def proposals(self) -> Sequence[ProposalRow]:
        """Proposals of the players that are not decided yet, a pause that runs, and a draw that was just refused."""
        session = object_session(self.match)
        return told_proposals(session, self.match) if session else ()


def list_press_for(session: Session, player: Player) -> Sequence[Row[int, int, int, str, datetime]]:
    """List the messages in all matches that wait for a player, since their turns began: match, number, seat, text."""
    return session.connection().execute(_PRESS_FOR, {"player": player.id}).all()


def find_match(session: Session, code: str) -> Match | None:
    """Find a match by its code, in upper or lower case."""
    return session.scalars(select(Match).where(Match.code == code.strip().upper())).one_or_none()


def lock_match(session: Session, code: str) -> Match | None:
    """Find a match and lock its row until the transaction ends. The row is read anew, not taken from the session."""
    match = session.scalars(_LOCKED, {"code": code.strip().upper()}).one_or_none()
    if match is not None:
        set_committed_value(match, "seats", [*session.scalars(_SEATS, {"match": match.id})])
    return match


def load_match(match: Match) -> LoadedMatch:
    """Decode the table of a match from its stored position; nothing is replayed."""
    engine = engine_for(match.rules)
    position = codec_for(engine.position_type).read(match.position or b"")
    return LoadedMatch(match, engine, Table(engine, position, match.turn, closed=match.state is not MatchState.RUNNING))


def load_match_for(match: Match, player: Player | None) -> LoadedMatch:
    """Load a match so that its table reads orders as a player means them."""
    loaded = load_match(match)
    if player is None or player.o_means is None or not isinstance(loaded.engine, HasCompass):
        return loaded
    engine = loaded.engine.reading_o(player.o_means)
    return LoadedMatch(match, engine, replace(loaded.table, engine=engine))


def begin_match(work: UnitOfWork, match: Match) -> None:
    """Start a match: shuffle, set up, and play the opening steps that leave no choice.

    1. Publish the commitment to the seed, which was drawn before any player gave their salt.
    2. Deal from the seed and all salts: neither we nor a player could choose the deal.
    3. Start the hash chain with the digest of the header.
    4. Play the forced steps, and start the first turn's clock (`save_steps`).
    """
    engine = engine_for(match.rules)
    salts = [seat.salt for seat in match.seats]
    match.state = MatchState.RUNNING
    match.started_at = work.now
    for seat, name in zip(match.seats, names_by_seat(match), strict=True):
        seat.called = name
    match.commitment = commitment(match.seed, salts)
    deal = engine.deal(match.options, len(salts), SeededDealer(match.seed, salts))
    match.deal = dict(deal)
    record_rows.write_header(work, match)
    table, opening = open_table(engine, match.options, len(salts), deal)
    save_steps(work, match, table, opening, Arrival("forced", work.now))


def save_steps(
    work: UnitOfWork, match: Match, table: AnyTable, played: Sequence[Played], arrival: Arrival
) -> tuple[EntryRow, ...]:
    """Store the steps that were played, and all that follows from them; return the new rows.

    1. Append a row for each step, chained to the one before.
    2. Store the new position and whose move it is.
    3. If a turn ended, start the clock of the next one.
    4. If the rules end the match, finish it.
    5. If the house player is to move, enqueue its job.

    The caller writes the letters, from the table that it passed here.
    """
    # A clock that was set back must not date a step before the beginning of its turn.
    at = max(work.now, match.since or work.now)
    steps = record_rows.add_steps(match, played, arrival, at)
    work.session.append(*steps)
    if match.stays_known:
        match.stays_known = match.stays_known[sum(row.revealed != Revealed.NONE for row in steps) :]
    match.position = msgspec.json.encode(table.position)
    before = match.seats[match.to_move] if match.to_move is not None else None
    match.to_move = table.engine.to_move(table.position)
    note_mover(work, match)
    if match.turn != table.turn:
        match.turn = table.turn
        if before is not None:
            match_clock.end_clock(match, before, arrival.at, struck=arrival.how in ("house", "skip"))
        match_clock.begin_clock(work, match, at)
    elif match.house_to_move:
        match_clock.stand_by(match)
    outcome = table.engine.outcome(table.position)
    if outcome is not None:
        finish_match(work, match, Ending("rules", outcome=outcome), "server")
    return tuple(steps)


def let_bot_play(work: UnitOfWork, match: Match) -> None:
    """Let the house player finish the present turn; nothing falls in it any more."""
    match_clock.stand_by(match)
    match.house_to_move = True
    match.awaited_id = None
    work.enqueue(Job.HOUSE, match.id)


def begin_turn_of_seat(work: UnitOfWork, match: Match, seat: Seat) -> None:
    """Begin the running turn again for who has just sat down, if it is this seat's."""
    if match.state is MatchState.RUNNING and match.to_move == seat.number:
        note_mover(work, match)
        match_clock.begin_clock(work, match, work.now)


def go_on_with_turn(work: UnitOfWork, match: Match, seat: Seat) -> None:
    """Go on with the running turn and the rest of its time, if it is this seat's: nobody gains time by leaving."""
    if match.state is MatchState.RUNNING and match.to_move == seat.number:
        note_mover(work, match)
        match_clock.continue_clock(work, match, seat)


def wait_for_seat(work: UnitOfWork, match: Match) -> None:
    """Let the running turn wait until somebody sits down at its seat, for the time of a first turn at most."""
    match.house_to_move = False
    match.awaited_id = None
    match_clock.begin_clock(work, match, work.now)


def note_mover(work: UnitOfWork, match: Match) -> None:
    """Note whose move it is: the house player's, then its job is enqueued, or a person's."""
    awaited = match.seats[match.to_move] if match.to_move is not None else None
    match.house_to_move = awaited is not None and awaited.by_house
    match.awaited_id = awaited.player_id if awaited and awaited.by_person else None
    if match.house_to_move:
        work.enqueue(Job.HOUSE, match.id)


def others_play_on(match: Match, seat: Seat) -> bool:
    """Does the match go on without this player? It does with three or more seats, if another person is left."""
    return len(match.seats) > TWO and any(other.by_person for other in match.seats if other is not seat)


class StoredEntry(Protocol):
    """A stored entry: an `EntryRow`, or a row of a bare statement."""

    @property
    def n(self) -> int: ...
    @property
    def turn(self) -> int: ...
    @property
    def seat(self) -> int | None: ...
    @property
    def step(self) -> str: ...
    @property
    def forced(self) -> bool: ...
    @property
    def how(self) -> str: ...
    @property
    def notes(self) -> list[StoredNote]: ...


def notes_of(row: StoredEntry) -> list[Note]:
    """Decode the notes of a step."""
    return list(map(read_note, row.notes))


def read_note(stored: StoredNote) -> Note:
    """Decode a note."""
    audience = stored["audience"]
    values = tuple((name, _value(value)) for name, value in stored["values"])
    return Note(stored["key"], values, None if audience is None else frozenset(audience))


def _value(stored: object) -> Value:
    """Convert JSON's lists back to tuples, recursively."""
    return tuple(map(_value, stored)) if isinstance(stored, list) else cast("Value", stored)


def seat_of(match: Match, player_id: int | None) -> Seat | None:
    """Find the seat of a player."""
    if player_id is None:
        return None
    return next((seat for seat in match.seats if seat.player_id == player_id), None)


def names_by_seat(match: Match) -> tuple[str, ...]:
    """List the names of the seats; equal names are made distinct."""
    return distinct_names([seat.own_name for seat in match.seats])
