"""The job queue of a worker: letters that it writes are sent by its own threads, without a task for anybody."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from adjudicator.services.job_queue import Job, JobQueue


@dataclass(frozen=True, slots=True)
class OwnQueue:
    """A `JobQueue` before that of all workers."""

    everybody: JobQueue
    wake_sender: Callable[[], None]

    def enqueue(self, job: Job, row: int) -> None:
        """Wake the worker's own sender, or any worker. Never raises."""
        if job is Job.POST:
            self.wake_sender()
        else:
            self.everybody.enqueue(job, row)

    def ask_for_export(self) -> None:
        """Ask the beat, which is no worker's own."""
        self.everybody.ask_for_export()
