"""Waiting to be told to stop.

The usual handler sets an event. It runs in the very thread that waits for the event, at any moment of its own, and when
that thread just holds the event's lock, it waits for itself for ever. A byte in a pipe needs no lock.
"""

from __future__ import annotations

import os
import select
import signal
from contextlib import suppress
from types import FrameType, TracebackType
from typing import Self

SIGNALS = (signal.SIGTERM, signal.SIGINT)


class StopSignal:
    """Hears the signals that ask a program to stop, as a context of its main thread."""

    def __init__(self) -> None:
        self._ear, self._mouth = os.pipe()
        os.set_blocking(self._mouth, False)

    def __enter__(self) -> Self:
        self._before = {number: signal.signal(number, self._tell) for number in SIGNALS}
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        os.close(self._ear)
        os.close(self._mouth)

    def wait(self, seconds: float | None = None) -> bool:
        """Wait to be told to stop, for so many seconds at the most; return whether that happened, now or earlier."""
        return bool(select.select([self._ear], [], [], seconds)[0])

    def _tell(self, _number: int, _frame: FrameType | None) -> None:
        with suppress(BlockingIOError):  # it was told thousands of times already
            os.write(self._mouth, b".")
