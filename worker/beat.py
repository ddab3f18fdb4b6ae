"""The clock: `python -m worker.beat` asks for a sweep every few seconds.

One is enough for any number of machines, and a second one does no harm. It is not Celery's beat, which goes by the time
of day: after a clock was set back by an hour, that one is silent for an hour, and what it asks for on a machine whose
clock is slow has expired before anybody hears of it.
"""

from __future__ import annotations

import os
import signal
from threading import Event

import redis

from adjudicator import logs
from adjudicator.broker import CLOCK, RING_SECONDS, SWEEP_SECONDS, CeleryBell
from adjudicator.run.embedded import broker_url, redis_url
from adjudicator.settings import Settings


def main() -> None:
    """Run until somebody asks to stop."""
    settings, told = Settings.read(os.environ), Event()
    logs.set_up()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: told.set())
    bell = CeleryBell(broker_url(settings))
    with redis.Redis.from_url(redis_url(settings), socket_timeout=RING_SECONDS) as broker:
        while True:
            if not _is_unanswered(broker):
                bell.ask_for_sweep()
            if told.wait(SWEEP_SECONDS):
                return


def _is_unanswered(broker: redis.Redis) -> bool:
    """Tell whether a sweep still waits for a worker: while none of them has time, one is as good as hundreds."""
    try:
        return bool(broker.llen(CLOCK))
    except redis.RedisError:
        return False  # asking will fail too, and say so


if __name__ == "__main__":
    main()
