"""Stores rows on which the sweep failed: each is tried again, first after a minute and then ever more rarely."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from adjudicator.mail.address_token import redact_tokens
from adjudicator.store.operation_tables import SweepFault
from adjudicator.store.states import SweepTask

FIRST_WAIT, LONGEST_WAIT = timedelta(minutes=1), timedelta(hours=1)
_DOUBLINGS = 6
"""After so many the wait is the longest."""


def put_off(session: Session, now: datetime, task: SweepTask, number: int, trace: str) -> None:
    """Note that a task failed for a row, and when it is tried again."""
    row = _lock_fault(session, now, task, number)
    row.retry_at = now + min(FIRST_WAIT * 2 ** min(row.tries, _DOUBLINGS), LONGEST_WAIT)
    row.tries += 1
    row.trace = redact_tokens(trace)


def _lock_fault(session: Session, now: datetime, task: SweepTask, number: int) -> SweepFault:
    """Find the row of a fault, or add it. Another machine may fail on it at the same time."""
    query = select(SweepFault).where(SweepFault.task == task, SweepFault.number == number).with_for_update()
    row = session.scalars(query).one_or_none()
    if row is not None:
        return row
    try:
        with session.begin_nested():
            row = SweepFault(task=task, number=number, since=now, tries=0, retry_at=now, trace="")
            session.add(row)
    except IntegrityError:
        return session.scalars(query).one()
    return row
