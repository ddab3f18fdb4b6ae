"""Sends the outbox: the last step of a letter, after `outbox.enqueue`. `worker.sending_threads` calls `send_due`.

1. Claim the letter that has been due for the longest time (`_claim`), but none behind another letter of the same player
   and match that is due or on its way (`_IS_FIRST`). Drop it if it is no longer current (`outbox.staleness`), put it
   off if its reader's quiet hours have begun (`outbox.quiet_holds`) or its domain had enough (`outbox.throttle`), merge
   others into it (`outbox.coalescing`). Its state is `SENDING` now, and `next_try_at` is the end of its lease.
2. Build the message and hand it to the relay, outside any transaction (`_deliver`).
3. Record the result, and claim the next letter, in one transaction (`_record_result`): sent, failed for good, or tried
   again later. If the relay is down, the letter keeps its place, and the loop ends.
4. If the relay says that the address does not exist, `automated.bounces` records that and marks the letter's player,
   in one transaction before the next letter is claimed. If a letter left late, its match is marked
   (`matches.clock.late_letters`): the time belongs to the player.

A worker that dies leaves its letter in `SENDING`. When the lease ends, the letter is due again, and is sent a second
time with the same Message-ID: twice is possible, never is not. A worker that was only slow no longer has the letter
then: a failure that it reports changes nothing, for another worker may have sent the letter, or its player is erased.

A letter on which our program fails, when it is claimed or built, is put off with the fault as its error, and all others
leave. `adjudicator doctor` reports it, and it is never given up: a later version of the program may send it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol, cast

import structlog
from sqlalchemy import Connection, bindparam, func, or_, select, update
from sqlalchemy.exc import DataError, DBAPIError

from adjudicator.mail.address_token import redact_tokens
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
from adjudicator.store.session import is_temporary
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
"""How long after the relay first refused a letter it is given up. One that the relay has not seen waits on."""
OUR_FAULT = "our fault: "
"""Begins the error of a letter on which our program fails."""

AT_ONCE = 25
"""Letters that one call sends."""

log = structlog.get_logger()

Clock = Callable[[], datetime]

# Bare statements that write, as in `inbound.intake`. A letter is claimed, and its result recorded, in one short
# transaction for which all other writers wait: an object of a session would make it longer.
_letters, _matches, _players = (Base.metadata.tables[kind.__tablename__] for kind in (Outbox, Match, Player))
_outbox, _match, _player = _letters.c, _matches.c, _players.c
_before = _letters.alias("before")
_IS_FIRST = (
    # Not EXISTS, to which PostgreSQL may read all letters.
    select(_before.c.id)
    .where(
        _before.c.player_id == _outbox.player_id,
        _before.c.match_id == _outbox.match_id,
        _before.c.id < _outbox.id,
        _before.c.next_try_at.is_not(None),
        or_(
            _before.c.state == OutboxState.SENDING,
            (_before.c.next_try_at <= bindparam("now")) & (_before.c.gist == ""),
        ),
    )
    .limit(1)
    .scalar_subquery()
    .is_(None)
)
"""SQL: must no letter of the same player and match leave before this one? They leave in the order of the rows.

The receipt of a move and the letter of the next turn may be due in the same second, when the house answers at once. Two
senders that had one each would deliver them in any order.

- A letter in hand keeps back those behind it, until its result is recorded or its lease ends. Whoever records the
  result claims the next letter, so nobody needs to be woken for those that were kept back.
- One that is due is ahead as well: another sender may be about to claim it, whose lock hides it from this one.
- One that was put off after a failure, or waits for quiet hours or for its domain, keeps nothing back.
- Nor does one that may be merged into a letter behind it (`gist`).
"""
_OLDEST = (
    select(
        *(_letters, _match.state.label("match_state"), _match.turn, _match.stopped_at, HAS_COMPANY.label("company")),
        *(_match.awaited_id, _match.due_at, _player.quiet_hours, _player.zone),
    )
    .outerjoin(_matches, _match.id == _outbox.match_id)
    .outerjoin(_players, _player.id == _outbox.player_id)
    .where(_outbox.next_try_at <= bindparam("now"), _IS_FIRST)
    .order_by(_outbox.next_try_at, _outbox.id)
    .limit(1)
    .with_for_update(skip_locked=True, of=_letters)
)
"""The letter that has been due for the longest time, with the state of its match and its player's quiet hours."""
_FIRST_DEADLINE = select(func.min(_match.due_at)).where(_match.awaited_id == bindparam("player"))
_OLDEST_ROW = (
    select(_outbox.id, _outbox.tries)
    .where(_outbox.next_try_at <= bindparam("now"), _IS_FIRST)
    .order_by(_outbox.next_try_at, _outbox.id)
    .limit(1)
    .with_for_update(skip_locked=True)
)
"""The same letter, if what is in its columns cannot be read."""
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
_PUT_ASIDE = _THE_LETTER.values(
    state=OutboxState.WAITING, next_try_at=bindparam("then"), tries=_outbox.tries + 1, error=bindparam("why")
)
_STILL_MINE = _THE_LETTER.where(_outbox.state == OutboxState.SENDING, _outbox.tries == bindparam("claim"))
"""Nobody has claimed the letter since, and nobody has dropped it."""
_BACK = _STILL_MINE.values(
    state=OutboxState.WAITING, next_try_at=bindparam("then"), tries=_outbox.tries - 1, error=bindparam("why")
)
"""To its old place in the queue: the relay has not seen it."""
_DROP = _THE_LETTER.values(state=OutboxState.DROPPED, next_try_at=None)
_SENT = _THE_LETTER.where(_outbox.next_try_at.is_not(None)).values(
    state=OutboxState.SENT, sent_at=bindparam("now"), next_try_at=None, error=""
)
"""Also if another worker has claimed it since: the relay has it, and nobody needs to send it again."""
_FAILED = _STILL_MINE.values(
    state=OutboxState.FAILED, next_try_at=None, error=bindparam("why"), first_refused_at=bindparam("first")
)
_AGAIN = _STILL_MINE.values(
    state=OutboxState.WAITING,
    next_try_at=bindparam("then"),
    error=bindparam("why"),
    first_refused_at=bindparam("first"),
)


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
    """
    count = 0
    letter = _go_on(context, clock, None, goes_on=True)
    while letter is not None:
        with by.holding(letter.id):
            fault = _deliver(context, transport, letter)
        count += 1
        goes_on = count < most and by.going_on() and not (fault and fault.unanswered)
        if fault is not None and fault.dead:
            fault = _record_dead(context, letter, fault, clock())
        letter = _go_on(context, clock, _Tried(letter, fault), goes_on=goes_on)
    if count == most:
        context.queue.enqueue(Job.POST, ANY)
    return count


@dataclass(frozen=True, slots=True)
class _Tried:
    """A letter that was handed to the relay, and its fault."""

    letter: QueuedLetter
    fault: Undelivered | None


def _go_on(context: Context, clock: Clock, tried: _Tried | None, *, goes_on: bool) -> QueuedLetter | None:
    """Record the last result, and claim the next letter if `goes_on`.

    It is one transaction, and skips fsync: after a power cut a letter may be sent twice (same Message-ID), never lost.
    If a letter makes us fail, all is rolled back, that letter is put off, and all is done again.
    """
    while True:
        try:
            with context.store.connect_relaxed() as connection:
                recorded = tried is not None and _record_result(connection, tried.letter, tried.fault, clock())
                letter = _claim(context, connection, clock()) if goes_on else None
        except _FaultyLetterError as faulty:
            _put_aside(context, faulty, clock())
        else:
            break
    if tried is not None and tried.fault is None and recorded:
        late_letters.note_late_letter(context, tried.letter, clock())
    return letter


class _FaultyLetterError(Exception):
    """Our program fails on a letter that it claims; the cause is the fault."""

    def __init__(self, letter: int, tries: int) -> None:
        super().__init__(letter)
        self.letter = letter
        self.tries = tries


def _put_aside(context: Context, faulty: _FaultyLetterError, now: datetime) -> None:
    """Put a letter off that made us fail. Nothing is merged into it any more: that may be what fails."""
    log.error("letter cannot be claimed", letter=faulty.letter, exc_info=faulty.__cause__)
    why, delay = f"{OUR_FAULT}{faulty.__cause__}", _find_delay(faulty.tries)
    with context.store.connect_relaxed() as connection:
        connection.execute(_PUT_ASIDE, {"letter": faulty.letter, "then": now + delay, "why": redact_tokens(why)})


def _record_dead(context: Context, letter: QueuedLetter, fault: Undelivered, now: datetime) -> Undelivered:
    """Record that an address does not exist. Return the fault, or that of ours which lets the letter be tried again."""
    try:
        bounces.record_refused(context, letter.id, letter.tries + 1, str(fault), now)
    except Exception as own:
        if is_temporary(own):
            raise
        log.exception("bounce cannot be recorded", letter=letter.id)
        return Undelivered(f"{OUR_FAULT}{own}", permanent=False, ours=True)
    return fault


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
        bounce_address = context.addresses.bounce(letter.id, letter.created_at)
        transport.send(bounce_address, letter.to_address, build_message(context, letter))
    except Undelivered as fault:
        return fault
    except Exception as fault:
        # A bug of ours, not the relay's fault. It must not stop the letters behind this one, nor be lost: it is retried
        # like a temporary failure, and `adjudicator doctor` reports it.
        log.exception("letter cannot be sent", letter=letter.id)
        return Undelivered(f"{OUR_FAULT}{fault}", permanent=False, ours=True)
    return None


def _claim(context: Context, connection: Connection, now: datetime) -> QueuedLetter | None:
    """Claim the letter that is due first; None when there is none. Letters before it that must not go are dropped or
    put off. Raises `_FaultyLetterError`.
    """
    while (letter := _read_oldest(connection, now)) is not None:
        try:
            whole = _claim_or_pass(context, connection, letter, now)
        except Exception as fault:
            if _is_of_database(fault):
                raise
            raise _FaultyLetterError(letter.id, letter.tries) from fault
        if whole is not None:
            return whole
    return None


def _read_oldest(connection: Connection, now: datetime) -> DueLetter | None:
    try:
        return cast("DueLetter | None", connection.execute(_OLDEST, {"now": now}).first())
    except Exception as fault:
        if _is_of_database(fault):
            raise
        number, tries = connection.execute(_OLDEST_ROW, {"now": now}).one()
        raise _FaultyLetterError(number, tries) from fault


def _is_of_database(fault: Exception) -> bool:
    """Does the database fail, as it would with any letter? It may also refuse what one letter has in it."""
    return isinstance(fault, DBAPIError) and not isinstance(fault, DataError)


def _claim_or_pass(context: Context, connection: Connection, letter: DueLetter, now: datetime) -> QueuedLetter | None:
    """Claim a letter that is due; or drop it or put it off, and return None."""
    if not is_current(letter, letter, now):
        connection.execute(_DROP, {"letter": letter.id})
    elif hold := _find_hold(connection, letter, now):
        # If it would have been held at its due time as well, the hold is the reader's; otherwise we are late, and the
        # wait is at our cost.
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


def _record_result(connection: Connection, letter: QueuedLetter, fault: Undelivered | None, now: datetime) -> bool:
    """Record the result of sending a claimed letter; False if it is not ours any more."""
    claim = {"letter": letter.id, "claim": letter.tries + 1}
    if fault is None:
        return bool(connection.execute(_SENT, {"letter": letter.id, "now": now}).rowcount)
    if fault.relay_down:
        back = claim | {"why": str(fault), "then": letter.next_try_at}
        return bool(connection.execute(_BACK, back).rowcount)
    first = letter.first_refused_at if fault.ours else letter.first_refused_at or now
    refused = claim | {"why": str(fault), "first": first}
    if fault.permanent or (first is not None and not fault.ours and now - first > GIVE_UP_AFTER):
        return bool(connection.execute(_FAILED, refused).rowcount)
    return bool(connection.execute(_AGAIN, refused | {"then": now + _find_delay(letter.tries)}).rowcount)


def _find_delay(tries: int) -> timedelta:
    return DELAYS[min(tries, len(DELAYS) - 1)]
