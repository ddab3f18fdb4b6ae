"""The jobs that are enqueued after a commit. It imports nothing: a program that only enqueues carries no database."""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol


class Job(StrEnum):
    """What a worker does, and the name of its queue. What waits is in the database; a job only says "look"."""

    JUDGE = "judge"
    POST = "post"
    HOUSE = "house"


ANY = 0
"""In place of a row, for a job that is the same whichever row it was enqueued for."""


class JobQueue(Protocol):
    """Wakes a worker. It never fails: when the broker is away, the next sweep finds the row."""

    def enqueue(self, job: Job, row: int) -> None:
        """Say that a row waits."""
        ...
