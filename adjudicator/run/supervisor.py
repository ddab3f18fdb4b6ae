"""The supervisor: starts programs, passes on their output, and stops them in order.

One thread and one selector. A signal and the death of a child arrive as bytes in a socket pair
(`signal.set_wakeup_fd`), output in a pipe for each program; so each wakes the same `select`, and none can be missed.
"""

from __future__ import annotations

import selectors
import signal
import socket
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import Final

from adjudicator.run.forks import Entry, can_fork, find_entry, preload, split_command
from adjudicator.run.process import ServiceProcess

STOP_SECONDS: Final = 15.0
_PAUSE: Final = 0.1


class Supervisor:
    """Starts programs, passes on their output line by line, and stops them: those that others depend on last."""

    def __init__(self, environ: Mapping[str, str], say: Callable[[str, str], None]) -> None:
        self._environ = environ
        self._say = say
        self._programs: list[ServiceProcess] = []
        self._last: list[ServiceProcess] = []
        self._passing: list[ServiceProcess] = []
        self._selector = selectors.DefaultSelector()
        self.called: signal.Signals | None = None
        """The signal that asked for a stop, if one has come."""

    @contextmanager
    def listening(self) -> Iterator[Supervisor]:
        """Handle the signals for the time of a `with` block, and stop every program at its end."""
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
        """Start a program. With `last` it is stopped after the others, because they depend on it."""
        program = self._watch_over(ServiceProcess.start(name, words, self._environ))
        if last:
            self._last.append(program)
        return program

    def start_passing(self, name: str, words: Sequence[str]) -> ServiceProcess:
        """Start a program that does one piece of work and may end by itself."""
        program = self.start(name, words)
        self._passing.append(program)
        return program

    def prepare_forks(self, commands: Iterable[str]) -> None:
        """Import the modules that programs need, if some of these commands will be forks."""
        if any(map(self._find_entry, commands)):
            preload()

    def run_command(self, name: str, command: str) -> ServiceProcess:
        """Start the program of a command line: as a fork if it is one of ours, else through the shell."""
        entry = self._find_entry(command)
        if entry is None:
            # exec: signals must reach the program, not the shell.
            return self.start(name, ["/bin/sh", "-c", f"exec {command}"])
        return self._watch_over(ServiceProcess.fork(name, entry, self._environ))

    def _find_entry(self, command: str) -> Entry | None:
        return find_entry(split_command(command), self._environ) if can_fork() else None

    def _watch_over(self, program: ServiceProcess) -> ServiceProcess:
        self._programs.append(program)
        self._selector.register(program, selectors.EVENT_READ)
        return program

    def ended(self) -> ServiceProcess | None:
        """Find a program that has ended by itself, and should not."""
        lasting = (program for program in self._programs if program not in self._passing)
        return next((program for program in lasting if not program.runs), None)

    def wait_until(self, happened: Callable[[], bool]) -> bool:
        """Wait until `happened()` is true; return False if a program ends or a signal comes first."""
        while not happened():
            if self.called or self.ended():
                return False
            self._listen(_PAUSE)
        return True

    def finish(self, program: ServiceProcess) -> bool:
        """Wait until this program has ended, and forget it; tell whether its exit code was 0."""
        while program.runs and not self.called:
            self._listen(None)
        self._stop_group([program])
        return program.child.wait() == 0

    def watch(self, tick: Callable[[], object] | None = None, seconds: float = 0.0) -> ServiceProcess | None:
        """Wait until a program ends, and return it; return None after a signal.

        Call `tick` at once and then after every interval of so many `seconds`. A signal waits until it returns.
        """
        due = time.monotonic()
        while not self.called and self.ended() is None:
            if tick is not None and time.monotonic() >= due:
                tick()
                due = time.monotonic() + seconds
            else:
                self._listen(max(0.0, due - time.monotonic()) if tick else None)
            self._forget_passed()
        return None if self.called else self.ended()

    def _forget_passed(self) -> None:
        for program in [one for one in self._passing if not one.runs]:
            self._passing.remove(program)
            self._reap(program)

    def stop(self) -> None:
        """Stop everything: first the ordinary programs, then those started with `last`.

        Each group gets SIGTERM and `STOP_SECONDS`, then SIGKILL. A signal that comes meanwhile means: kill at once.
        """
        self.called = None
        self._stop_group([program for program in self._programs if program not in self._last])
        self._stop_group([program for program in self._programs if program in self._last])

    def _stop_group(self, group: Sequence[ServiceProcess]) -> None:
        for program in group:
            program.ask_to_stop()
        latest = time.monotonic() + STOP_SECONDS
        while any(program.runs for program in group) and not self.called and time.monotonic() < latest:
            self._listen(latest - time.monotonic())
        for program in group:
            self._reap(program)

    def _reap(self, program: ServiceProcess) -> None:
        if program.runs:
            self._say(program.name, "does not stop and is killed")
        program.kill()
        while not program.silent and self._read_output(program):
            pass
        if not program.silent:  # a grandchild in another process group still holds the pipe
            self._selector.unregister(program)
        program.close()
        self._programs.remove(program)

    def _listen(self, seconds: float | None) -> None:
        for key, _ in self._selector.select(seconds):
            if isinstance(key.fileobj, ServiceProcess):
                self._read_output(key.fileobj)
            elif isinstance(key.fileobj, socket.socket):
                key.fileobj.recv(64)

    def _read_output(self, program: ServiceProcess) -> bool:
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
    """List the signals that ask for a stop. SIGHUP is not one of them if it is ignored, as under `nohup`."""
    asked = (signal.SIGINT, signal.SIGTERM)
    return asked if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN else (*asked, signal.SIGHUP)
