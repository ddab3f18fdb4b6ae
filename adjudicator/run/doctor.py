"""Health checks of every part of the service; each failure comes with advice for the host.

Settings and an open context come in, findings go out, one a part. Nothing is changed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

import redis
from celery import Celery
from sqlalchemy import and_, func, not_, or_, select
from sqlalchemy.exc import SQLAlchemyError

from adjudicator.bootstrap import refuse_missing_file
from adjudicator.config.env_reader import BadSetting, is_loopback
from adjudicator.config.imap_settings import MailFolder
from adjudicator.config.settings import Settings
from adjudicator.engines.registry import engines
from adjudicator.infra.celery_queue import SWEEP_SECONDS, celery_for
from adjudicator.infra.dns_lookup import DnsRecords, TxtResolver
from adjudicator.infra.private_broker import broker_url, redis_url
from adjudicator.infra.transport import transport_for
from adjudicator.listen.imap_folder import CONNECTION_ERRORS, MailboxClosed, open_folder
from adjudicator.mail.errors import DnsUnavailable
from adjudicator.mail.incoming.delivery_status import Undelivered
from adjudicator.mail.outgoing.dkim_record import dkim_record
from adjudicator.run import doctor_machine, doctor_mail
from adjudicator.run.doctor_machine import LATE_VISIT
from adjudicator.run.finding import CheckFailed, Finding, start_program
from adjudicator.services.context import Context
from adjudicator.services.inbound import imap_progress
from adjudicator.services.job_queue import Job
from adjudicator.services.jobs import letter_retention, letter_sender
from adjudicator.services.jobs.periodic_sweep import last_sweep
from adjudicator.services.jobs.sweep_reports import describe_fault
from adjudicator.services.matches.deadlines import outages
from adjudicator.store.operation_tables import SweepFault
from adjudicator.store.schema import is_current
from adjudicator.store.states import InboxState, MatchState, OutboxState, SweepTask
from adjudicator.store.tables import Inbox, Match, Outbox

ANSWER_SECONDS = 3.0
ROLL_CALL_SECONDS = 1.5
"""How long to collect answers from workers; their number is not known, so the time is always used up."""
LATE_SWEEP = timedelta(seconds=6 * SWEEP_SECONDS)
LATELY = timedelta(days=3)
"""For how long a past failure, such as a letter that could not be delivered, is reported."""
MOST_NAMED = 3
"""Letters that are named of several with the same trouble."""
QUEUES = frozenset({*map(str, Job), "clock"})


def run_checks(
    settings: Settings, context: Context, now: datetime, dns: doctor_mail.Dns = DnsRecords
) -> Iterator[Finding]:
    """Check one part after the other. A part whose dependency has failed is skipped."""
    checks: tuple[tuple[str, str, Callable[[], str]], ...] = (
        ("database", "", lambda: _database(settings)),
        ("matches", "database", lambda: doctor_machine.check_replays(context)),
        ("broker", "", lambda: _broker(settings)),
        ("worker", "broker", lambda: _worker(celery_for(broker_url(settings)))),
        ("pages", "database", lambda: doctor_machine.check_pages(settings)),
        ("listener", "database", lambda: doctor_machine.check_listener(settings, context)),
        ("clock", "database", lambda: _clock(context, now)),
        ("what is due", "database", lambda: _due(context)),
        ("games", "database", lambda: _games(context)),
        ("letters in", "database", lambda: _inbox(context)),
        ("mailbox", "database", lambda: _mailbox(settings, context, now)),
        ("letters out", "database", lambda: _outbox(context, now)),
        ("letters kept", "database", lambda: _kept(context, now)),
        ("relay", "", lambda: _relay(settings)),
        ("signature", "", lambda: _signature(context)),
        ("MX", "", lambda: doctor_mail.check_mail_servers(settings, dns)),
        ("SPF", "", lambda: doctor_mail.check_spf(settings, dns)),
        ("DMARC", "", lambda: doctor_mail.check_dmarc(settings, dns)),
        ("files", "", lambda: doctor_machine.check_files(settings)),
        ("disk", "", lambda: doctor_machine.check_disk(settings)),
        ("back-up", "database", lambda: doctor_machine.check_backup(settings, context, now)),
        ("export", "database", lambda: doctor_machine.check_export(settings, context, now)),
        ("time", "", lambda: doctor_machine.check_time(settings, context)),
    )
    failed: set[str] = set()
    for part, depends_on, check in checks:
        if depends_on in failed:
            continue
        try:
            yield Finding(part, check())
        except CheckFailed as fault:
            failed.add(part)
            yield Finding(part, str(fault), fault.advice)


def _database(settings: Settings) -> str:
    try:
        refuse_missing_file(settings)
    except BadSetting as fault:
        raise CheckFailed(str(fault), "correct DATABASE_URL, or run `adjudicator migrate`") from fault
    with _well(SQLAlchemyError, "does not answer", "start it, or correct DATABASE_URL"):
        current = is_current(settings.database_url)
    if not current:
        raise CheckFailed("has the tables of another version", "run `adjudicator migrate`, and restart every program")
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
    answers = app.control.inspect(timeout=ROLL_CALL_SECONDS).active_queues() or {}
    served = {queue["name"] for queues in answers.values() for queue in queues}
    if missing := sorted(QUEUES - served):
        fact = f"nobody serves the queues {', '.join(missing)}" if served else "none answers"
        raise CheckFailed(fact, start_program("worker", " on some machine"))
    return f"{len(answers)} at work"


def _clock(context: Context, now: datetime) -> str:
    last = last_sweep(context)
    if last is None or now - last > LATE_SWEEP:
        fact = "never swept" if last is None else f"last swept {_ago(now - last)}"
        raise CheckFailed(fact, f"see that a worker runs, and {start_program('beat', ' on one machine')}")
    outage = outages.last_outage(context)
    if outage is None or now - outage.until > LATELY:
        return f"last swept {_ago(now - last)}"
    away = f"from {outage.since:%Y-%m-%d %H:%M} to {outage.until:%Y-%m-%d %H:%M} UTC"
    return f"last swept {_ago(now - last)}; the service was down {away}, and deadlines moved by as much"


def _due(context: Context) -> str:
    with context.store.reading() as session:
        rows = session.scalars(
            select(SweepFault).where(SweepFault.task.in_(SweepTask)).order_by(SweepFault.since.desc())
        ).all()
        if not rows:
            return "is done in time"
        last = describe_fault(session, rows[0])
    advice = "mend the cause, or report it; each is tried again by itself, at least once an hour"
    raise CheckFailed(f"{len(rows)} could not be done, the last {last}", advice)


def _games(context: Context) -> str:
    open_states = MatchState.INVITING, MatchState.RUNNING
    query = select(Match.rules, func.count()).where(Match.state.in_(open_states)).group_by(Match.rules)
    with context.store.reading() as session:
        played = dict(session.execute(query.order_by(Match.rules)).all())
    missing = {rules: count for rules, count in played.items() if rules not in engines()}
    if missing:
        fact = ", ".join(f"{rules}, of {count} open matches, is not installed" for rules, count in missing.items())
        raise CheckFailed(fact, "install the package with the game again; until then those matches stand still")
    return f"{sum(played.values())} open matches, and the rules of all are installed"


def _inbox(context: Context) -> str:
    open_states = InboxState.WAITING, InboxState.ASIDE
    query = select(Inbox.state, func.count()).where(Inbox.state.in_(open_states)).group_by(Inbox.state)
    with context.store.reading() as session:
        counts = dict(session.execute(query).all())
    if aside := counts.get(InboxState.ASIDE, 0):
        raise CheckFailed(f"{aside} set aside", "`adjudicator retry` lists them, and judges one again")
    return f"{counts.get(InboxState.WAITING, 0)} waiting"


def _kept(context: Context, now: datetime) -> str:
    if not context.letter_days:
        return "for ever: ADJUDICATOR_LETTER_DAYS is 0"
    waiting = letter_retention.count_overdue(context, now)
    backlog = f"; those of {waiting} matches go with the next sweeps" if waiting else ""
    return f"for {context.letter_days} days after a match{backlog}"


def _mailbox(settings: Settings, context: Context, now: datetime) -> str:
    found = []
    if settings.maildir is not None:
        found.append(doctor_machine.check_maildir(settings.maildir, now))
    if settings.imap is not None:
        found.append(_imap_folder(settings.imap, context, now))
    return "; ".join(found) or "none: letters are brought to us"


def _imap_folder(folder: MailFolder, context: Context, now: datetime) -> str:
    name, last = str(folder), imap_progress.last_visit(context)
    if last is None or now - last > LATE_VISIT:
        fact = "never read" if last is None else f"last read {_ago(now - last)}"
        with _well(
            (*CONNECTION_ERRORS, MailboxClosed),
            f"{name} was {fact}",
            "correct ADJUDICATOR_IMAP, or see to the provider",
        ):
            _look_into(folder)
        raise CheckFailed(f"{name} was {fact}", start_program("poll", " on one machine"))
    if aside := imap_progress.failed_letters(context, now - LATELY):
        fact = f"{len(aside)} in {name} could not be read, the last because of {aside[-1].why}"
        raise CheckFailed(fact, "they have a star there: read them; `adjudicator poll --again` tries once more")
    return f"{name} was last read {_ago(now - last)}"


def _look_into(where: MailFolder) -> None:
    with open_folder(where):
        pass


def _outbox(context: Context, now: datetime) -> str:
    unsent = Outbox.next_try_at.is_not(None)
    again = select(Outbox.error).where(unsent, Outbox.error != "").order_by(Outbox.next_try_at.desc()).limit(1)
    ours = Outbox.error.startswith(letter_sender.OUR_FAULT, autoescape=True)
    first = func.coalesce(Outbox.first_refused_at, Outbox.created_at)
    given_up = and_(Outbox.tries > 1, first > now - LATELY - letter_sender.GIVE_UP_AFTER)
    lost = Outbox.state == OutboxState.FAILED, or_(first > now - LATELY, given_up)
    with context.store.reading() as session:
        waiting = session.scalar(select(func.count()).where(unsent))
        faulty = sorted(session.scalars(select(Outbox.id).where(unsent, ours).order_by(Outbox.next_try_at)))
        error = session.scalar(again.where(ours if faulty else not_(ours)))
        told = select(Outbox.to_address, Outbox.error).where(*lost).order_by(Outbox.created_at, Outbox.id)
        failed = session.execute(told).all()
    if faulty:
        letters = ", ".join(map(str, faulty[:MOST_NAMED]))
        fact = f"{waiting} waiting; {len(faulty)} cannot be sent (letter {letters}); {error}"
        raise CheckFailed(fact, "the log has the traceback: please report it. They are tried again every few hours")
    if error:
        raise CheckFailed(
            f"{waiting} waiting; the relay said: {error}", "see to the relay; they go out by themselves then"
        )
    if failed:
        address, why = failed[-1]
        fact = f"{waiting} waiting; {len(failed)} could not be delivered, the last to {address}: {why}"
        raise CheckFailed(fact, "write to the player another way, or see to the relay if it refuses everybody")
    return f"{waiting} waiting"


def _relay(settings: Settings) -> str:
    if settings.smtp_out.keeps:
        return "none: letters are kept for the mailbox page"
    relay = settings.smtp_out
    if relay.scheme == "smtp" and relay.password and not is_loopback(relay.host):
        advice = "use smtp+starttls:// or smtps:// in ADJUDICATOR_SMTP_OUT"
        raise CheckFailed(f"the password goes to {relay} in the open", advice)
    refused = f"{settings.smtp_out} does not let us in"
    with _well(Undelivered, refused, "correct ADJUDICATOR_SMTP_OUT, or see to the relay"):
        transport_for(settings.smtp_out).check()
    return f"{settings.smtp_out} lets us in"


def _signature(context: Context) -> str:
    dkim_signer = context.dkim_signer
    if dkim_signer is None:
        return "none: letters go out as they are, for the relay to sign"
    advice = f'publish in the DNS: {dkim_signer.record_name} TXT "{dkim_record(dkim_signer)}"'
    with _well(DnsUnavailable, "the DNS does not answer for", "see to this machine's name servers, and ask again"):
        published = (context.lookup or TxtResolver())(dkim_signer.record_name)
    if _key_in(published) != _key_in(dkim_record(dkim_signer)):
        raise CheckFailed(
            f"{dkim_signer.record_name} holds another key" if published else "its key is not published", advice
        )
    return f"by the key that {dkim_signer.record_name} holds"


def _key_in(record: str) -> str:
    found = re.search(r"\bp=([^;]*)", record)
    return "".join(found[1].split()) if found else ""


@contextmanager
def _well(faults: type[Exception] | tuple[type[Exception], ...], fact: str, advice: str) -> Iterator[None]:
    try:
        yield
    except faults as fault:
        raise CheckFailed(f"{fact}: {str(fault).splitlines()[0]}", advice) from fault


def _ago(age: timedelta) -> str:
    # A sweep may have run since the check's `now` was read, which would give a negative age.
    return f"{timedelta(seconds=round(max(age.total_seconds(), 0)))} (hours:minutes:seconds) ago"
