"""The job queue on Celery and Redis.

A job is a hint: "look at this row". The work itself waits in the database, so a lost job costs time and nothing else:
the periodic sweep finds its row. The workers' side is `worker.tasks`.

Letters have no task each, which would cost the worker and the broker 2.5 ms of a core a letter. The numbers of the
letters that are to be judged wait in a sorted set of Redis, each once, in the order in which they came. A task only
says that some wait, and the worker that gets it takes one number after another (`take_letter`). See decisions/0038.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

import structlog
from celery import Celery
from redis import Redis

from adjudicator.infra.redis_channel import reuse_redis_clients
from adjudicator.services.job_queue import ANY, Job

TASKS: Final = {Job.JUDGE: "judge.letter", Job.POST: "post.letter", Job.HOUSE: "house.move"}
SWEEP: Final = "clock.sweep"
CLOCK: Final = "clock"
"""The queue of sweeps."""
LETTERS: Final = "adjudicator.letters"
"""The sorted set of the letters that are to be judged, by the time at which they were enqueued."""
EXPORT: Final = "adjudicator.export"
"""Is there while a new export is wanted."""
EXPORT_WANTED_SECONDS: Final = 30
"""For so long it is there: each sweep asks again."""
_GENERAL: Final = frozenset({TASKS[Job.JUDGE], TASKS[Job.POST], SWEEP})
"""Tasks that do everything that is due, whatever their row: while one is queued, a second would find nothing to do."""
_WAKE_EVERY: Final = 0.5
"""Seconds after which a letter wakes a worker though others wait before it: their wake-up may be lost."""
SWEEP_SECONDS = 10.0
LONGEST_TASK_SECONDS = 600
ENQUEUE_SECONDS = 2.0
"""How long a broker may take to accept a job."""

log = structlog.get_logger()


def celery_for(broker_url: str) -> Celery:
    """Configure Celery so that no task is lost with its worker. In practice the sweep finds the rows sooner."""
    reuse_redis_clients()
    app = Celery("adjudicator", broker=broker_url, include=[], set_as_current=False)
    app.conf.update(
        task_acks_late=True,
        task_ignore_result=True,
        task_serializer="json",
        accept_content=["json"],
        task_routes={name: {"queue": str(job)} for job, name in TASKS.items()} | {SWEEP: {"queue": CLOCK}},
        # Celery loses track of a process of its prefork pool that was killed; threads end with their worker.
        worker_pool="threads",
        worker_prefetch_multiplier=1,
        worker_hijack_root_logger=False,
        worker_enable_remote_control=True,
        broker_connection_retry_on_startup=True,
        broker_connection_max_retries=None,  # a worker outlasts any absence of its broker,
        broker_channel_error_retry=True,  # and a broker that takes nothing because its disk is full
        broker_connection_timeout=2,
        broker_transport_options={
            "visibility_timeout": LONGEST_TASK_SECONDS,
            "unacked_restore_interval": 5,
            "unacked_restore_throttle": 1,
            "socket_connect_timeout": 2,
            "socket_keepalive": True,
        },
        timezone="UTC",
    )
    return app


class CeleryQueue:
    """Enqueues a job as a Celery task that carries the row's number and nothing else.

    The caller has committed already, and a person may wait for the response. So a broker that is away, hangs or is full
    costs at most `ENQUEUE_SECONDS` and the job; the sweep finds the row.
    """

    def __init__(self, broker_url: str) -> None:
        """Take the broker's URL. Nothing is opened before the first job."""
        self._app = celery_for(broker_url)
        self._app.conf.broker_transport_options |= {"socket_timeout": ENQUEUE_SECONDS, "max_retries": 0}
        self._silent_until = 0.0
        self._missed = False
        self._woke_at = -_WAKE_EVERY

    def enqueue(self, job: Job, row: int) -> None:
        """Send a job to a worker. Never raises: if the broker is away, the sweep finds the row."""
        self._send(TASKS[job], str(job), row)

    def ask_for_sweep(self, *, afresh: bool = False) -> None:
        """Ask a worker for a sweep. `afresh` says that jobs are known to be lost. Never raises."""
        self._missed |= afresh
        self._send(SWEEP, CLOCK)

    def ask_for_export(self) -> None:
        """Ask the beat for a new export. Never raises: the next sweep asks again."""
        self._try(lambda client: client.set(EXPORT, 1, ex=EXPORT_WANTED_SECONDS))

    def is_export_wanted(self) -> bool:
        """Does a sweep ask for a new export? Never raises."""
        return bool(self._try(lambda client: client.exists(EXPORT)))

    def _try(self, ask: Callable[[Redis], object]) -> object:
        """Ask the broker something that may be lost, unless it has just failed."""
        if time.monotonic() < self._silent_until:
            return None
        try:
            with self._app.producer_or_acquire() as producer:
                return ask(producer.channel.client)
        except Exception as fault:  # noqa: BLE001  # as in `_send`
            log.warning("broker is away; the sweep will ask for the export again", fault=str(fault))
            return None

    def wake_judge(self) -> None:
        """Tell a worker that letters wait, some of which may have lost their wake-up. Never raises."""
        self._send(TASKS[Job.JUDGE], str(Job.JUDGE), ANY)

    def take_letter(self) -> tuple[int, int] | None:
        """Take the letter that waits longest, and count those that wait behind it. No other worker gets it.

        If the worker dies with it, the sweep finds its row. Raises the faults of a broker that is away.
        """
        with self._app.producer_or_acquire() as producer, producer.channel.client.pipeline(transaction=False) as asked:
            asked.zpopmin(LETTERS)
            asked.zcard(LETTERS)
            taken, behind = asked.execute()
        return (int(taken[0][0]), behind) if taken else None

    def has_other_tasks(self) -> bool:
        """Does any task wait for a worker that is not about letters? Raises the faults of a broker that is away."""
        with self._app.producer_or_acquire() as producer, producer.channel.client.pipeline(transaction=False) as asked:
            for queue in (CLOCK, str(Job.POST), str(Job.HOUSE)):
                asked.llen(queue)
            return any(asked.execute())

    def _send(self, task: str, queue: str, *rows: int) -> None:
        """Send one task.

        1. After a failure, send nothing for twice the time that the failure cost: a person waits for each attempt.
        2. At the first success after it, ask for a sweep afresh: it enqueues all rows whose job we did not send.
        3. A general task is not sent while another one is queued, nor for a letter that finds others waiting.
        """
        began = time.monotonic()
        if began < self._silent_until:
            self._missed = True
            return
        try:
            with self._app.producer_or_acquire() as producer:
                if missed := self._missed:
                    self._app.send_task(SWEEP, kwargs={"afresh": True}, queue=CLOCK, producer=producer, retry=False)
                    self._missed = False
                if missed and task == SWEEP:
                    return
                if self._is_needed(producer.channel.client, task, queue, *rows):
                    rows = (ANY,) if task == TASKS[Job.JUDGE] else rows
                    self._app.send_task(task, args=rows, queue=queue, producer=producer, retry=False)
        except Exception as fault:  # noqa: BLE001  # the caller has committed: nothing may look like a failure to them
            failed = time.monotonic()
            self._silent_until = failed + 2 * (failed - began)
            self._missed = True
            log.warning("broker is away; the sweep will find the row", queue=queue, rows=rows, fault=str(fault))

    def _is_needed(self, client: Redis, task: str, queue: str, row: int = ANY) -> bool:
        """Put a letter that is to be judged where workers take it from. Does a worker have to be told?"""
        if task not in _GENERAL:
            return True
        if task != TASKS[Job.JUDGE] or row == ANY:
            return not client.llen(queue)
        with client.pipeline(transaction=False) as asked:
            asked.zadd(LETTERS, {str(row): time.time()}, nx=True)
            asked.zcard(LETTERS)
            asked.llen(queue)
            _, waiting, queued = asked.execute()
        now = time.monotonic()
        if queued or (waiting > 1 and now < self._woke_at + _WAKE_EVERY):
            return False
        self._woke_at = now
        return True
