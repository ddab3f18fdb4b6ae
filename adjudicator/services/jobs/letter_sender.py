"""The post: letters that wait go out oldest first, and each is looked at once more before it goes."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol, cast

import structlog
from sqlalchemy import Connection, bindparam, select, update

from adjudicator.mail.incoming.delivery_status import Undelivered
from adjudicator.services.automated import bounces
from adjudicator.services.context import Context
from adjudicator.services.job_queue import ANY, Job
from adjudicator.services.outbox.coalescing import HAS_COMPANY, coalesce
from adjudicator.services.outbox.message import build_message
from adjudicator.services.outbox.queued_letter import DueLetter, QueuedLetter
from adjudicator.services.outbox.staleness import is_current
from adjudicator.services.outbox.throttle import next_slot
from adjudicator.store.states import OutboxState
from adjudicator.store.tables import Base, Match, Outbox

LEASE = timedelta(seconds=8)
"""A worker that has neither told the end of a letter by then nor renewed the lease (`renew`) is taken for dead, and the
letter goes out again. What lies between this and `RENEW_EVERY` is how far the clocks of two machines may be apart;
beyond it a letter that takes long may go out twice, as the same one."""
RENEW_EVERY = timedelta(seconds=2)

DELAYS = tuple(timedelta(minutes=minutes) for minutes in (0.5, 2, 5, 15, 30, 60, 120, 240))
GIVE_UP_AFTER = timedelta(days=5)

AT_ONCE = 25
"""How many letters one job sends."""

log = structlog.get_logger()

Clock = Callable[[], datetime]

# Bare statements that write, as in `intake`: no object of a session is worth its cost here, where a letter is claimed
# and settled in one short transaction that everybody else who writes waits for.
_letters, _matches = (Base.metadata.tables[kind.__tablename__] for kind in (Outbox, Match))
_outbox, _match = _letters.c, _matches.c
_OLDEST = (
    select(_letters, _match.state.label("match_state"), _match.turn, _match.stopped_at, HAS_COMPANY.label("company"))
    .outerjoin(_matches, _match.id == _outbox.match_id)
    .where(_outbox.next_try_at <= bindparam("now"))
    .order_by(_outbox.next_try_at, _outbox.id)
    .limit(1)
    .with_for_update(skip_locked=True, of=_letters)
)
"""The letter that has been due for the longest time, with how its match stands."""
_DUE = select(_outbox.id).where(_outbox.next_try_at <= bindparam("now")).limit(1)

_THE_LETTER = update(_letters).where(_outbox.id == bindparam("letter"))
_CLAIM = _THE_LETTER.values(state=OutboxState.SENDING, next_try_at=bindparam("until"), tries=_outbox.tries + 1)
_PUT_OFF = _THE_LETTER.values(next_try_at=bindparam("then"))
_RENEW = (
    update(_letters)
    .where(_outbox.id.in_(bindparam("letters", expanding=True)), _outbox.state == OutboxState.SENDING)
    .values(next_try_at=bindparam("until"))
)
_BACK = _THE_LETTER.values(
    state=OutboxState.WAITING, next_try_at=bindparam("then"), tries=_outbox.tries - 1, error=bindparam("why")
)
"""To its old place: the relay never heard of it."""
_DROP = _THE_LETTER.values(state=OutboxState.DROPPED, next_try_at=None)
_SENT = _THE_LETTER.values(state=OutboxState.SENT, sent_at=bindparam("now"), next_try_at=None, error="")
_FAILED = _THE_LETTER.values(state=OutboxState.FAILED, next_try_at=None, error=bindparam("why"))
_AGAIN = _THE_LETTER.values(state=OutboxState.WAITING, next_try_at=bindparam("then"), error=bindparam("why"))


class MailTransport(Protocol):
    """Takes a finished letter to the relay. Raises `Undelivered`, which says whether trying again can help."""

    def send(self, envelope_from: str, recipient: str, raw: bytes) -> None:
        """Hand over one letter for one recipient."""
        ...


@dataclass(frozen=True, slots=True)
class Supervision:
    """What those who send for longer than the lease lasts watch over."""

    holding: Callable[[int], AbstractContextManager[None]] = lambda _letter: nullcontext()
    """A context for the time that a letter, by its number, is on its way to the relay: its lease is renewed."""
    going_on: Callable[[], bool] = lambda: True
    """Whether another letter may be taken out."""


ALONE = Supervision()


def send_due(
    context: Context,
    transport: MailTransport,
    clock: Clock,
    most: int = AT_ONCE,
    by: Supervision = ALONE,
) -> int:
    """Send the letters that are due, oldest first, and return how many were taken out.

    After a letter that the relay gives no answer to, the others are not even taken out; one that it never heard of
    keeps its place.

    What became of one letter and the claim of the next are one commit. It does not wait for the disk: after a cut of
    power a letter may go out a second time, which its Message-ID tells, but none is lost. When there may be more than
    `most`, another job is enqueued, so that a long queue leaves room for other work.
    """
    count = 0
    with context.store.noting() as connection:
        letter = _claim(context, connection, clock())
    while letter is not None:
        with by.holding(letter.id):
            fault = _carry(context, transport, letter)
        count += 1
        goes_on = count < most and by.going_on() and not (fault and fault.unanswered)
        with context.store.noting() as connection:
            _settle(connection, letter, fault, clock())
            done, letter = letter, _claim(context, connection, clock()) if goes_on else None
        if fault and fault.dead:
            bounces.record_refused(context, done.id, str(fault), clock())
    if count == most:
        context.queue.enqueue(Job.POST, ANY)
    return count


def renew_leases(context: Context, letters: Collection[int], now: datetime) -> None:
    """Renew the lease of letters that are still on their way."""
    with context.store.noting() as connection:
        connection.execute(_RENEW, {"letters": list(letters), "until": now + LEASE})


def is_anything_due(context: Context, now: datetime) -> bool:
    """Tell whether a letter is due, such as one whose sender died, which shows by its lease and has no job."""
    with context.store.glancing() as connection:
        return connection.scalar(_DUE, {"now": now}) is not None


def _carry(context: Context, transport: MailTransport, letter: QueuedLetter) -> Undelivered | None:
    try:
        transport.send(context.addresses.bounce(letter.id), letter.to_address, build_message(context, letter))
    except Undelivered as fault:
        return fault
    except Exception as fault:
        # Ours, not the relay's: it neither stops the letters behind it nor is tried for ever, and the doctor tells it.
        log.exception("letter cannot be sent", letter=letter.id)
        return Undelivered(f"our fault: {fault}", permanent=False)
    return None


def _claim(context: Context, connection: Connection, now: datetime) -> QueuedLetter | None:
    """Take the letter that is due first; what is no longer true on the way to it is dropped."""
    while (letter := cast("DueLetter | None", connection.execute(_OLDEST, {"now": now}).first())) is not None:
        if not is_current(letter, letter, now):
            connection.execute(_DROP, {"letter": letter.id})
        elif context.pace and (then := next_slot(connection, letter.to_address, context.pace, now)):
            connection.execute(_PUT_OFF, {"letter": letter.id, "then": then})
        else:
            # One that was tried may have arrived, and its repeat has to be the same letter.
            whole = coalesce(connection, letter, now) if letter.company and not letter.tries else letter
            connection.execute(_CLAIM, {"letter": letter.id, "until": now + LEASE})
            return whole
    return None


def _settle(connection: Connection, letter: QueuedLetter, fault: Undelivered | None, now: datetime) -> None:
    """Enter what became of a letter that was claimed."""
    if fault is None:
        connection.execute(_SENT, {"letter": letter.id, "now": now})
    elif fault.permanent or now - letter.created_at > GIVE_UP_AFTER:
        connection.execute(_FAILED, {"letter": letter.id, "why": str(fault)})
    elif fault.relay_down:
        connection.execute(_BACK, {"letter": letter.id, "why": str(fault), "then": letter.next_try_at})
    else:
        delay = DELAYS[min(letter.tries, len(DELAYS) - 1)]
        connection.execute(_AGAIN, {"letter": letter.id, "why": str(fault), "then": now + delay})
