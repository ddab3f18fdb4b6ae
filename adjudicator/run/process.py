"""One child process of the supervisor: started, read line by line, and stopped."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from adjudicator.infra.parent_death import die_with_parent
from adjudicator.run.forks import Entry, Program, fork


class Child(Protocol):
    """A child process: a `subprocess.Popen`, or a fork."""

    @property
    def pid(self) -> int:
        """The number of the process, which is also that of its process group."""
        ...

    def poll(self) -> int | None:
        """Return the exit code, the negative number of a signal, or None while it runs."""
        ...

    def wait(self) -> int:
        """Wait for its end, and return its exit code."""
        ...


@dataclass(slots=True, eq=False)
class ServiceProcess:
    """A child process with its output in a pipe. It has its own session, so that Ctrl-C reaches only the supervisor."""

    name: str
    child: Child
    _output: int
    """The descriptor of the pipe."""
    silent: bool = False
    """Whether its output has ended."""
    _unfinished: bytes = field(default=b"", repr=False)

    @classmethod
    def start(cls, name: str, words: Sequence[str], environ: Mapping[str, str]) -> ServiceProcess:
        """Start a program; the kernel kills it if the supervisor dies."""
        with _pipe() as (output, written):
            child = subprocess.Popen(
                words,
                env=environ,
                stdin=subprocess.DEVNULL,
                stdout=written,
                stderr=written,
                start_new_session=True,
                preexec_fn=die_with_parent(),  # noqa: PLW1509  # safe: the supervisor has a single thread
            )
            return cls(name, child, output)

    @classmethod
    def fork(cls, name: str, entry: Entry, environ: Mapping[str, str]) -> ServiceProcess:
        """Begin a program as a fork of the supervisor; the kernel kills it if the supervisor dies."""
        with _pipe() as (output, written), Path(os.devnull).open("rb") as nothing:
            descriptors = {0: nothing.fileno(), 1: written, 2: written}
            return cls(name, fork(Program(entry, f"adjudicator: {name}", environ, descriptors)), output)

    def fileno(self) -> int:
        """Return the pipe's descriptor, for a selector."""
        return self._output

    def lines(self) -> list[str]:
        """Read the lines that are complete since the last call; at the end of output, also an unfinished one."""
        try:
            said = os.read(self.fileno(), 1 << 16)
        except BlockingIOError:
            return []
        self.silent = not said
        *whole, self._unfinished = (self._unfinished + said).split(b"\n")
        if self.silent and self._unfinished:
            whole, self._unfinished = [self._unfinished], b""
        return [line.decode(errors="replace") for line in whole]

    @property
    def runs(self) -> bool:
        """Whether the process still runs."""
        return self.poll() is None

    def poll(self) -> int | None:
        """Return the exit code, the negative number of a signal, or None while it runs."""
        return self.child.poll()

    def wait(self) -> int:
        """Wait for its end, and return its exit code."""
        return self.child.wait()

    @property
    def ending(self) -> str:
        """The exit code or the signal, in words."""
        code = self.child.wait()
        return f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"

    def ask_to_stop(self) -> None:
        """Send SIGTERM, on which each program finishes its work in hand."""
        if self.runs:
            os.kill(self.child.pid, signal.SIGTERM)

    def kill(self) -> int:
        """Kill its process group, and with it everything that it started; return its exit code."""
        with suppress(ProcessLookupError):
            os.killpg(self.child.pid, signal.SIGKILL)
        return self.child.wait()

    def close(self) -> None:
        """Close the pipe."""
        os.close(self._output)


@contextmanager
def _pipe() -> Iterator[tuple[int, int]]:
    """Open a pipe that is read without waiting; its end for writing is closed again, as only the child has it then."""
    output, written = os.pipe()
    os.set_blocking(output, False)
    try:
        yield output, written
    except BaseException:
        os.close(output)
        raise
    finally:
        os.close(written)
