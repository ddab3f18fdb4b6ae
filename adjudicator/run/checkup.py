"""What a host asks when something is wrong: is every part there, and if not, what is to be done."""

from __future__ import annotations

import smtplib
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

import redis
from celery import Celery
from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError

from adjudicator.broker import SWEEP_SECONDS, celery_for
from adjudicator.desk.desk import Bell, Desk
from adjudicator.desk.timekeeping import last_sweep
from adjudicator.environment import Relay
from adjudicator.run.embedded import broker_url, redis_url
from adjudicator.settings import Settings
from adjudicator.store.schema import is_current
from adjudicator.store.states import InboxState, OutboxState
from adjudicator.store.tables import Inbox, Outbox

ANSWER_SECONDS = 3.0
LATE_SWEEP = timedelta(seconds=6 * SWEEP_SECONDS)
QUEUES = frozenset({*map(str, Bell), "clock"})


class Ill(Exception):
    """A part that is not well; `advice` says what a host can do."""

    def __init__(self, fact: str, advice: str) -> None:
        super().__init__(fact)
        self.advice = advice


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found about one part; with advice, it is not well."""

    part: str
    fact: str
    advice: str = ""


def examine(settings: Settings, desk: Desk, now: datetime) -> Iterator[Finding]:
    """Look at one part after the other."""
    checks: dict[str, Callable[[], str]] = {
        "database": lambda: _database(settings),
        "broker": lambda: _broker(settings),
        "worker": lambda: _worker(celery_for(broker_url(settings))),
        "clock": lambda: _clock(desk, now),
        "letters in": lambda: _inbox(desk),
        "letters out": lambda: _outbox(desk),
        "relay": lambda: _relay(settings.smtp_out),
    }
    for part, check in checks.items():
        try:
            yield Finding(part, check())
        except Ill as fault:
            yield Finding(part, str(fault), fault.advice)


def _database(settings: Settings) -> str:
    with _well(SQLAlchemyError, "does not answer", "start it, or correct DATABASE_URL"):
        current = is_current(settings.database_url)
    if not current:
        raise Ill("has the tables of another version", "run `adjudicator migrate`, and restart every program")
    return "answers, and has the tables of this version"


def _broker(settings: Settings) -> str:
    advice = "start it, or correct REDIS_URL" if settings.redis_url else "start the service: `adjudicator up`"
    with (
        _well(redis.RedisError, "does not answer", advice),
        redis.Redis.from_url(
            redis_url(settings), socket_timeout=ANSWER_SECONDS, socket_connect_timeout=ANSWER_SECONDS
        ) as client,
    ):
        client.ping()
    return "answers"


def _worker(app: Celery) -> str:
    with _well(Exception, "cannot be asked", "see to the broker first"):
        answers = app.control.inspect(timeout=ANSWER_SECONDS).active_queues() or {}
    served = {queue["name"] for queues in answers.values() for queue in queues}
    if missing := sorted(QUEUES - served):
        advice = "start the worker line of the Procfile on some machine, or read its log"
        raise Ill(f"nobody serves the queues {', '.join(missing)}" if served else "none answers", advice)
    return f"{len(answers)} at work"


def _clock(desk: Desk, now: datetime) -> str:
    with _well(SQLAlchemyError, "cannot be read", "see to the database first"):
        last = last_sweep(desk)
    if last is None or now - last > LATE_SWEEP:
        fact = "never swept" if last is None else f"last swept {_ago(now - last)}"
        raise Ill(fact, "start the beat line of the Procfile on exactly one machine, and see that a worker runs")
    return f"last swept {_ago(now - last)}"


def _inbox(desk: Desk) -> str:
    with _well(SQLAlchemyError, "cannot be counted", "see to the database first"), desk.store.reading() as session:
        counts = dict(session.execute(select(Inbox.state, func.count()).group_by(Inbox.state)).tuples().all())
    if aside := counts.get(InboxState.ASIDE, 0):
        raise Ill(f"{aside} set aside", "`adjudicator retry` lists them, and judges one again")
    return f"{counts.get(InboxState.WAITING, 0)} waiting"


def _outbox(desk: Desk) -> str:
    unsent = Outbox.state.in_((OutboxState.WAITING, OutboxState.SENDING))
    again = select(Outbox.error).where(unsent, Outbox.error != "").order_by(Outbox.id.desc()).limit(1)
    with _well(SQLAlchemyError, "cannot be counted", "see to the database first"), desk.store.reading() as session:
        waiting = session.scalar(select(func.count()).where(unsent))
        error = session.scalar(again)
    if error:
        raise Ill(f"{waiting} waiting; the relay said: {error}", "see to the relay; they go out by themselves then")
    return f"{waiting} waiting"


def _relay(relay: Relay) -> str:
    if relay.keeps:
        return "none: letters are kept for the mailbox page"
    advice = "correct ADJUDICATOR_SMTP_OUT, or ask whoever runs the relay"
    with _well((OSError, smtplib.SMTPException), f"{relay} does not let us in", advice), _connected(relay) as line:
        if relay.scheme == "smtp+starttls":
            line.starttls(context=ssl.create_default_context())
        if relay.user:
            line.login(relay.user, relay.password)
        line.noop()
    return f"{relay} lets us in"


@contextmanager
def _connected(relay: Relay) -> Iterator[smtplib.SMTP]:
    if relay.scheme == "smtps":
        line: smtplib.SMTP = smtplib.SMTP_SSL(
            relay.host, relay.port, timeout=ANSWER_SECONDS, context=ssl.create_default_context()
        )
    else:
        line = smtplib.SMTP(relay.host, relay.port, timeout=ANSWER_SECONDS)
    with line:
        yield line


@contextmanager
def _well(faults: type[Exception] | tuple[type[Exception], ...], fact: str, advice: str) -> Iterator[None]:
    try:
        yield
    except faults as fault:
        raise Ill(f"{fact}: {str(fault).splitlines()[0]}", advice) from fault


def _ago(age: timedelta) -> str:
    return f"{round(age.total_seconds())} seconds ago" if age < timedelta(minutes=3) else f"{age} ago".partition(".")[0]
