"""Waits for SIGTERM or SIGINT.

The usual handler sets a `threading.Event`. But the handler runs in the main thread, which may hold the event's lock at
that moment because it waits for the event: then it waits for itself for ever. A byte in a pipe needs no lock.
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
    """Handles the signals that ask a program to stop, as a context of its main thread."""

    def __init__(self) -> None:
        self._read_end, self._write_end = os.pipe()
        os.set_blocking(self._write_end, False)

    def __enter__(self) -> Self:
        self._before = {number: signal.signal(number, self._on_signal) for number in SIGNALS}
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        os.close(self._read_end)
        os.close(self._write_end)

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for a signal, at most this many seconds. Has one come, now or earlier?"""
        return bool(select.select([self._read_end], [], [], seconds)[0])

    def _on_signal(self, _number: int, _frame: FrameType | None) -> None:
        with suppress(BlockingIOError):  # the pipe is full of signals already
            os.write(self._write_end, b".")
