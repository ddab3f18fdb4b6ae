"""The tasks. Each carries the number of a row, makes one call to the desk, and may run twice without harm."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta
from functools import cache, partial

from adjudicator.courier import Courier, courier_for
from adjudicator.desk import house, judging, post, timekeeping
from adjudicator.desk.desk import Desk
from adjudicator.listen.taking import SPOOL, take_in
from adjudicator.wiring import open_desk
from worker.app import app, settings

_kept = threading.local()


@cache
def desk() -> Desk:
    """Open the desk once a process."""
    return open_desk(settings)


def courier() -> Courier:
    """Keep one connection to the relay for each thread of the worker."""
    if not hasattr(_kept, "courier"):
        _kept.courier = courier_for(settings.smtp_out)
    kept: Courier = _kept.courier
    return kept


@app.task(name="judge.letter")
def judge_letter(row: int) -> None:
    """Judge a letter of the inbox."""
    judging.judge(desk(), row, datetime.now(UTC))


@app.task(name="post.letter")
def post_letter(_row: int) -> None:
    """Send the letters of the outbox that are due, whichever of them the bell was rung for."""
    post.send_due(desk(), courier(), partial(datetime.now, UTC))


@app.task(name="house.move")
def house_move(row: int) -> None:
    """Let the house player move in a match."""
    house.move(desk(), row, datetime.now(UTC))


@app.task(name="clock.sweep")
def clock_sweep(*, afresh: bool = False) -> None:
    """Look for letters left on disk, for rows that were forgotten, and for times that have passed.

    Afresh, nothing is taken for rung for: the broker was away and may have lost what it held.
    """
    take_in(desk(), settings.var / SPOOL)
    timekeeping.sweep(desk(), datetime.now(UTC), timedelta(0) if afresh else timekeeping.FORGOTTEN_AFTER)
