"""The post: letters that wait go out oldest first, and each is looked at once more before it goes."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Protocol

from sqlalchemy import and_, or_, select
from sqlalchemy.orm import Session, undefer

from adjudicator.desk.desk import Desk
from adjudicator.desk.envelope import enclose
from adjudicator.mail.delivery import Undelivered
from adjudicator.store.states import MatchState, OutboxState
from adjudicator.store.tables import Match, Outbox, Player

LEASE = timedelta(minutes=3)
"""A worker that has not told the end of a letter by then is taken for dead, and the letter goes out again."""

DELAYS = tuple(timedelta(minutes=minutes) for minutes in (0.5, 2, 5, 15, 30, 60, 120, 240))
GIVE_UP_AFTER = timedelta(days=5)


class Courier(Protocol):
    """Takes a finished letter to the relay. Raises `Undelivered`, which says whether trying again can help."""

    def send(self, envelope_from: str, recipient: str, raw: bytes) -> None:
        """Hand over one letter for one recipient."""
        ...


def send_next(desk: Desk, courier: Courier, now: datetime) -> bool:
    """Send the oldest letter that is due; return False when none is."""
    letter = _claim(desk, now)
    if letter is None:
        return False
    if letter.state is OutboxState.DROPPED:
        return True
    try:
        courier.send(desk.addresses.bounce(letter.id), letter.to_address, enclose(desk, letter))
    except Undelivered as fault:
        _put_back(desk, letter.id, fault, now)
    else:
        _mark_sent(desk, letter.id, now)
    return True


def _claim(desk: Desk, now: datetime) -> Outbox | None:
    due = or_(
        and_(Outbox.state == OutboxState.WAITING, Outbox.next_try_at <= now),
        and_(Outbox.state == OutboxState.SENDING, Outbox.lease_until <= now),
    )
    query = (
        select(Outbox)
        .where(Outbox.state.in_((OutboxState.WAITING, OutboxState.SENDING)), due)
        .order_by(Outbox.id)
        .limit(1)
        .with_for_update(skip_locked=True)
        .options(undefer(Outbox.text), undefer(Outbox.html))
    )
    with desk.store.writing() as session:
        letter = session.scalars(query).first()
        if letter is None:
            return None
        if not _still_true(session, letter):
            letter.state = OutboxState.DROPPED
            return letter
        letter.state = OutboxState.SENDING
        letter.lease_until = now + LEASE
        letter.tries += 1
        return letter


def _still_true(session: Session, letter: Outbox) -> bool:
    if letter.while_turn is None:
        return True
    state, turn = session.execute(select(Match.state, Match.turn).where(Match.id == letter.match_id)).one()
    return bool(state is MatchState.RUNNING and turn == letter.while_turn)


def _mark_sent(desk: Desk, number: int, now: datetime) -> None:
    with desk.store.writing() as session:
        letter = session.get_one(Outbox, number)
        letter.state = OutboxState.SENT
        letter.sent_at = now
        letter.lease_until = None
        letter.error = ""


def _put_back(desk: Desk, number: int, fault: Undelivered, now: datetime) -> None:
    with desk.store.writing() as session:
        letter = session.get_one(Outbox, number)
        letter.error = str(fault)
        letter.lease_until = None
        if fault.permanent or now - letter.created_at > GIVE_UP_AFTER:
            letter.state = OutboxState.FAILED
            return
        letter.state = OutboxState.WAITING
        letter.next_try_at = now + DELAYS[min(letter.tries, len(DELAYS)) - 1]


def bounced(session: Session, number: int, why: str, now: datetime) -> None:
    """Mark a letter that came back, and its addressee with it; nothing more is written to him unasked."""
    letter = session.get(Outbox, number)
    if letter is None:
        return
    letter.state = OutboxState.FAILED
    letter.error = why
    if letter.player_id is not None:
        session.get_one(Player, letter.player_id).bounced_at = now
