"""Time that our own post eats: the letter of a turn that leaves our relay late gives its whole delay back (C1.8).

A turn's letter that is not sent within 15 minutes stops the clock from the beginning of the turn on. When it leaves,
the clock runs again. The sweep finds both: letters are sent without the lock of their match. A letter that left late
before any sweep saw it wait is noted by the sender (`note_late_letter`).

A letter that waited at its reader's own wish, in their quiet hours (`outbox.quiet_holds`) or for a digest
(`players.held_turns`), is late only behind that moment (`find_due_from`).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import and_, func, select, update

from adjudicator.match.timekeeping.turn_clock import LATE_LETTER
from adjudicator.services.context import Context
from adjudicator.services.matches.clock import match_clock
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
            func.coalesce(Outbox.digest_until, Outbox.created_at) < now - PATIENCE,
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
    if letter.match_id is None or now - find_due_from(letter) <= PATIENCE:
        return
    this_turn = Match.awaited_id == letter.player_id, Match.since == letter.created_at
    with context.store.connect_relaxed() as connection:
        connection.execute(update(Match).where(Match.id == letter.match_id, *this_turn).values(letter_held=True))


def find_due_from(letter: QueuedLetter) -> datetime:
    """Return when a letter could leave first: when it was written, or as late as its reader wished."""
    wished = (letter.held_until, letter.digest_until)
    return max([letter.created_at, *(until for until in wished if until is not None)])


def hold_clock(work: UnitOfWork, match: Match) -> None:
    """Stop the clock while the turn's letter waits to leave, and run it again when it has left."""
    if match.clock is None:
        match.letter_held = False
        return
    letters = _letters_of_turn(work, match)
    sent = min(
        ((letter.sent_at, find_due_from(letter)) for letter in letters if letter.sent_at is not None), default=None
    )
    unsent = [due for letter in letters if letter.state in _UNSENT and (due := find_due_from(letter)) <= work.now]
    if sent is None and unsent:
        match_clock.hold_for_letter(match, min(unsent), work.now)
        match.letter_held = True
    elif match.letter_held:
        if sent is not None:
            match_clock.letter_left(match, *sent)
        elif match.clock.letter_waits:
            due = min((find_due_from(letter) for letter in letters), default=match.since or work.now)
            match_clock.letter_left(match, work.now, due)
        match.letter_held = False


def _letters_of_turn(work: UnitOfWork, match: Match) -> Sequence[Outbox]:
    """Read the letters to the player to move that were written as their turn began: none if they get none, as when
    their mailbox is dead (Q22). If the reader wanted one to wait for a digest, no other tells of the turn.
    """
    of_turn = and_(Outbox.match_id == match.id, Outbox.player_id == match.awaited_id, Outbox.created_at == match.since)
    letters = work.session.scalars(select(Outbox).where(of_turn)).all()
    return [letter for letter in letters if letter.digest_until is not None] or letters
