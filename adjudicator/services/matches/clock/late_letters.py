"""Time that our own post eats: the letter of a turn that leaves our relay late gives its whole delay back (C1.8).

A turn's letter that is not sent within 15 minutes stops the clock from the beginning of the turn on. When it leaves,
the clock runs again. The sweep finds both: letters are sent without the lock of their match. A letter that left late
before any sweep saw it wait is noted by the sender (`note_late_letter`).

A letter that waited at its reader's own wish, in their quiet hours (`outbox.quiet_holds`) or for a digest
(`players.held_turns`), is late only behind that moment (`find_due_from`). One that should have left before the quiet
hours, and comes into them because we are late, waits in them at our cost. If a digest tells the turn, the digest is its
letter.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Connection,
    Integer,
    and_,
    bindparam,
    func,
    or_,
    select,
    update,
)
from sqlalchemy.orm import aliased

from adjudicator.match.timekeeping import turn_clock
from adjudicator.match.timekeeping.instants import from_instant, to_instant
from adjudicator.match.timekeeping.turn_clock import LATE_LETTER
from adjudicator.services.context import Context
from adjudicator.services.matches.clock import match_clock
from adjudicator.services.outbox.queued_letter import DueLetter, QueuedLetter
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.operation_tables import is_put_off
from adjudicator.store.states import MatchState, OutboxState, SweepTask
from adjudicator.store.tables import Match, Outbox
from adjudicator.texts.letters import digest_kinds, turn_kinds

PATIENCE = timedelta(seconds=LATE_LETTER)
AT_A_TIME = 500
_UNSENT = (OutboxState.WAITING, OutboxState.SENDING)

_IN_TIME = Match.state == MatchState.RUNNING, Match.letter_held.is_(False)
_now: BindParameter[datetime] = bindparam("now")
_HELD = select(Match.id).where(Match.letter_held, ~is_put_off(SweepTask.LETTER_HELD, Match.id, _now)).limit(AT_A_TIME)
_OF_TURN = select(Match.id).where(
    Match.id == Outbox.match_id, Match.awaited_id == Outbox.player_id, Match.since == Outbox.created_at, *_IN_TIME
)
# No join: SQLite would begin with all matches whose letter is not held, and unsent letters are few.
_LATE = (
    select(Outbox.match_id)
    .where(
        Outbox.next_try_at.is_not(None),
        func.coalesce(Outbox.held_until, Outbox.created_at) < bindparam("before"),
        func.coalesce(Outbox.digest_until, Outbox.created_at) < bindparam("before"),
        _OF_TURN.exists(),
        ~is_put_off(SweepTask.LETTER_HELD, Outbox.match_id, _now),
    )
    .limit(AT_A_TIME)
)
_STANDING = select(Match.clock).where(
    Match.awaited_id == bindparam("player"),
    Match.letter_held,
    or_(bindparam("match", type_=Integer).is_(None), Match.id == bindparam("match")),
)
_digest = aliased(Outbox)
_TOLD_BY_LATE_DIGESTS = (
    select(Match.id)
    .join(_digest, _digest.player_id == Match.awaited_id)
    .join(Outbox, and_(Outbox.player_id == Match.awaited_id, Outbox.created_at == Match.since))
    .where(
        _digest.kind.in_((digest_kinds.DIGEST.name, turn_kinds.YOUR_TURN.name)),
        _digest.next_try_at.is_not(None),
        func.coalesce(_digest.held_until, _digest.created_at) < bindparam("before"),
        Outbox.match_id == Match.id,
        Outbox.state == OutboxState.JOINED,
        Outbox.joined_to == _digest.id,
        *_IN_TIME,
        ~is_put_off(SweepTask.LETTER_HELD, Match.id, _now),
    )
    .limit(AT_A_TIME)
)
"""The matches whose turn a digest tells that is late, or a letter behind the first one."""


def matches_to_hold(context: Context, now: datetime) -> list[int]:
    """List the matches whose turn's letter is late, and those for which it has left by now."""
    late = {"before": now - PATIENCE, "now": now}
    with context.store.reading() as session:
        held = session.scalars(_HELD, {"now": now}).all()
        found = [*session.scalars(_LATE, late), *session.scalars(_TOLD_BY_LATE_DIGESTS, late)]
    return [*held, *(number for number in found if number is not None)]


def note_late_letter(context: Context, letter: QueuedLetter, now: datetime) -> None:
    """Let the next look at a match see that a letter has just left late. It may be that of the running turn."""
    is_digest, is_late = letter.kind == digest_kinds.DIGEST.name, now - find_due_from(letter) > PATIENCE
    if not (is_digest or (letter.match_id and is_late)):
        return
    joined = [Outbox.state == OutboxState.JOINED, Outbox.joined_to == letter.id]
    if not is_late:  # a digest that was written late tells turns that waited for it
        joined.append(Outbox.digest_until < now - PATIENCE)
    mine = Outbox.player_id == letter.player_id, Outbox.match_id == Match.id, Outbox.created_at == Match.since
    told: ColumnElement[bool] = select(Outbox.id).where(*mine, *joined).exists()
    if not is_digest:
        told = or_(told, Match.since == letter.created_at) & (Match.id == letter.match_id)
    this_turn = Match.awaited_id == letter.player_id, told, Match.state == MatchState.RUNNING
    with context.store.connect_relaxed() as connection:
        connection.execute(update(Match).where(*this_turn).values(letter_held=True))


def find_due_from(letter: QueuedLetter) -> datetime:
    """Return when a letter could leave first: when it was written, or as late as its reader wished."""
    wished = (letter.held_until, letter.digest_until)
    return max([letter.created_at, *(until for until in wished if until is not None)])


def deadline_if_sent(connection: Connection, letter: DueLetter, now: datetime) -> datetime | None:
    """Return the first deadline that the turns of a letter would have if it left now, of those whose clock stands for
    their letters. None if no clock does.
    """
    of_all = letter.kind == digest_kinds.DIGEST.name
    whose = {"player": letter.player_id, "match": None if of_all else letter.match_id}
    clocks = connection.scalars(_STANDING, whose).all()
    dues = (turn_clock.deadline_if_sent(clock, to_instant(now)) for clock in clocks if clock is not None)
    return min((from_instant(due) for due in dues if due is not None), default=None)


@dataclass(frozen=True, slots=True)
class _Telling:
    """A letter that tells a turn to its player."""

    due_from: datetime
    """When it could leave first."""
    waits: bool
    sent_at: datetime | None


def hold_clock(work: UnitOfWork, match: Match) -> None:
    """Stop the clock while the turn's letter is late, and run it again when it has left.

    What made the sweep look may have been another letter to the player, written in the same moment.
    """
    if match.clock is None:
        match.letter_held = False
        return
    letters = _letters_of_turn(work, match)
    sent = min(((one.sent_at, one.due_from) for one in letters if one.sent_at is not None), default=None)
    unsent = [one.due_from for one in letters if one.waits and one.due_from < work.now - PATIENCE]
    if sent is None and unsent:
        match_clock.hold_for_letter(match, min(unsent), work.now)
        match.letter_held = True
    elif match.letter_held:
        if sent is not None:
            match_clock.letter_left(match, *sent)
        elif match.clock.letter_waits:
            due = min((one.due_from for one in letters), default=match.since or work.now)
            match_clock.letter_left(match, work.now, due)
        match.letter_held = False


def _letters_of_turn(work: UnitOfWork, match: Match) -> list[_Telling]:
    """Read the letters to the player to move that were written as their turn began: none if they get none, as when
    their mailbox is dead (Q22). If the reader wanted one to wait for a digest, no other tells of the turn.
    """
    of_turn = and_(Outbox.match_id == match.id, Outbox.player_id == match.awaited_id, Outbox.created_at == match.since)
    letters = work.session.scalars(select(Outbox).where(of_turn)).all()
    held = [letter for letter in letters if letter.digest_until is not None]
    return [_read_telling(work, letter) for letter in held or letters]


def _read_telling(work: UnitOfWork, letter: Outbox) -> _Telling:
    """Read when a letter leaves, or the digest that tells its turn instead."""
    due_from, joined = find_due_from(letter), letter.joined_to
    digest = work.session.get(Outbox, joined) if letter.kind == turn_kinds.YOUR_TURN.name and joined else None
    if digest is not None:
        due_from, letter = _find_due_from_of_digest(letter, digest), digest
    return _Telling(due_from, letter.state in _UNSENT, letter.sent_at)


def _find_due_from_of_digest(letter: Outbox, digest: Outbox) -> datetime:
    """Return when a digest that tells a turn could leave first. At its own hour it comes in quiet hours, too, in which
    the turn's letter would have waited on.
    """
    due_from = find_due_from(letter)
    if letter.digest_until is not None and letter.digest_until < digest.created_at <= due_from:
        return letter.digest_until
    return due_from if due_from < digest.created_at else find_due_from(digest)
