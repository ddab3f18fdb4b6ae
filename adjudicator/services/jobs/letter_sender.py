"""Sends the outbox: the last step of a letter, after `outbox.enqueue`. `worker.sending_threads` calls `send_due`.

1. Claim the letter that has been due for the longest time (`_claim`). Drop it if it is no longer current
   (`outbox.staleness`), put it off if its reader's quiet hours have begun (`outbox.quiet_holds`) or its domain had
   enough (`outbox.throttle`), merge others into it (`outbox.coalescing`). Its state is `SENDING` now, and
   `next_try_at` is the end of its lease.
2. Build the message and hand it to the relay, outside any transaction (`_deliver`).
3. Record the result, and claim the next letter, in one transaction (`_record_result`): sent, failed for good, or tried
   again later. If the relay is down, the letter keeps its place, and the loop ends.
4. If the relay says that the address does not exist, `automated.bounces` marks its player. If a letter left late,
   its match is marked (`matches.clock.late_letters`): the time belongs to the player.

A worker that dies leaves its letter in `SENDING`. When the lease ends, the letter is due again, and is sent a second
time with the same Message-ID: twice is possible, never is not.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol, cast

import structlog
from sqlalchemy import Connection, bindparam, func, select, update

from adjudicator.mail.incoming.delivery_status import Undelivered
from adjudicator.services.automated import bounces
from adjudicator.services.context import Context
from adjudicator.services.job_queue import ANY, Job
from adjudicator.services.matches.clock import late_letters
from adjudicator.services.outbox.coalescing import HAS_COMPANY, coalesce
from adjudicator.services.outbox.message import build_message
from adjudicator.services.outbox.queued_letter import DueLetter, QueuedLetter
from adjudicator.services.outbox.quiet_holds import Held, find_hold
from adjudicator.services.outbox.staleness import is_current
from adjudicator.services.outbox.throttle import next_slot
from adjudicator.store.states import OutboxState
from adjudicator.store.tables import Base, Match, Outbox, Player
from adjudicator.texts.letters import digest_kinds

LEASE = timedelta(seconds=8)
"""A worker that has neither recorded a result nor renewed the lease within this time counts as dead, and the letter is
sent again. The difference to `RENEW_EVERY` is the tolerated clock skew between two machines: beyond it, a letter that
takes long may be sent twice, with the same Message-ID."""
RENEW_EVERY = timedelta(seconds=2)

DELAYS = tuple(timedelta(minutes=minutes) for minutes in (0.5, 2, 5, 15, 30, 60, 120, 240))
"""The pause after each failure; the last one repeats."""
GIVE_UP_AFTER = timedelta(days=5)

AT_ONCE = 25
"""Letters that one call sends."""

log = structlog.get_logger()

Clock = Callable[[], datetime]

# Bare statements that write, as in `inbound.intake`. A letter is claimed, and its result recorded, in one short
# transaction for which all other writers wait: an object of a session would make it longer.
_letters, _matches, _players = (Base.metadata.tables[kind.__tablename__] for kind in (Outbox, Match, Player))
_outbox, _match, _player = _letters.c, _matches.c, _players.c
_OLDEST = (
    select(
        *(_letters, _match.state.label("match_state"), _match.turn, _match.stopped_at, HAS_COMPANY.label("company")),
        *(_match.awaited_id, _match.due_at, _player.quiet_hours, _player.zone),
    )
    .outerjoin(_matches, _match.id == _outbox.match_id)
    .outerjoin(_players, _player.id == _outbox.player_id)
    .where(_outbox.next_try_at <= bindparam("now"))
    .order_by(_outbox.next_try_at, _outbox.id)
    .limit(1)
    .with_for_update(skip_locked=True, of=_letters)
)
"""The letter that has been due for the longest time, with the state of its match and its player's quiet hours."""
_FIRST_DEADLINE = select(func.min(_match.due_at)).where(_match.awaited_id == bindparam("player"))
_DUE = select(_outbox.id).where(_outbox.next_try_at <= bindparam("now")).limit(1)

_THE_LETTER = update(_letters).where(_outbox.id == bindparam("letter"))
_CLAIM = _THE_LETTER.values(state=OutboxState.SENDING, next_try_at=bindparam("until"), tries=_outbox.tries + 1)
_PUT_OFF = _THE_LETTER.values(next_try_at=bindparam("then"))
_HOLD = _THE_LETTER.values(state=OutboxState.WAITING, next_try_at=bindparam("then"), held_until=bindparam("held"))
_RENEW = (
    update(_letters)
    .where(_outbox.id.in_(bindparam("letters", expanding=True)), _outbox.state == OutboxState.SENDING)
    .values(next_try_at=bindparam("until"))
)
_BACK = _THE_LETTER.values(
    state=OutboxState.WAITING, next_try_at=bindparam("then"), tries=_outbox.tries - 1, error=bindparam("why")
)
"""To its old place in the queue: the relay has not seen it."""
_DROP = _THE_LETTER.values(state=OutboxState.DROPPED, next_try_at=None)
_SENT = _THE_LETTER.values(state=OutboxState.SENT, sent_at=bindparam("now"), next_try_at=None, error="")
_FAILED = _THE_LETTER.values(state=OutboxState.FAILED, next_try_at=None, error=bindparam("why"))
_AGAIN = _THE_LETTER.values(state=OutboxState.WAITING, next_try_at=bindparam("then"), error=bindparam("why"))


class MailTransport(Protocol):
    """Delivers a finished letter to the relay. `infra.transport` implements it."""

    def send(self, envelope_from: str, recipient: str, raw: bytes) -> None:
        """Send one letter to one recipient. Raises `Undelivered`, which says whether trying again can help."""
        ...


@dataclass(frozen=True, slots=True)
class Supervision:
    """The hooks of a caller that renews leases and may stop the loop."""

    holding: Callable[[int], AbstractContextManager[None]] = lambda _letter: nullcontext()
    """A context for the time in which a letter (its number) is being sent: meanwhile its lease is renewed."""
    going_on: Callable[[], bool] = lambda: True
    """May another letter be claimed?"""


ALONE = Supervision()


def send_due(
    context: Context,
    transport: MailTransport,
    clock: Clock,
    most: int = AT_ONCE,
    by: Supervision = ALONE,
) -> int:
    """Send the letters that are due, oldest first, at most `most`, and return how many were claimed.

    When the relay gives no answer, no further letter is claimed. When `most` is reached, another job is enqueued, so
    that a long queue leaves room for other work.

    One transaction records the last result and claims the next letter. It skips fsync: after a power cut a letter may
    be sent twice (same Message-ID), never lost.
    """
    count = 0
    with context.store.connect_relaxed() as connection:
        letter = _claim(context, connection, clock())
    while letter is not None:
        with by.holding(letter.id):
            fault = _deliver(context, transport, letter)
        count += 1
        goes_on = count < most and by.going_on() and not (fault and fault.unanswered)
        with context.store.connect_relaxed() as connection:
            _record_result(connection, letter, fault, clock())
            done, letter = letter, _claim(context, connection, clock()) if goes_on else None
        if fault is None:
            late_letters.note_late_letter(context, done, clock())
        elif fault.dead:
            bounces.record_refused(context, done.id, str(fault), clock())
    if count == most:
        context.queue.enqueue(Job.POST, ANY)
    return count


def renew_leases(context: Context, letters: Collection[int], now: datetime) -> None:
    """Extend the leases of letters that are being sent."""
    with context.store.connect_relaxed() as connection:
        connection.execute(_RENEW, {"letters": list(letters), "until": now + LEASE})


def is_anything_due(context: Context, now: datetime) -> bool:
    """Is any letter due? One whose worker died has no job: only its expired lease shows it."""
    with context.store.connect_readonly() as connection:
        return connection.scalar(_DUE, {"now": now}) is not None


def _deliver(context: Context, transport: MailTransport, letter: QueuedLetter) -> Undelivered | None:
    try:
        transport.send(context.addresses.bounce(letter.id), letter.to_address, build_message(context, letter))
    except Undelivered as fault:
        return fault
    except Exception as fault:
        # A bug of ours, not the relay's fault. It must not stop the letters behind this one, nor be lost: it is retried
        # like a temporary failure, and `adjudicator doctor` reports it.
        log.exception("letter cannot be sent", letter=letter.id)
        return Undelivered(f"our fault: {fault}", permanent=False)
    return None


def _claim(context: Context, connection: Connection, now: datetime) -> QueuedLetter | None:
    """Claim the letter that is due first; None when there is none. Letters before it that must not go are dropped or
    put off.
    """
    while (letter := cast("DueLetter | None", connection.execute(_OLDEST, {"now": now}).first())) is not None:
        if not is_current(letter, letter, now):
            connection.execute(_DROP, {"letter": letter.id})
        elif hold := _find_hold(connection, letter, now):
            # Its reader wished it to wait if it would have waited also when it was due; else it is late, and waits at
            # our cost.
            wished = _find_hold(connection, letter, late_letters.find_due_from(letter)) == hold
            held = hold[1] if wished else letter.held_until
            connection.execute(_HOLD, {"letter": letter.id, "then": hold[1], "held": held})
        elif context.pace and (then := next_slot(connection, letter.to_address, context.pace, now)):
            connection.execute(_PUT_OFF, {"letter": letter.id, "then": then})
        else:
            # Not if it was tried before: it may have arrived, and a repeat has to be the same letter.
            whole = coalesce(connection, letter, now) if letter.company and not letter.tries else letter
            connection.execute(_CLAIM, {"letter": whole.id, "until": now + LEASE})
            return whole
    return None


def _find_hold(connection: Connection, letter: DueLetter, now: datetime) -> tuple[datetime, datetime] | None:
    """Return the quiet time in which a letter waits that was written before it began; others are held when written."""
    if letter.quiet_hours is None:
        return None
    due = _find_due(connection, letter, now)
    is_answer = letter.inbox_id is not None
    hold = find_hold(
        Held(letter.kind, letter.quiet_hours, letter.zone or "UTC", is_answer, letter.true_until, due), now
    )
    return hold if hold is not None and letter.created_at < hold[0] else None


def _find_due(connection: Connection, letter: DueLetter, now: datetime) -> datetime | None:
    """Return the first deadline that a letter tells its reader, also where the clock stands as the letter is late."""
    if letter.kind == digest_kinds.DIGEST.name:
        due: datetime | None = connection.scalar(_FIRST_DEADLINE, {"player": letter.player_id})
        found = (due, late_letters.deadline_if_sent(connection, letter, now))
        return min((one for one in found if one is not None), default=None)
    if letter.awaited_id is None or letter.awaited_id != letter.player_id:
        return None
    return letter.due_at or late_letters.deadline_if_sent(connection, letter, now)


def _record_result(connection: Connection, letter: QueuedLetter, fault: Undelivered | None, now: datetime) -> None:
    """Record the result of sending a claimed letter."""
    if fault is None:
        connection.execute(_SENT, {"letter": letter.id, "now": now})
    elif fault.permanent or now - letter.created_at > GIVE_UP_AFTER:
        connection.execute(_FAILED, {"letter": letter.id, "why": str(fault)})
    elif fault.relay_down:
        connection.execute(_BACK, {"letter": letter.id, "why": str(fault), "then": letter.next_try_at})
    else:
        delay = DELAYS[min(letter.tries, len(DELAYS) - 1)]
        connection.execute(_AGAIN, {"letter": letter.id, "why": str(fault), "then": now + delay})
