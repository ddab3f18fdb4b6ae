"""The queue of jobs: Celery over Redis. What waits is in the database, never here."""

from __future__ import annotations

import time
from typing import Final

import structlog
from celery import Celery

from adjudicator.infra.redis_channel import reuse_redis_clients
from adjudicator.services.job_queue import Job

TASKS: Final = {Job.JUDGE: "judge.letter", Job.POST: "post.letter", Job.HOUSE: "house.move"}
SWEEP: Final = "clock.sweep"
CLOCK: Final = "clock"
"""The queue of sweeps."""
_GENERAL: Final = frozenset({TASKS[Job.POST], SWEEP})
"""Tasks that look for whatever there is to do: while one of them waits for a worker, another would find nothing."""
SWEEP_SECONDS = 10.0
LONGEST_TASK_SECONDS = 600
ENQUEUE_SECONDS = 2.0
"""How long a broker may take to accept a job."""

log = structlog.get_logger()


def celery_for(broker_url: str) -> Celery:
    """Set Celery up so that no task is lost with its worker; what a dead one held, the sweep finds first."""
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
    """Enqueues a job by sending a task that carries a row's number and nothing else.

    The caller has committed already, and somebody waits for the answer: a broker that is away, hangs or is full costs
    them a moment and the job, which the sweep makes good.
    """

    def __init__(self, broker_url: str) -> None:
        """Take the broker's address; nothing is opened before the first job."""
        self._app = celery_for(broker_url)
        self._app.conf.broker_transport_options |= {"socket_timeout": ENQUEUE_SECONDS, "max_retries": 0}
        self._silent_until = 0.0
        self._missed = False

    def enqueue(self, job: Job, row: int) -> None:
        """Enqueue, or leave it to the sweep; after a failure, do not even try for twice the time that it cost."""
        self._send(TASKS[job], str(job), row)

    def ask_for_sweep(self, *, afresh: bool = False) -> None:
        """Ask for a sweep, or leave it to the next time; afresh, when jobs are known to be lost."""
        self._missed |= afresh
        self._send(SWEEP, CLOCK)

    def _send(self, task: str, queue: str, *rows: int) -> None:
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
                if task not in _GENERAL or not producer.channel.client.llen(queue):
                    self._app.send_task(task, args=rows, queue=queue, producer=producer, retry=False)
        except Exception as fault:  # noqa: BLE001  # no fault of the broker's may undo what is committed
            failed = time.monotonic()
            self._silent_until = failed + 2 * (failed - began)
            self._missed = True
            log.warning("broker is away; the sweep will find the row", queue=queue, rows=rows, fault=str(fault))
