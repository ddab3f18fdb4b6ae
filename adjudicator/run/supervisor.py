"""The programs that run together: one selector hears what they say, and what the system tells us about them."""

from __future__ import annotations

import selectors
import signal
import socket
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import Final

from adjudicator.run.process import ServiceProcess

STOP_SECONDS: Final = 15.0
_PAUSE: Final = 0.1


class Supervisor:
    """Starts programs, passes on what they say line by line, and stops them, those on which others lean last.

    Everything happens in one thread: a signal, the end of a child and a line all wake the same selector.
    """

    def __init__(self, environ: Mapping[str, str], say: Callable[[str, str], None]) -> None:
        self._environ = environ
        self._say = say
        self._programs: list[ServiceProcess] = []
        self._last: list[ServiceProcess] = []
        self._selector = selectors.DefaultSelector()
        self.called: signal.Signals | None = None
        """The signal that asked us to stop, once one has come."""

    @contextmanager
    def listening(self) -> Iterator[Supervisor]:
        """Take the signals for the time of a `with` block, and stop every program at its end."""
        inner, outer = socket.socketpair()
        outer.setblocking(False)
        wakeup = signal.set_wakeup_fd(outer.fileno(), warn_on_full_buffer=False)
        before = {number: signal.signal(number, self._note) for number in (*_calls(), signal.SIGCHLD)}
        self._selector.register(inner, selectors.EVENT_READ)
        try:
            yield self
        finally:
            self.stop()
            for number, handler in before.items():
                signal.signal(number, handler)
            signal.set_wakeup_fd(wakeup)
            self._selector.close()
            inner.close()
            outer.close()

    def start(self, name: str, words: Sequence[str], *, last: bool = False) -> ServiceProcess:
        """Start one more program; with `last`, one on which the others lean and which is stopped after them."""
        program = ServiceProcess.start(name, words, self._environ)
        self._programs.append(program)
        if last:
            self._last.append(program)
        self._selector.register(program, selectors.EVENT_READ)
        return program

    def ended(self) -> ServiceProcess | None:
        """Find a program that has ended although nobody asked it to."""
        return next((program for program in self._programs if not program.runs), None)

    def wait_until(self, happened: Callable[[], bool]) -> bool:
        """Listen until something has happened; tell whether it did before a program ended or somebody called."""
        while not happened():
            if self.called or self.ended():
                return False
            self._listen(_PAUSE)
        return True

    def finish(self, program: ServiceProcess) -> bool:
        """Listen until one program has ended, and take it off the crew; tell whether it ended well."""
        while program.runs and not self.called:
            self._listen(None)
        self._dismiss([program])
        return program.child.returncode == 0

    def watch(self) -> ServiceProcess | None:
        """Listen until a program ends, which is returned, or until somebody calls."""
        while not self.called and self.ended() is None:
            self._listen(None)
        return None if self.called else self.ended()

    def stop(self) -> None:
        """Stop everything. A call that comes while we wait means "at once"."""
        self.called = None
        self._dismiss([program for program in self._programs if program not in self._last])
        self._dismiss([program for program in self._programs if program in self._last])

    def _dismiss(self, leaving: Sequence[ServiceProcess]) -> None:
        for program in leaving:
            program.ask_to_stop()
        latest = time.monotonic() + STOP_SECONDS
        while any(program.runs for program in leaving) and not self.called and time.monotonic() < latest:
            self._listen(latest - time.monotonic())
        for program in leaving:
            self._see_off(program)

    def _see_off(self, program: ServiceProcess) -> None:
        if program.runs:
            self._say(program.name, "does not stop and is killed")
        program.kill()
        while not program.silent and self._hear(program):
            pass
        if not program.silent:  # something that it started has the pipe and lives on
            self._selector.unregister(program)
        program.close()
        self._programs.remove(program)

    def _listen(self, seconds: float | None) -> None:
        for key, _ in self._selector.select(seconds):
            if isinstance(key.fileobj, ServiceProcess):
                self._hear(key.fileobj)
            elif isinstance(key.fileobj, socket.socket):
                key.fileobj.recv(64)

    def _hear(self, program: ServiceProcess) -> bool:
        lines = program.lines()
        for line in lines:
            self._say(program.name, line)
        if program.silent:
            self._selector.unregister(program)
        return bool(lines)

    def _note(self, number: int, _frame: FrameType | None) -> None:
        if number != signal.SIGCHLD:
            self.called = signal.Signals(number)


def _calls() -> tuple[signal.Signals, ...]:
    """List the signals that ask us to stop. Under `nohup` the end of the terminal is none of them."""
    asked = (signal.SIGINT, signal.SIGTERM)
    return asked if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN else (*asked, signal.SIGHUP)
