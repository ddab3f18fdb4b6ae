"""Outages: while the service could take no orders, nobody becomes late.

1. Each sweep records in the database when it began (`note_outage`).
2. A gap between two sweeps of more than `outage_rows.OUTAGE_AFTER` is an outage, and gets a row.
3. `settle_outages` moves each deadline that the outage touched by the time lost, before anybody is told that it passed.
4. If a deadline would have passed during the outage, all players of the match get a letter about it. The others read of
   it in their next letter.

Several machines may sweep at the same time, with clocks that differ. An outage begins no earlier than the one before
ended, so that the same hours are given back once, and not at every sweep. A machine may also start with the clock of
long ago, as one without a battery does: when it is right again, only the time since the latest sweep of all is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import TypeAlias

import structlog
from sqlalchemy import or_, select

from adjudicator.services.context import Context
from adjudicator.services.matches.clock import match_clock
from adjudicator.services.matches.letters import clock_letters
from adjudicator.services.matches.rows.outage_rows import (
    AWAKE,
    LATEST,
    list_unsettled,
    prolong_invitations,
    record_awake,
)
from adjudicator.services.unit_of_work import UnitOfWork, unit_of_work
from adjudicator.store.operation_tables import Outage, Sweep, SweepFault, record_job_run
from adjudicator.store.states import MatchState, SweepTask
from adjudicator.store.tables import Match

CLOCK_SKEW = timedelta(days=1)
"""Clocks of several machines may differ by this much. An outage that ends later than that in the future was none."""
NOTED_EVERY = timedelta(seconds=30)
"""The beginning of a sweep is written at most this often: each write is an fsync, and sweeps may come in bursts."""
_AWAKE = select(Sweep.last_at).where(Sweep.name == AWAKE)

TryRow: TypeAlias = Callable[[SweepTask, int, Callable[[UnitOfWork], None]], bool]
"""Does a task for a row in a transaction of its own, and tells whether it did not fail."""

log = structlog.get_logger()


def note_outage(context: Context, now: datetime, try_row: TryRow) -> None:
    """Record that the service is running now; after a gap, record an outage as well."""
    with context.store.connect_readonly() as connection:
        awake = connection.scalar(_AWAKE)
    if awake is not None and abs(now - awake) < NOTED_EVERY:
        return
    for outage in _false_outages(context, now):
        _retract_outage(context, outage, now, try_row)
    with unit_of_work(context, now) as work:
        since = record_awake(work.session, now)
        if since is None:
            return
        work.session.add(Outage(since=since, until=now))
        prolong_invitations(work.session, since, now)
    log.warning("the service was away", since=since.isoformat(), until=now.isoformat(), lost=str(now - since))


def settle_outages(context: Context, now: datetime, try_row: TryRow) -> None:
    """Move the deadlines that an outage touched, each once, and write the letters about it.

    Each match has a transaction of its own. A sweep that is killed in between leaves the rest to the next one. A match
    on which it fails is tried again by later sweeps, for all outages that touched it (`settle_match_again`).
    """
    with context.store.reading() as session:
        unsettled = list_unsettled(session)
    for outage in unsettled:
        moved = 0
        for number in _touched(context, outage):
            moved += try_row(SweepTask.OUTAGE, number, partial(_settle_match, number=number, outages=[outage]))
        with unit_of_work(context, now) as work:
            work.session.get_one(Outage, outage.id).settled_at = now
        log.warning("deadlines moved for an outage", outage=outage.id, matches=moved)


def matches_to_settle_again(context: Context, now: datetime) -> list[int]:
    """List the matches on which a sweep failed when it moved deadlines, and which are to be tried again."""
    failed = select(SweepFault.number).where(SweepFault.task == SweepTask.OUTAGE, SweepFault.retry_at <= now)
    with context.store.reading() as session:
        return list(session.scalars(failed))


def settle_match_again(work: UnitOfWork, match: Match) -> None:
    """Move the deadline of a match by all outages that touched it and were settled without it."""
    if match.since is not None:
        settled = (
            select(Outage).where(Outage.until > match.since, Outage.settled_at.is_not(None)).order_by(Outage.until)
        )
        _settle_match(work, match.id, work.session.scalars(settled).all())


def _settle_match(work: UnitOfWork, number: int, outages: Sequence[Outage]) -> None:
    match = work.session.scalars(select(Match).where(Match.id == number).with_for_update(of=Match)).one()
    for outage in outages:
        if _is_touched(match, outage):
            _move_deadline(work, match, outage)


def _false_outages(context: Context, now: datetime) -> list[int]:
    """List the outages that end in the future: the machine's clock was set wrong when they were noted."""
    with context.store.reading() as session:
        return list(session.scalars(select(Outage.id).where(Outage.until > now + CLOCK_SKEW)))


def _retract_outage(context: Context, number: int, now: datetime, try_row: TryRow) -> None:
    """End an outage now, in all running turns first.

    A sweep that is killed in between, or fails on a match, leaves the rest to the next one.
    """
    with context.store.reading() as session:
        matches = session.scalars(
            select(Match.id).where(Match.state == MatchState.RUNNING, Match.outage_id == number)
        ).all()
    ended = [try_row(SweepTask.OUTAGE, one, partial(_end_outages, number=one)) for one in matches]
    if not all(ended):
        return
    with unit_of_work(context, now) as work:
        outage = work.session.get_one(Outage, number)
        outage.until = max(outage.since, now)
        record_job_run(work.session, LATEST, now)
    log.warning("an outage was none: the clock was wrong", outage=number)


def _end_outages(work: UnitOfWork, number: int) -> None:
    match = work.session.scalars(select(Match).where(Match.id == number).with_for_update(of=Match)).one()
    match_clock.end_outages(match, work.now)


def last_outage(context: Context) -> Outage | None:
    """Return the newest outage, for `adjudicator doctor`."""
    with context.store.reading() as session:
        return session.scalars(select(Outage).order_by(Outage.until.desc()).limit(1)).first()


def _touched(context: Context, outage: Outage) -> list[int]:
    query = select(Match.id).where(
        Match.state == MatchState.RUNNING,
        Match.awaited_id.is_not(None),
        Match.since < outage.until,
        or_(Match.outage_id.is_(None), Match.outage_id < outage.id),
    )
    with context.store.reading() as session:
        return list(session.scalars(query.order_by(Match.id)))


def _is_touched(match: Match, outage: Outage) -> bool:
    """Is the match's deadline still to be moved for this outage?"""
    if match.clock is None or match.since is None or (match.outage_id or 0) >= outage.id:
        return False
    return match.since < outage.until


def _move_deadline(work: UnitOfWork, match: Match, outage: Outage) -> None:
    before = match.due_at
    match_clock.add_outage(match, outage.since, outage.until)
    if before is None or before < outage.since or match.due_at == before:
        return
    match.outage_id = outage.id
    if before > outage.until:  # it would not have passed: the next letter tells the players
        return
    work.session.flush()
    clock_letters.notify_outage(work, match)
