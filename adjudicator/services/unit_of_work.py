"""A unit of work: one transaction of a use case, with what its steps need, and the jobs that it leads to."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy.orm import Session

from adjudicator.services.context import Context
from adjudicator.services.job_queue import Job

_is_open: ContextVar[bool] = ContextVar("_is_open", default=False)


@dataclass(slots=True)
class UnitOfWork:
    """What the steps of a use case share, so that each takes only what it is about besides."""

    context: Context
    session: Session
    now: datetime
    """The moment of the whole use case: no step looks at a clock."""
    jobs: dict[tuple[Job, int], None] = field(default_factory=dict)
    """What a worker is to do after the commit, in this order, each once."""
    closed: bool = False

    def enqueue(self, job: Job, row: int) -> None:
        """Have a job done once this is committed."""
        if self.closed:
            raise RuntimeError(f"{job} {row} comes after the end of its unit of work")
        self.jobs[job, row] = None

    def hand_over(self) -> None:
        """Hand the jobs to the queue. Whoever opened the unit calls this, after its commit and never without one."""
        self.closed = True
        for job, row in self.jobs:
            self.context.queue.enqueue(job, row)


@contextmanager
def unit_of_work(context: Context, now: datetime) -> Iterator[UnitOfWork]:
    """Open a transaction that writes. It commits at its end; then its jobs go to the queue. A fault undoes all of it.

    One inside another one is an error: on SQLite it would wait for a lock that its own thread holds.
    """
    if _is_open.get():
        raise RuntimeError("a unit of work is open already")
    token = _is_open.set(True)
    try:
        with context.store.writing() as session:
            work = UnitOfWork(context, session, now)
            try:
                yield work
            finally:
                work.closed = True
    finally:
        _is_open.reset(token)
    # Not before the commit: a worker that is quick would not find the row, and the job would be lost until the sweep.
    work.hand_over()
