"""Runs the parsers of incoming mail in child processes with limits, so that a hostile letter harms nobody else.

`SandboxPool.run` sends a function and its arguments to a child (`child_process`) and returns the child's answer. A
child is started at the first request, used again while it behaves, and killed when a letter exceeds a limit.
"""

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
"""CPU time for one request. A letter that a person wrote takes a few milliseconds."""
SECONDS_A_MEGABYTE = 0.2
"""CPU time for each further megabyte that a letter may have; parsing alone takes a third of it."""
PATIENCE = 5.0
"""Wall-clock limit as a multiple of the CPU limit: on a busy machine a second of CPU time takes longer."""
MEGABYTES = 256
"""Address space of a child, in addition to `COPIES` times the largest letter. The program itself takes about 30."""
COPIES = 30
IDLE = 60.0
"""Seconds without a request after which a child exits."""
CHILDREN = 2
"""Requests at a time. With two, a letter need not wait behind a slow one."""

_INNOCENT = frozenset({0, -signal.SIGKILL, -signal.SIGTERM})
"""Exit codes that are not the letter's fault: the child was idle, or the system or the host ended it."""

P = ParamSpec("P")
T = TypeVar("T")


class SandboxPool:
    """A `Sandbox` of child processes. Thread-safe."""

    def __init__(self, letter_limit: int, *, seconds: float = SECONDS, idle: float = IDLE) -> None:
        """Derive the limits from the largest letter, in bytes. No child starts before the first request."""
        largest = letter_limit >> 20
        self._seconds = seconds + SECONDS_A_MEGABYTE * max(0, largest - 1)
        allowed = (self._seconds, MEGABYTES + COPIES * largest, idle)
        self._command = (sys.executable, "-m", child_process.__name__, *map(str, allowed))
        self._free: list[subprocess.Popen[bytes]] = []
        self._places = threading.BoundedSemaphore(CHILDREN)

    def run(self, read: Callable[P, T], /, *arguments: P.args, **named: P.kwargs) -> T:
        """Call a function in a child and return its result.

        Raises `LetterRefused` if the function does, `SandboxLimit` if it exceeds a limit, `SandboxCrash` for any other
        exception in the child, and `SandboxUnavailable` if no child can be started.
        """
        request = child_process.write_request(read, *arguments, **named)
        with self._places:
            answer = self._ask(request)
        try:
            return child_process.read_answer(answer, child_process.return_type_of(read))
        except MemoryError:
            raise SandboxLimit("reading it takes more memory than a letter may cost") from None

    def close(self) -> None:
        """End all children."""
        while self._free:
            _end(self._free.pop())

    def _ask(self, request: bytes) -> bytes:
        """Send a request to a child and return the answer. Raises `SandboxLimit`.

        1. Take a child. It may have been idle for too long and exit at this very moment, so there is a second attempt.
        2. A child that answered goes back to the free ones, whatever the answer is.
        3. A child that ended is reaped. An innocent exit code allows the second attempt; any other is a limit, and a
           second attempt would cost as much again.
        """
        for _ in range(2):
            child = self._take_child()
            answer = _answer(child, request, PATIENCE * self._seconds)
            if answer is not None:
                self._free.append(child)
                return answer
            _end(child)
            if child.returncode not in _INNOCENT:
                break
        raise SandboxLimit(self._describe_exit(child.returncode))

    def _take_child(self) -> subprocess.Popen[bytes]:
        with suppress(IndexError):
            return self._free.pop()
        try:
            return subprocess.Popen(self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as fault:
            raise SandboxUnavailable(str(fault)) from fault

    def _describe_exit(self, code: int) -> str:
        if code in (-signal.SIGPROF, -signal.SIGALRM):
            return f"reading it takes more than {self._seconds:g} seconds of a processor"
        return f"reading it ended its reader: {signal.strsignal(-code) if code < 0 else f'exit code {code}'}"


def _answer(child: subprocess.Popen[bytes], request: bytes, patience: float) -> bytes | None:
    """Return the child's answer; None when the child ended without one, or did not answer in time and was killed."""
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
