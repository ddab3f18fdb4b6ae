"""A circuit breaker: what has failed is left alone for a while, longer each time, and then tried once more."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock

import structlog

FIRST_PAUSE = 1.0
LONGEST_PAUSE = 60.0

log = structlog.get_logger()


class CircuitBreaker:
    """The breaker of one relay, for all threads of a program."""

    def __init__(self, name: str, clock: Callable[[], float] = time.monotonic) -> None:
        """Take the name for the log; the breaker is closed, so that everything may be tried."""
        self._name = name
        self._clock = clock
        self._lock = Lock()
        self._pauses = 0
        self._open_until = 0.0

    def seconds_open(self) -> float:
        """Tell for how long nothing is to be tried; 0 while all is well, or when it is time for another trial."""
        return max(0.0, self._open_until - self._clock())

    def succeeded(self) -> None:
        """Hear of an answer: close."""
        with self._lock:
            if self._pauses:
                log.info("relay answers again", relay=self._name)
            self._pauses = 0
            self._open_until = 0.0

    def failed(self, why: str) -> None:
        """Hear that there was no answer: open, unless another thread has just seen the same."""
        with self._lock:
            if self.seconds_open():
                return
            pause = min(FIRST_PAUSE * 2.0**self._pauses, LONGEST_PAUSE)
            self._pauses += pause < LONGEST_PAUSE
            self._open_until = self._clock() + pause
            log.warning("relay is left alone", relay=self._name, seconds=pause, why=why)
