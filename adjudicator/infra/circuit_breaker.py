"""A circuit breaker for the SMTP relay: after a failure nobody tries it for a while, longer after each further one."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock

import structlog

FIRST_PAUSE = 1.0
LONGEST_PAUSE = 60.0

log = structlog.get_logger()


class CircuitBreaker:
    """The breaker of one relay, shared by the threads of a program. Open: leave the relay alone. Closed: use it."""

    def __init__(self, name: str, clock: Callable[[], float] = time.monotonic) -> None:
        """Start closed. The name is for the log."""
        self._name = name
        self._clock = clock
        self._lock = Lock()
        self._pauses = 0
        self._open_until = 0.0

    def seconds_open(self) -> float:
        """Return the seconds until the relay may be tried again; 0 when it may be tried now."""
        return max(0.0, self._open_until - self._clock())

    def succeeded(self) -> None:
        """Record an answer of the relay, and close."""
        with self._lock:
            if self._pauses:
                log.info("relay answers again", relay=self._name)
            self._pauses = 0
            self._open_until = 0.0

    def failed(self, why: str) -> None:
        """Record that the relay did not answer, and open; a second thread that saw the same adds no longer pause."""
        with self._lock:
            if self.seconds_open():
                return
            pause = min(FIRST_PAUSE * 2.0**self._pauses, LONGEST_PAUSE)
            self._pauses += pause < LONGEST_PAUSE
            self._open_until = self._clock() + pause
            log.warning("relay is left alone", relay=self._name, seconds=pause, why=why)
