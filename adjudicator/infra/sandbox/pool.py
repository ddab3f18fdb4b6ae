"""Opens letters in a chamber: a child program that is started when it is needed and killed when a letter blows up."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from select import select
from typing import ParamSpec, TypeVar

from adjudicator.infra.sandbox import child_process
from adjudicator.mail.errors import SandboxLimit, SandboxUnavailable

SECONDS = 2.0
"""Of a processor, for one request. What people write takes a few thousandths."""
SECONDS_A_MEGABYTE = 0.2
"""Besides, where a host takes letters of more than one; merely to parse one takes a third of that."""
PATIENCE = 5.0
"""So many times as long by the clock: on a machine with much else to do a processor's second takes longer."""
MEGABYTES = 256
"""Besides thirty times the largest letter. The program itself takes some 30, a large table another 60."""
COPIES = 30
IDLE = 60.0
"""Seconds without a request after which a chamber is given up."""
CHAMBERS = 2
"""So many at a time, so that the letter behind a slow one need not wait for it."""

_INNOCENT = frozenset({0, -signal.SIGKILL, -signal.SIGTERM})
"""How a chamber ends that no letter ended: it was idle, or the system or a host took it away."""

P = ParamSpec("P")
T = TypeVar("T")


class SandboxPool:
    """Runs functions of the mail package on letters, each within what a letter may cost. Any thread may ask."""

    def __init__(self, letter_limit: int, *, seconds: float = SECONDS, idle: float = IDLE) -> None:
        """Take the bytes of the largest letter; nothing is started before the first request."""
        largest = letter_limit >> 20
        self._seconds = seconds + SECONDS_A_MEGABYTE * max(0, largest - 1)
        allowed = (self._seconds, MEGABYTES + COPIES * largest, idle)
        self._words = (sys.executable, "-m", child_process.__name__, *map(str, allowed))
        self._free: list[subprocess.Popen[bytes]] = []
        self._places = threading.BoundedSemaphore(CHAMBERS)

    def run(self, read: Callable[P, T], /, *arguments: P.args, **named: P.kwargs) -> T:
        """Call a function in a chamber.

        Raises what it raises, `Unopened` when it costs too much, and `ReaderAway` when no chamber can be had.
        """
        request = child_process.write_request(read, *arguments, **named)
        with self._places:
            answer = self._ask(request)
        try:
            return child_process.read_answer(answer, child_process.return_type_of(read))
        except MemoryError:
            raise SandboxLimit("reading it takes more memory than a letter may cost") from None

    def close(self) -> None:
        """End every chamber that stands open."""
        while self._free:
            _end(self._free.pop())

    def _ask(self, request: bytes) -> bytes:
        """Ask a chamber; one that ended for reasons of its own is not the letter's fault, unless it happens twice."""
        for _ in range(2):
            child = self._enter()
            answer = _answer(child, request, PATIENCE * self._seconds)
            if answer is not None:
                self._free.append(child)
                return answer
            _end(child)
            if child.returncode not in _INNOCENT:
                break
        raise SandboxLimit(self._ending(child.returncode))

    def _enter(self) -> subprocess.Popen[bytes]:
        with suppress(IndexError):
            return self._free.pop()
        try:
            return subprocess.Popen(self._words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as fault:
            raise SandboxUnavailable(str(fault)) from fault

    def _ending(self, code: int) -> str:
        if code in (-signal.SIGPROF, -signal.SIGALRM):
            return f"reading it takes more than {self._seconds:g} seconds of a processor"
        return f"reading it ended its reader: {signal.strsignal(-code) if code < 0 else f'exit code {code}'}"


def _answer(child: subprocess.Popen[bytes], request: bytes, patience: float) -> bytes | None:
    """Ask a chamber; None when it ended instead of answering, or was ended because it did not answer in time."""
    assert child.stdin is not None  # noqa: S101  # both are pipes
    assert child.stdout is not None  # noqa: S101
    with suppress(BrokenPipeError):
        child_process.write_frame(child.stdin, request)
        if not select([child.stdout], [], [], patience)[0]:
            child.send_signal(signal.SIGALRM)
        return child_process.read_frame(child.stdout)
    return None


def _end(child: subprocess.Popen[bytes]) -> None:
    with suppress(BrokenPipeError):
        child.communicate()
