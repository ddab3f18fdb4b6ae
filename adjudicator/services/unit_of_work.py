"""A unit of work: one transaction of a use case, with the context of its steps, and the jobs to enqueue after it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime

from adjudicator.services.context import Context
from adjudicator.services.job_queue import Job
from adjudicator.store.session import WritingSession

_is_open: ContextVar[bool] = ContextVar("_is_open", default=False)


@dataclass(slots=True)
class UnitOfWork:
    """The shared state of a use case's steps. Each step takes it as its first argument."""

    context: Context
    session: WritingSession
    now: datetime
    """The moment of the whole use case: no step looks at a clock."""
    jobs: dict[tuple[Job, int], None] = field(default_factory=dict)
    """The jobs to enqueue after the commit: an ordered set."""
    writer_id: int | None = None
    """The player whose letter or click is carried out: letters to them are answers."""
    accepted: datetime | None = None
    """When the letter that is judged was accepted; None for a click, which is judged at once, and for the sweep."""
    closed: bool = False

    @property
    def moment(self) -> datetime:
        """The moment of what somebody wishes: that of acceptance, however late a letter is judged."""
        return self.accepted or self.now

    def enqueue(self, job: Job, row: int) -> None:
        """Enqueue a job after the commit."""
        if self.closed:
            raise RuntimeError(f"{job} {row} comes after the end of its unit of work")
        self.jobs[job, row] = None

    def hand_over(self) -> None:
        """Send the jobs to the queue. Called once, by the opener of the unit, after the commit."""
        self.closed = True
        for job, row in self.jobs:
            self.context.queue.enqueue(job, row)


@contextmanager
def unit_of_work(context: Context, now: datetime) -> Iterator[UnitOfWork]:
    """Open a writing transaction. The end of the block commits and then enqueues the jobs; an exception rolls back.

    Units do not nest: on SQLite the inner one would wait for a lock that its own thread holds.
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
    # Not before the commit: a quick worker would not find the row, and the work would wait for the next sweep.
    work.hand_over()
