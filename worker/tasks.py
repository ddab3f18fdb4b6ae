"""The tasks. Each carries the number of a row, makes one call to the desk, and may run twice without harm."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import cache

from celery.signals import worker_process_shutdown, worker_shutdown

from adjudicator.bootstrap import build_context
from adjudicator.listen.accept import SPOOL, accept_spooled
from adjudicator.services.context import Context
from adjudicator.services.jobs import bot_turns, judging, periodic_sweep
from worker.app import app, settings
from worker.sending_threads import SendingThreads


@cache
def context() -> Context:
    """Open the desk once a process."""
    return build_context(settings)


sender = SendingThreads(context, settings.smtp_out)


@worker_shutdown.connect(weak=False)
@worker_process_shutdown.connect(weak=False)
def _stop_sending(**_options: object) -> None:
    """Let the letters in hand be finished."""
    sender.stop()


@app.task(name="judge.letter")
def judge_letter(row: int) -> None:
    """Judge a letter of the inbox."""
    judging.judge_letter(context(), row, datetime.now(UTC))


@app.task(name="post.letter")
def post_letter(_row: int) -> None:
    """Have the letters of the outbox sent that are due, whichever of them the job was enqueued for."""
    sender.wake()


@app.task(name="house.move")
def house_move(row: int) -> None:
    """Let the house player move in a match."""
    bot_turns.play_bot_turn(context(), row, datetime.now(UTC))


@app.task(name="clock.sweep")
def clock_sweep(*, afresh: bool = False) -> None:
    """Look for letters left on disk, for rows that were forgotten, and for times that have passed.

    Afresh, no row is taken to have a job: the broker was away and may have lost what it held. From then on the sender
    keeps watch, even of a worker that has had nothing to send.
    """
    sender.wake()
    accept_spooled(context(), settings.var / SPOOL)
    periodic_sweep.run_sweep(context(), datetime.now(UTC), timedelta(0) if afresh else periodic_sweep.FORGOTTEN_AFTER)
