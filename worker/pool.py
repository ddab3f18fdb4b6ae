"""What a worker with processes of its own remembers of one that was killed.

Celery closes the pipes of a process that died in the middle of a task, and keeps the number of the one that its results
came through, which is soon that of another pipe. After the next loss of its broker the worker listens at all numbers
that it kept: it takes what it sends to a process for a result, or waits for one for ever. And where a process has died
just then, it fails over listening for that.
"""

from __future__ import annotations

from typing import Any

from celery.concurrency.asynpool import AsynPool
from celery.concurrency.prefork import TaskPool


class ForgettingPool(AsynPool):
    """Processes, of which the dead leave nothing behind."""

    _fileno_to_outq: dict[int, Any]

    def destroy_queues(self, queues: Any, proc: Any) -> Any:
        """Close the pipes of a process that died."""
        number = proc.outqR_fd
        if self._fileno_to_outq.get(number) is proc:
            del self._fileno_to_outq[number]
        return super().destroy_queues(queues, proc)

    def _track_child_process(self, proc: Any, hub: Any) -> None:
        """Listen for the death of a process, unless it has been heard already."""
        if getattr(proc, "_sentinel_poll", proc) is not None:
            super()._track_child_process(proc, hub)  # type: ignore[misc]  # the stubs know less


def outlast_the_dead() -> None:
    """Let the processes of this worker, if it has any, be like that."""
    TaskPool.Pool = ForgettingPool
