"""Outages: a time in which the service could take no order makes nobody late.

Every sweep leaves its moment in the database when it begins. A gap between two of them is an outage: every deadline
that it touched moves by the time lost, before anybody is told that it has passed. Where it would have passed in the
gap, all who play there get a letter that says why it did not; the others read it in their next letter.

Sweeps of several machines may come at once and go by different clocks. An outage begins no earlier than the one before
ended, so that two clocks that differ give the same hours back once and not at every sweep.
"""

from __future__ import annotations

from datetime import datetime, timedelta

import structlog
from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from adjudicator.services.context import Context
from adjudicator.services.matches import notifications
from adjudicator.services.matches.match_rows import deadline_of
from adjudicator.services.unit_of_work import UnitOfWork, unit_of_work
from adjudicator.store.operation_tables import Outage, Sweep, last_done, mark_done
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match

OUTAGE_AFTER = timedelta(minutes=5)
"""Sweeps come every ten seconds; a restart or an upgrade that takes no longer than this moves nothing."""
NOTED_EVERY = timedelta(seconds=30)
"""Sweeps may come many times a second, and a row is written to disk each time that it is noted."""
AWAKE = "awake"
"""When one of the last sweeps began."""
SWEPT = "sweep"
"""When the last sweep had come through."""

_AWAKE = select(Sweep.last_at).where(Sweep.name == AWAKE)

log = structlog.get_logger()


def note_outage(context: Context, now: datetime) -> None:
    """Note that the service is there now, and if it was not there for a while, since when."""
    with context.store.glancing() as connection:
        awake = connection.scalar(_AWAKE)
    if awake is not None and abs(now - awake) < NOTED_EVERY:
        return
    with unit_of_work(context, now) as work:
        since = _gap(work.session, mark_done(work.session, AWAKE, now), now)
        if since is None:
            return
        work.session.add(Outage(since=since, until=now))
    log.warning("the service was away", since=since.isoformat(), until=now.isoformat(), lost=str(now - since))


def settle_outages(context: Context, now: datetime) -> None:
    """Move the deadlines that an outage touched, each once, and tell of those that would have passed in it.

    Each match is moved in a transaction of its own. A sweep that is killed in between leaves the rest to the next one.
    """
    with context.store.reading() as session:
        unsettled = _unsettled(session)
    for outage in unsettled:
        moved = 0
        for number in _touched(context, outage):
            with unit_of_work(context, now) as work:
                match = work.session.scalars(select(Match).where(Match.id == number).with_for_update(of=Match)).one()
                if _is_touched(match, outage):
                    _move(work, match, outage)
                    moved += 1
        with unit_of_work(context, now) as work:
            work.session.get_one(Outage, outage.id).settled_at = now
        log.warning("deadlines moved for an outage", outage=outage.id, matches=moved)


def in_outage(session: Session, match: Match, now: datetime) -> datetime | None:
    """Tell since when orders for a match could not be taken, if its deadline has not been moved for that yet."""
    for outage in _unsettled(session):
        if _is_touched(match, outage):
            return outage.since
    since = _gap(session, last_done(session, AWAKE), now)
    return since if since is not None and match.due_at is not None and match.due_at >= since else None


def is_late(session: Session, match: Match, now: datetime) -> bool:
    """Tell whether the time of the present turn has passed, and not just because the service was away."""
    return match.due_at is not None and match.due_at < now and in_outage(session, match, now) is None


def last_outage(context: Context) -> Outage | None:
    """Find the newest outage."""
    with context.store.reading() as session:
        return session.scalars(select(Outage).order_by(Outage.until.desc()).limit(1)).first()


def _unsettled(session: Session) -> list[Outage]:
    return sorted(session.scalars(select(Outage).where(Outage.settled_at.is_(None))), key=lambda outage: outage.id)


def _gap(session: Session, awake: datetime | None, now: datetime) -> datetime | None:
    """Tell since when the service was away; None when it was there."""
    ended = session.scalar(select(Outage.until).where(Outage.until <= now).order_by(Outage.until.desc()).limit(1))
    # The version before this one marked only the end of its sweeps.
    last = max(filter(None, (awake, last_done(session, SWEPT), ended)), default=None)
    return last if last is not None and now - last > OUTAGE_AFTER else None


def _touched(context: Context, outage: Outage) -> list[int]:
    query = select(Match.id).where(
        Match.state == MatchState.RUNNING,
        Match.since < outage.until,
        Match.due_at >= outage.since,
        or_(Match.outage_id.is_(None), Match.outage_id < outage.id),
    )
    with context.store.reading() as session:
        return list(session.scalars(query.order_by(Match.id)))


def _is_touched(match: Match, outage: Outage) -> bool:
    """Tell whether an outage is still to be left out of the time of a match."""
    if match.due_at is None or match.since is None or (match.outage_id or 0) >= outage.id:
        return False
    return match.due_at >= outage.since and match.since < outage.until


def _move(work: UnitOfWork, match: Match, outage: Outage) -> None:
    before = deadline_of(match)
    after = before.after_outage(outage.since, outage.until)
    if before.due is None or after.due is None:
        return
    if match.remind_at is not None:
        match.remind_at += after.due - before.due
    match.due_at = after.due
    match.overdue_at = None
    match.outage_id = outage.id
    if before.due > outage.until:
        return
    work.session.flush()
    notifications.notify_outage(work, match)
