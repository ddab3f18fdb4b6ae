"""The Celery tasks. Each takes the number of a row, makes one call to the services, and may run twice without harm.

Where each task leads: `judge.letter` → `worker.judging_batch`, which runs `services.jobs.judging`; `post.letter` →
`worker.sending_threads`, which run `services.jobs.letter_sender`; `house.move` → `worker.house_thread`, which runs
`services.jobs.bot_turns` and `hint_answers`; `clock.sweep` → `services.jobs.periodic_sweep`.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache

from celery.signals import worker_process_shutdown, worker_shutdown, worker_shutting_down

from adjudicator.bootstrap import build_context
from adjudicator.infra.celery_queue import CeleryQueue
from adjudicator.infra.private_broker import broker_url
from adjudicator.infra.startup_errors import log_failure
from adjudicator.listen.accept import SPOOL, accept_spooled
from adjudicator.services.context import Context
from adjudicator.services.job_queue import ANY, Job
from adjudicator.services.jobs import judging, periodic_sweep
from worker.app import app, settings
from worker.house_process import HouseProcess
from worker.house_thread import HouseThread
from worker.judging_batch import JudgingBatches
from worker.own_queue import OwnQueue
from worker.sending_threads import SendingThreads

log = logging.getLogger(__name__)


@cache
def context() -> Context:
    """Build the context once a process."""
    built = build_context(settings)
    return replace(built, think=house_process, queue=OwnQueue(built.queue, sender.wake) if _sends() else built.queue)


def _sends() -> bool:
    """Does this worker send letters, too? Then nobody else has to be told of those that it writes."""
    return str(Job.POST) in app.amqp.queues.consume_from


def _judge(row: int) -> None:
    judging.judge_letter(context(), row, datetime.now(UTC))


house_process = HouseProcess(settings.data_dir)
house = HouseThread(context)
sender = SendingThreads(context, settings.smtp_out)
queue = CeleryQueue(broker_url(settings))
batches = JudgingBatches(queue, _judge)


@worker_shutting_down.connect(weak=False)
def _stop_judging(**_options: object) -> None:
    """Begin no other letter: the worker waits for its tasks before it ends."""
    batches.stop()


@worker_shutdown.connect(weak=False)
@worker_process_shutdown.connect(weak=False)
def _stop_sending(**_options: object) -> None:
    """Let the sending threads finish the letters in hand; the house player's turns are found again."""
    house_process.close()
    sender.stop()


@app.task(name="judge.letter")
def judge_letter(row: int = ANY) -> None:
    """Judge the letters of the inbox that wait, some of them at a time."""
    batches.run(row)


@app.task(name="post.letter")
def post_letter(_row: int) -> None:
    """Wake the sending threads: they send all letters that are due, whatever row the job names."""
    sender.wake()


@app.task(name="house.move")
def house_move(row: int) -> None:
    """Let the house player (the bot) move or advise in a match, behind the others that wait for it.

    The task ends at once: the threads of this worker's pool are for letters, and the house thinks longer than they.
    """
    house.put(row)


@app.task(name="clock.sweep")
def clock_sweep(*, afresh: bool = False) -> None:
    """Look for letters that were spooled to disk, for rows whose job was lost, and for deadlines that have passed.

    `afresh`: the broker was away and may have lost jobs, so even a row that has only just come is enqueued again.
    Waking the sender starts its threads, so that a worker that has sent nothing yet also watches for expired leases.
    Letters whose wake-up was lost are judged at once.
    """
    sender.wake()
    waited = timedelta(0) if afresh else periodic_sweep.FORGOTTEN_AFTER
    try:
        accept_spooled(context(), settings.var / SPOOL)
        periodic_sweep.run_sweep(context(), datetime.now(UTC), waited)
    except Exception as fault:  # noqa: BLE001  # the next sweep is a few seconds away
        log_failure(log, fault, "a sweep was interrupted")
    batches.run()
