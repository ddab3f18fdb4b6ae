"""Time that our own post eats: the letter of a turn that leaves our relay late gives its whole delay back (C1.8).

A turn's letter that is not sent within 15 minutes stops the clock from the beginning of the turn on. When it leaves,
the clock runs again. A letter that waited in the player's quiet hours counts from their end on.

The sweep finds both: letters are sent without the lock of their match. A letter that left late before any sweep saw it
wait is noted by the sender (`note_late_letter`).
"""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import Select, and_, exists, func, select, update

from adjudicator.match.timekeeping.turn_clock import LATE_LETTER
from adjudicator.services.context import Context
from adjudicator.services.matches import match_clock
from adjudicator.services.outbox.queued_letter import QueuedLetter
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.states import MatchState, OutboxState
from adjudicator.store.tables import Match, Outbox

PATIENCE = timedelta(seconds=LATE_LETTER)
AT_A_TIME = 500
_UNSENT = (OutboxState.WAITING, OutboxState.SENDING)


def matches_to_hold(context: Context, now: datetime) -> list[int]:
    """List the matches whose turn's letter is late, and those for which it has left by now."""
    late = (
        select(Outbox.match_id)
        .join(Match, Match.id == Outbox.match_id)
        .where(
            Outbox.next_try_at.is_not(None),
            func.coalesce(Outbox.held_until, Outbox.created_at) < now - PATIENCE,
            Outbox.player_id == Match.awaited_id,
            Outbox.created_at == Match.since,
            Match.state == MatchState.RUNNING,
            Match.letter_held.is_(False),
        )
    )
    with context.store.reading() as session:
        held = session.scalars(select(Match.id).where(Match.letter_held).limit(AT_A_TIME)).all()
        return [*held, *(number for number in session.scalars(late.limit(AT_A_TIME)) if number is not None)]


def note_late_letter(context: Context, letter: QueuedLetter, now: datetime) -> None:
    """Let the next look at a match see that a letter has just left late. It may be that of the running turn."""
    if letter.match_id is None or now - (letter.held_until or letter.created_at) <= PATIENCE:
        return
    this_turn = Match.awaited_id == letter.player_id, Match.since == letter.created_at
    with context.store.connect_relaxed() as connection:
        connection.execute(update(Match).where(Match.id == letter.match_id, *this_turn).values(letter_held=True))


def hold_clock(work: UnitOfWork, match: Match) -> None:
    """Stop the clock while the turn's letter waits to leave, and run it again when it has left."""
    if match.clock is None or not _has_letter(work, match):
        match.letter_held = False
        return
    unsent = work.session.scalar(select(exists(_letters_of_turn(match).where(Outbox.state.in_(_UNSENT)))))
    sent = work.session.scalar(_letters_of_turn(match).where(Outbox.sent_at.is_not(None)).order_by(Outbox.sent_at))
    if sent is None and unsent:
        match_clock.hold_for_letter(match, _could_leave_at(work, match), work.now)
        match.letter_held = True
    elif match.letter_held:
        left = work.session.get_one(Outbox, sent).sent_at if sent is not None else None
        if left is not None or match.clock.letter_waits:
            match_clock.letter_left(match, _could_leave_at(work, match), left or work.now)
        match.letter_held = False


def _has_letter(work: UnitOfWork, match: Match) -> bool:
    """Was a letter written when the turn began? A dead mailbox gets none, and later letters are not the turn's."""
    first = work.session.scalar(
        _letters_of_turn(match).with_only_columns(Outbox.created_at).order_by(Outbox.id).limit(1)
    )
    return first is not None and match.since is not None and first - match.since <= PATIENCE


def _could_leave_at(work: UnitOfWork, match: Match) -> datetime | None:
    """Return the end of the quiet time in which the turn's first letter waited; None if it could leave at once."""
    return work.session.scalar(
        _letters_of_turn(match).with_only_columns(Outbox.held_until).order_by(Outbox.id).limit(1)
    )


def _letters_of_turn(match: Match) -> Select[int]:
    """Select the letters to the player to move that were written as their turn began: none if they get none, as when
    their mailbox is dead (Q22).
    """
    return select(Outbox.id).where(
        and_(Outbox.match_id == match.id, Outbox.player_id == match.awaited_id, Outbox.created_at == match.since)
    )
