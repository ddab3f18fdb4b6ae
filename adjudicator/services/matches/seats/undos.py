"""Undo by consent (C3.2): back to before a player's last own turn, or before an entry, whoever has moved since.

All other persons must agree; the house is not asked, and where nobody is to be asked it is done at once. Nothing goes
back behind a secret that came to light. The question lapses when somebody else plays on, not when the asker does.

Only the board goes back. The turn gets the next number, so the letters of the turns that were taken back are dead;
clocks keep all time that was used (`match_clock.take_clocks_back`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import msgspec

from adjudicator.engines.contract import Note
from adjudicator.engines.registry import engine_for
from adjudicator.match.consent import ProposalKind, ProposalOutcome
from adjudicator.match.course.undo import UndoFault, check_undo, count_turns, find_last_turn, undo_consent
from adjudicator.match.record.record import StepEntry, UndoValues, read_terms
from adjudicator.match.rulings.refusals import RefusalKey
from adjudicator.match.rulings.table import Table, play_forced
from adjudicator.services.matches.clock.match_clock import take_clocks_back
from adjudicator.services.matches.letters import consent_letters
from adjudicator.services.matches.letters.seat_letters import notify_taken_back
from adjudicator.services.matches.plans.plan_turns import drop_plans
from adjudicator.services.matches.positions.past_positions import frame_at
from adjudicator.services.matches.rows.match_rows import note_mover, save_steps
from adjudicator.services.matches.rows.proposal_rows import open_proposals
from adjudicator.services.matches.rows.record_rows import Act, Arrival, add_act, course_of, header_of
from adjudicator.services.matches.view.own_undo import TAKEN_BACK, UNDONE, refuse_undo, refuse_without_acts, steps_of
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.states import EntryKind
from adjudicator.store.tables import Match, ProposalRow, Seat

NO_SUCH = (UndoFault.NO_BEGINNING, UndoFault.NOTHING, UndoFault.NOT_YOURS)
"""Faults of an entry that a player named: there is nothing of theirs to take back behind it."""


@dataclass(frozen=True, slots=True)
class WantedUndo:
    """An undo that the player of a seat wants: the board goes back to entry `to`."""

    seat: int
    to: int
    steps: tuple[str, ...]
    asked: tuple[int, ...]
    """The seats that must agree."""


def find_wanted(match: Match, seat: Seat, to: int | None) -> WantedUndo:
    """Find what a player may take back, to entry `to` or before their last own turn, and who must agree.

    Raises `RefusedError`, which says what stands in the way.
    """
    refuse_without_acts(match)
    course, terms = course_of(match), read_terms(header_of(match))
    found = find_last_turn(course, seat.number) if to is None else to
    if found is None:
        raise RefusedError.of(RefusalKey.UNDO_NOTHING)
    if barrier := check_undo(course, terms, seat.number, found):
        if to is not None and barrier.fault in NO_SUCH:
            raise RefusedError.of(RefusalKey.UNDO_ENTRY, nearest=("undo",), entry=to + 1)
        raise refuse_undo(match, seat, barrier)
    asked = undo_consent(course, terms, seat.number, found)
    if not asked and course.others(seat.number) and _has_gone_back(match, seat):
        raise RefusedError.of(RefusalKey.UNDO_AGAIN)
    steps = course.steps_between(found) or ()
    return WantedUndo(seat.number, found, steps_of(match, [step.n for step in steps]), asked)


def find_possible_undo(match: Match, seat: Seat) -> WantedUndo | None:
    """Find what a player may take back behind their own turn, for a page; None if there is nothing, or no way."""
    try:
        return find_wanted(match, seat, None)
    except RefusedError:
        return None


def take_back(
    work: UnitOfWork, match: Match, wanted: WantedUndo, agreed: tuple[int, ...], at: datetime | None = None
) -> Note:
    """Go back to where a player wanted to, with the consent of those who agreed; return the note that tells it.

    Letters of the new turn are the caller's next step; those to whom it is not told there are written to here.
    """
    frame, course = frame_at(match, wanted.to), course_of(match)
    if frame is None:
        raise ValueError(f"{match.code} has no entry {wanted.to}")
    undone, running = course.steps_between(wanted.to) or (), match.to_move
    others = tuple(seat.number for seat in match.seats if agreed or seat.number != wanted.seat)
    values = ("seat", wanted.seat), ("told", others), ("steps", wanted.steps), ("agreed", bool(agreed))
    note = Note(TAKEN_BACK, values)
    add_act(work, match, Act(wanted.seat, UndoValues(wanted.to, agreed), at, (note,)))
    drop_plans(work, match)
    _close_questions(work, match, undone)
    match.turn += 1
    match.position = msgspec.json.encode(frame.position)
    table = Table(engine_for(match.rules), frame.position, match.turn)
    match.to_move = table.to_move
    note_mover(work, match)
    take_clocks_back(work, match, count_turns(undone, running), running)
    table, forced = play_forced(table)
    if forced:
        save_steps(work, match, table, forced, Arrival("forced", work.now))
    work.session.flush()
    notify_taken_back(work, match, note, {running, wanted.seat})
    return note


def _has_gone_back(match: Match, seat: Seat) -> bool:
    """Has a player taken steps back without asking since another one moved? Once is enough: it may win 12 hours."""
    for row in reversed(match.entries):
        if row.kind is EntryKind.UNDO and row.seat == seat.number:
            return not any(note["key"] == UNDONE for note in row.notes)
        if row.step and row.seat != seat.number and not row.forced:
            return False
    return False


def _close_questions(work: UnitOfWork, match: Match, undone: Sequence[StepEntry]) -> None:
    """End the other questions about a board that is no more: a draw, and further steps to be taken back."""
    for row in open_proposals(work.session, match):
        about_board = row.kind is ProposalKind.UNDO or (row.kind is ProposalKind.DRAW and row.opened_at >= undone[0].at)
        if about_board:
            row.outcome, row.closed_at, row.decides_at = ProposalOutcome.OVERTAKEN, work.now, None
            consent_letters.notify_closed(work, match, row)


def find_asked(match: Match, row: ProposalRow) -> WantedUndo | None:
    """Find what a question was about, as the board stands now; None if it cannot be taken back any more."""
    try:
        return find_wanted(match, match.seats[row.seat], int(str(row.values["to"])))
    except RefusedError:
        return None
