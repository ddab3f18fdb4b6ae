"""The Celery tasks. Each takes the number of a row, makes one call to the services, and may run twice without harm.

Where each task leads: `judge.letter` → `services.jobs.judging`; `post.letter` → `worker.sending_threads`, which run
`services.jobs.letter_sender`; `house.move` → `worker.house_thread`, which runs `services.jobs.bot_turns` and
`hint_answers`; `clock.sweep` → `services.jobs.periodic_sweep`.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache

from celery.signals import worker_process_shutdown, worker_shutdown

from adjudicator.bootstrap import build_context
from adjudicator.listen.accept import SPOOL, accept_spooled
from adjudicator.services.context import Context
from adjudicator.services.jobs import judging, periodic_sweep
from worker.app import app, settings
from worker.house_process import HouseProcess
from worker.house_thread import HouseThread
from worker.sending_threads import SendingThreads


@cache
def context() -> Context:
    """Build the context once a process."""
    return replace(build_context(settings), think=house_process)


house_process = HouseProcess(settings.data_dir)
house = HouseThread(context)
sender = SendingThreads(context, settings.smtp_out)


@worker_shutdown.connect(weak=False)
@worker_process_shutdown.connect(weak=False)
def _stop_sending(**_options: object) -> None:
    """Let the sending threads finish the letters in hand; the house player's turns are found again."""
    house_process.close()
    sender.stop()


@app.task(name="judge.letter")
def judge_letter(row: int) -> None:
    """Judge a letter of the inbox."""
    judging.judge_letter(context(), row, datetime.now(UTC))


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
    """
    sender.wake()
    accept_spooled(context(), settings.var / SPOOL)
    periodic_sweep.run_sweep(context(), datetime.now(UTC), timedelta(0) if afresh else periodic_sweep.FORGOTTEN_AFTER)
