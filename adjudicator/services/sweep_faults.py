"""Stores rows on which the sweep failed: each is tried again, first after a minute and then ever more rarely."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from adjudicator.mail.address_token import redact_tokens
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.operation_tables import SweepFault
from adjudicator.store.states import SweepTask

FIRST_WAIT, LONGEST_WAIT = timedelta(minutes=1), timedelta(hours=1)
_DOUBLINGS = 6
"""After so many the wait is the longest."""


def put_off(work: UnitOfWork, task: SweepTask, number: int, trace: str) -> None:
    """Note that a task failed for a row, and when it is tried again."""
    row = _lock_fault(work, task, number)
    row.retry_at = work.now + min(FIRST_WAIT * 2 ** min(row.tries, _DOUBLINGS), LONGEST_WAIT)
    row.tries += 1
    row.trace = redact_tokens(trace)


def _lock_fault(work: UnitOfWork, task: SweepTask, number: int) -> SweepFault:
    """Find the row of a fault, or add it. Another machine may fail on it at the same time."""
    query = select(SweepFault).where(SweepFault.task == task, SweepFault.number == number).with_for_update()
    row = work.session.scalars(query).one_or_none()
    if row is not None:
        return row
    try:
        with work.session.begin_nested():
            row = SweepFault(task=task, number=number, since=work.now, tries=0, retry_at=work.now, trace="")
            work.session.add(row)
    except IntegrityError:
        return work.session.scalars(query).one()
    return row
