"""Undo: the player to move takes back their choices in the turn that runs, as far as no secret came to light.

Only the board goes back. The turn gets the next number, so its letters are dead for orders (R12); but it is still the
same turn: its clock, its bank and its reminders are not touched, so nobody gains time.

The others read of it only if a letter has told them of a step that was taken back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import msgspec
from sqlalchemy import select, update

from adjudicator.engines.contract import Note
from adjudicator.engines.registry import engine_for
from adjudicator.match.course.undo import UndoFault, UndoRefused, check_undo, find_own_undo, is_own
from adjudicator.match.record.record import UndoValues, read_terms
from adjudicator.match.rulings.refusals import RefusalKey
from adjudicator.match.rulings.table import AnyTable, Table
from adjudicator.services.matches.clock.match_clock import mover_of
from adjudicator.services.matches.plans.plan_turns import drop_plans
from adjudicator.services.matches.positions.past_positions import frame_at
from adjudicator.services.matches.rows.record_rows import OWN_UNDO, VERSION_1, Act, add_act, course_of, header_of
from adjudicator.services.outbox.letter_headers import HEADERS
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.states import MatchState, OutboxState
from adjudicator.store.tables import Match, Outbox, Seat
from adjudicator.texts.language.language import Language
from adjudicator.texts.language.written_orders import write_order

UNDONE = OWN_UNDO
"""The note of an undo within a turn. Its value `told` lists the other seats to which letters told one of its steps."""
TAKEN_BACK = "match.taken_back"
"""The note of an undo beyond a turn; `told` lists all seats whose next letter tells it."""
_REFUSALS: Mapping[UndoFault, RefusalKey] = {
    UndoFault.OVER: RefusalKey.MATCH_OVER,
    UndoFault.NEVER: RefusalKey.UNDO_NEVER,
    UndoFault.REVEALED: RefusalKey.UNDO_REVEALED,
    UndoFault.SEAT: RefusalKey.UNDO_SEAT,
}


@dataclass(frozen=True, slots=True)
class OwnUndo:
    """Steps that a player may take back, and the entry to which the board goes back."""

    to: int
    steps: tuple[int, ...]
    """The numbers of their entries."""


def find_undo(match: Match, seat: Seat, to: int | None = None) -> OwnUndo | None:
    """Find the steps of the running turn that its player may take back, back to entry `to` or as far as possible.

    None if they have chosen nothing in it, or `to` is before it. Raises `RefusedError`.
    """
    refuse_without_acts(match)
    if mover_of(match) is not seat:
        return None
    course, terms = course_of(match), read_terms(header_of(match))
    found = find_own_undo(course, terms, seat.number) if to is None else to
    if to is not None and not (0 <= to < course.n and is_own(course, seat.number, to)):
        return None
    if to is not None and (barrier := check_undo(course, terms, seat.number, to)):
        found = barrier
    if isinstance(found, UndoRefused):
        if found.fault is UndoFault.NOTHING:
            return None
        raise refuse_undo(match, seat, found)
    return OwnUndo(found, tuple(step.n for step in course.steps_between(found) or ()))


def may_undo(match: Match, seat: Seat | None) -> tuple[str, ...]:
    """List the steps that a player could take back now."""
    if seat is None or match.to_move != seat.number:
        return ()
    try:
        found = find_undo(match, seat)
    except RefusedError:
        return ()
    return steps_of(match, found.steps) if found else ()


def undo_own_steps(
    work: UnitOfWork, match: Match, seat: Seat, to: int | None, at: datetime
) -> tuple[AnyTable, Note] | None:
    """Take back what a player may in the running turn, as of the moment when their letter was accepted.

    Return the table and a note; None if it is not about the running turn. It fails in a draft (`inbound.optimistic`),
    whose entries are not complete. Raises `RefusedError`.
    """
    work.session.flush()
    work.session.refresh(match, ["entries"])
    found = find_undo(match, seat, to)
    if found is None:
        return None
    told = _told(work, match, seat, found.to)
    note = Note(UNDONE, (("seat", seat.number), ("told", told), ("steps", steps_of(match, found.steps))))
    table = go_back(work, match, Act(seat.number, UndoValues(found.to, ()), at, (note,)), found.to)
    if table.to_move != seat.number:
        raise AssertionError(f"seat {seat.number} is not to move at entry {found.to} of {match.code}")
    return table, note


def go_back(work: UnitOfWork, match: Match, act: Act, to: int) -> AnyTable:
    """Enter an act that takes the board back to entry `to`; the turn gets the next number, and the clock runs on."""
    frame = frame_at(match, to)
    if frame is None:
        raise ValueError(f"{match.code} has no entry {to}")
    add_act(work, match, act)
    drop_plans(work, match)
    _keep_letters(work, match)
    match.turn += 1
    match.position = msgspec.json.encode(frame.position)
    return Table(engine_for(match.rules), frame.position, match.turn)


def refuse_without_acts(match: Match) -> None:
    """Refuse to take anything back in a match that is over, or whose older record cannot hold it.

    Raises `RefusedError`.
    """
    if match.state is not MatchState.RUNNING:
        raise RefusedError.of(RefusalKey.MATCH_OVER)
    if match.record_version == VERSION_1:
        raise RefusedError.of(RefusalKey.NO_ACTS)


def refuse_undo(match: Match, seat: Seat, refused: UndoRefused) -> RefusedError:
    """Say why something cannot be taken back, with the step that stands in the way."""
    key, moves = _REFUSALS.get(refused.fault, RefusalKey.UNDO_NOTHING), match.to_move == seat.number
    if key is RefusalKey.UNDO_REVEALED and refused.entry is not None:
        return RefusedError.of(key, steps=steps_of(match, [refused.entry]), moves=moves)
    return RefusedError.of(key, moves=moves) if key is RefusalKey.UNDO_SEAT else RefusedError.of(key)


def steps_of(match: Match, numbers: Sequence[int]) -> tuple[str, ...]:
    """Return the canonical steps of some entries."""
    return tuple(match.entries[n - 1].step for n in numbers)


def steps_in(note: Note, rules: str, language: Language) -> Note:
    """Write the steps of a note in a reader's language, if it has any."""
    values = dict(note.values)
    steps = values.get("steps")
    if not isinstance(steps, tuple):
        return note
    written = tuple(write_order(rules, str(step), language.language) for step in steps)
    return Note(note.key, tuple((values | {"steps": written}).items()), note.audience)


def _told(work: UnitOfWork, match: Match, asker: Seat, to: int) -> tuple[int, ...]:
    """List the other seats to which a letter went that showed the board after one of the steps behind entry `to`."""
    seats = {seat.player_id: seat.number for seat in match.seats if seat is not asker}
    query = select(Outbox.player_id, Outbox.headers).where(
        Outbox.match_id == match.id,
        Outbox.player_id.in_([player for player in seats if player is not None]),
        Outbox.created_at >= match.since,
        Outbox.state != OutboxState.DROPPED,
    )
    told = {seats[player] for player, headers in work.session.execute(query) if _shows(headers, to)}
    return tuple(sorted(told))


def _shows(headers: object, to: int) -> bool:
    return HEADERS.convert(headers).shown_entry > to


def _keep_letters(work: UnitOfWork, match: Match) -> None:
    """Let the letters to the others that wait stay current: for them the turn goes on."""
    others = [seat.player_id for seat in match.seats if seat.player_id not in (None, match.awaited_id)]
    waiting = update(Outbox).where(
        Outbox.player_id.in_(others),
        Outbox.match_id == match.id,
        Outbox.next_try_at.is_not(None),
        Outbox.while_turn == match.turn,
    )
    work.session.execute(waiting.values(while_turn=match.turn + 1))
