"""Letters of turns that wait for their reader's digest, as the reader has chosen; the time of the turn runs meanwhile.

Such a letter is in the outbox and due at the latest moment at which it may go. The digest that tells its turn takes it
out, or another letter of the turn, as when an absence is over (`replace_held`). So a turn is told in time even if no
digest comes: the letter then goes by itself. If we are late with the digest and it waits for the reader's morning, so
does the letter (`hold_for_late_digest`). If the deadline moves earlier, as by `absence over`, the letter goes
earlier (`hasten_held`).

A digest also takes along the letters of turns that could not leave yet for another reason: they would tell nothing new.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, and_, case, func, or_, select, update

from adjudicator.services.job_queue import ANY, Job
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.states import OutboxState
from adjudicator.store.tables import Match, Outbox, Player
from adjudicator.texts.letters import turn_kinds

NEVER_HELD = timedelta(hours=48)
"""With less time left, a turn is told at once."""
DIGEST_FAILED = timedelta(hours=1)
"""How long behind a digest a letter that it should have taken along goes by itself."""


def hold_until(player: Player, due_at: datetime | None, now: datetime) -> datetime | None:
    """Return until when the letter of a turn waits for the player's digest; None: it goes at once."""
    if not player.turns_in_digest or player.digest_at is None:
        return None
    until = player.digest_at + DIGEST_FAILED
    if due_at is not None:
        until = min(until, due_at - NEVER_HELD)
    return until if until > now else None


def hold_anew(work: UnitOfWork, player: Player) -> None:
    """Let the held letters of a player wait as they want it now: perhaps not at all."""
    held = select(Outbox, Match.due_at).join(Match, Match.id == Outbox.match_id).where(*_held_for(player))
    for letter, due_at in work.session.execute(held.with_for_update(of=Outbox, skip_locked=True)).all():
        letter.digest_until = letter.next_try_at = hold_until(player, due_at, work.now) or work.now
    work.enqueue(Job.POST, ANY)


def hold_for_late_digest(work: UnitOfWork, player: Player, morning: datetime) -> None:
    """Let the held letters of a player wait on for a digest that is late, and therefore written when the night is over.

    They wait at our cost from `digest_until` on, and not at their reader's wish for quiet hours.
    """
    waiting = update(Outbox).where(*_held_for(player), Outbox.next_try_at < morning + DIGEST_FAILED)
    work.session.execute(waiting.values(next_try_at=morning + DIGEST_FAILED, held_until=None))


def hasten_held(work: UnitOfWork, match: Match) -> None:
    """Let the held letter of the running turn go in time for a deadline that has moved earlier, or is known by now."""
    player = work.session.get(Player, match.awaited_id) if match.awaited_id is not None else None
    if match.due_at is None or player is None or not player.turns_in_digest:
        return
    latest = max(work.now, match.due_at - NEVER_HELD)
    held = update(Outbox).where(*_held_for(player), Outbox.match_id == match.id, Outbox.next_try_at > latest)
    digest_until = case((Outbox.digest_until > latest, latest), else_=Outbox.digest_until)
    work.session.execute(held.values(digest_until=digest_until, next_try_at=latest))


def take_unsent(work: UnitOfWork, player: Player, telling: int, turns: Iterable[tuple[int, int]]) -> None:
    """Take the letters of turns, each a match and its turn, out of the outbox: the letter `telling` tells them."""
    told = [and_(Outbox.match_id == match, Outbox.while_turn == turn) for match, turn in turns]
    if told:
        waiting = Outbox.next_try_at.is_not(None), Outbox.state == OutboxState.WAITING
        mine = Outbox.player_id == player.id, Outbox.kind == turn_kinds.YOUR_TURN.name, Outbox.id < telling
        taken = update(Outbox).where(*mine, *waiting, or_(*told))
        work.session.execute(taken.values(state=OutboxState.JOINED, next_try_at=None, error="", joined_to=telling))


def replace_held(work: UnitOfWork, player: Player, match: Match) -> None:
    """Take the waiting letters of a turn out of the outbox: one has just been written that goes at once."""
    work.session.flush()
    mine = Outbox.player_id == player.id, Outbox.match_id == match.id, Outbox.kind == turn_kinds.YOUR_TURN.name
    newest = work.session.scalar(select(func.max(Outbox.id)).where(*mine, Outbox.while_turn == match.turn))
    if newest is not None:
        take_unsent(work, player, newest, [(match.id, match.turn)])


def _held_for(player: Player) -> tuple[ColumnElement[bool], ...]:
    return (
        Outbox.player_id == player.id,
        Outbox.next_try_at.is_not(None),
        Outbox.state == OutboxState.WAITING,
        Outbox.digest_until.is_not(None),
    )
