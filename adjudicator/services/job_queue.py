"""The job queue's interface. `infra.celery_queue` implements it, `worker.tasks` does the jobs.

It imports nothing of ours, so that a program that only enqueues loads no database.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol


class Job(StrEnum):
    """A kind of work, and the name of its queue. The work waits in the database; a job only says "look at this row"."""

    JUDGE = "judge"
    POST = "post"
    HOUSE = "house"


ANY = 0
"""In place of a row's number, for a job that does everything that is due."""


class JobQueue(Protocol):
    """Wakes a worker."""

    def enqueue(self, job: Job, row: int) -> None:
        """Say that a row waits. Never raises: when the broker is away, the next sweep finds the row."""
        ...

    def ask_for_export(self) -> None:
        """Ask the beat for a new export. Never raises: the next sweep asks again."""
        ...
