"""The post: letters that wait go out oldest first, and each is looked at once more before it goes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, Protocol

import structlog
from sqlalchemy import and_, bindparam, or_, select, update
from sqlalchemy.orm import Session, undefer

from adjudicator.desk.desk import Bell, Desk
from adjudicator.desk.envelope import enclose
from adjudicator.mail.delivery import Undelivered
from adjudicator.mail.token import redact
from adjudicator.store.states import MatchState, OutboxState
from adjudicator.store.tables import Match, Outbox, Player

LEASE = timedelta(minutes=3)
"""A worker that has not told the end of a letter by then is taken for dead, and the letter goes out again."""

DELAYS = tuple(timedelta(minutes=minutes) for minutes in (0.5, 2, 5, 15, 30, 60, 120, 240))
GIVE_UP_AFTER = timedelta(days=5)

AT_ONCE = 25
"""How many letters one bell sends."""

log = structlog.get_logger()

Clock = Callable[[], datetime]

# Put together once: it is asked more often than anything else.
_OLDEST = (
    select(Outbox, Match.state, Match.turn)
    .outerjoin(Match, Match.id == Outbox.match_id)
    .where(
        Outbox.state.in_((OutboxState.WAITING, OutboxState.SENDING)),
        or_(
            and_(Outbox.state == OutboxState.WAITING, Outbox.next_try_at <= bindparam("now")),
            and_(Outbox.state == OutboxState.SENDING, Outbox.lease_until <= bindparam("now")),
        ),
    )
    .order_by(Outbox.id)
    .limit(1)
    .with_for_update(skip_locked=True, of=Outbox)
    .options(undefer(Outbox.text), undefer(Outbox.html))
)
"""The oldest letter that is due, with how its match stands."""


class Courier(Protocol):
    """Takes a finished letter to the relay. Raises `Undelivered`, which says whether trying again can help."""

    def send(self, envelope_from: str, recipient: str, raw: bytes) -> None:
        """Hand over one letter for one recipient."""
        ...


def send_due(desk: Desk, courier: Courier, clock: Clock, most: int = AT_ONCE) -> int:
    """Send the letters that are due, oldest first, and return how many were taken out.

    What became of one letter and the claim of the next are one commit. It does not wait for the disk: after a cut of
    power a letter may go out a second time, which its Message-ID tells, but none is lost. When there may be more than
    `most`, the bell is rung again, so that a long queue leaves room for other work.
    """
    count = 0
    with desk.store.noting() as session:
        letter = _claim(session, clock())
    while letter is not None:
        fault = _carry(desk, courier, letter)
        count += 1
        with desk.store.noting() as session:
            _settle(session, letter, fault, clock())
            letter = _claim(session, clock()) if count < most else None
    if count == most:
        desk.doorbell.ring(Bell.POST, 0)
    return count


def _carry(desk: Desk, courier: Courier, letter: Outbox) -> Undelivered | None:
    try:
        courier.send(desk.addresses.bounce(letter.id), letter.to_address, enclose(desk, letter))
    except Undelivered as fault:
        return fault
    except Exception as fault:
        # Ours, not the relay's: it neither stops the letters behind it nor is tried for ever, and the doctor tells it.
        log.exception("letter cannot be sent", letter=letter.id)
        return Undelivered(redact(f"our fault: {fault}"), permanent=False)
    return None


def _claim(session: Session, now: datetime) -> Outbox | None:
    """Take the oldest letter that is due; what is no longer true on the way to it is dropped."""
    while (found := session.execute(_OLDEST, {"now": now}).first()) is not None:
        letter, state, turn = found
        if letter.while_turn is None or (state is MatchState.RUNNING and turn == letter.while_turn):
            letter.state = OutboxState.SENDING
            letter.lease_until = now + LEASE
            letter.tries += 1
            return letter
        letter.state = OutboxState.DROPPED
    return None


def _settle(session: Session, letter: Outbox, fault: Undelivered | None, now: datetime) -> None:
    """Enter what became of a letter that was claimed."""
    if fault is None:
        told: dict[str, Any] = {"state": OutboxState.SENT, "sent_at": now, "error": ""}
    elif fault.permanent or now - letter.created_at > GIVE_UP_AFTER:
        told = {"state": OutboxState.FAILED, "error": str(fault)}
    else:
        delay = DELAYS[min(letter.tries, len(DELAYS)) - 1]
        told = {"state": OutboxState.WAITING, "error": str(fault), "next_try_at": now + delay}
    session.execute(update(Outbox).where(Outbox.id == letter.id).values(lease_until=None, **told))


def bounced(session: Session, number: int, why: str, now: datetime) -> None:
    """Mark a letter that came back, and its addressee with it; nothing more is written to him unasked."""
    letter = session.get(Outbox, number)
    if letter is None:
        return
    letter.state = OutboxState.FAILED
    letter.error = why
    if letter.player_id is not None:
        session.get_one(Player, letter.player_id).bounced_at = now
