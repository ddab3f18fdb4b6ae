"""The rows of outages, and the gap of one that no sweep has noted yet: times in which the service took no letters."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator.store.operation_tables import Outage, last_job_run, record_job_run
from adjudicator.store.states import RequestKind
from adjudicator.store.tables import Request

OUTAGE_AFTER = timedelta(hours=1)
"""Sweeps come every ten seconds. A restart or an upgrade shorter than this is no outage (Q21)."""
AWAKE = "awake"
"""Name of the row with the beginning of a recent sweep."""
INVITATIONS = (RequestKind.JOIN, RequestKind.HAND_OVER, RequestKind.SUBSTITUTE)
LONGEST_LIFE = timedelta(days=60)
"""No invitation that was written earlier can still stand."""
LATEST = "latest awake"
"""Name of the row with the latest moment of them all: a machine's clock may be set back, and right again."""
SWEPT = "sweep"
"""Name of the row with the end of the last complete sweep."""


def record_awake(session: Session, now: datetime) -> datetime | None:
    """Record that the service runs now; return the last sign of life before a gap, if there was one."""
    gap = find_gap(session, record_job_run(session, AWAKE, now), now)
    latest = last_job_run(session, LATEST)
    if latest is None or latest < now:
        record_job_run(session, LATEST, now)
    return gap


def list_outages(session: Session, after: datetime, now: datetime) -> list[tuple[datetime, datetime]]:
    """List the outages that ended behind a moment, and the one whose end no sweep has noted yet."""
    ended = session.scalars(select(Outage).where(Outage.until > after))
    spans = [(outage.since, outage.until) for outage in ended]
    gap = find_gap(session, last_job_run(session, AWAKE), now)
    return sorted(spans if gap is None else [*spans, (gap, now)])


def away_since(session: Session, now: datetime) -> datetime | None:
    """Return the beginning of an outage whose time was not taken out of the running turns yet."""
    began = [outage.since for outage in list_unsettled(session)]
    gap = find_gap(session, last_job_run(session, AWAKE), now)
    return min([*began, *([gap] if gap else [])], default=None)


def ran_out_in_outage(session: Session, request: Request, now: datetime) -> bool:
    """Did an invitation run out in an outage that no sweep has noted yet? Then the sweep prolongs it."""
    away = away_since(session, now) if request.kind in INVITATIONS else None
    return away is not None and request.expires_at > away


def prolong_invitations(session: Session, since: datetime, until: datetime) -> None:
    """Let the open invitations stand longer by an outage, in which nobody could answer them."""
    asked = select(Request).where(Request.kind.in_(INVITATIONS), Request.created_at > since - LONGEST_LIFE)
    for request in session.scalars(asked.where(Request.done_at.is_(None), Request.expires_at > since)):
        request.expires_at += until - since


def list_unsettled(session: Session) -> Sequence[Outage]:
    """List the outages whose time is still to be taken out of running turns, the first first."""
    return sorted(session.scalars(select(Outage).where(Outage.settled_at.is_(None))), key=lambda outage: outage.id)


def find_gap(session: Session, awake: datetime | None, now: datetime) -> datetime | None:
    """Return the last sign of life before a gap; None when there is no gap."""
    ended = session.scalar(select(Outage.until).where(Outage.until <= now).order_by(Outage.until.desc()).limit(1))
    latest = last_job_run(session, LATEST)
    known = latest if latest is not None and latest <= now else None  # else a clock was ahead
    # Version 0.1 recorded only the ends of its sweeps.
    last = max(filter(None, (awake, known, last_job_run(session, SWEPT), ended)), default=None)
    return last if last is not None and now - last > OUTAGE_AFTER else None
