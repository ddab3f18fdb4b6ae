"""One child process of the supervisor: started, read line by line, and stopped."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from adjudicator.infra.parent_death import die_with_parent


@dataclass(slots=True, eq=False)
class ServiceProcess:
    """A child process with its output in a pipe. It has its own session, so that Ctrl-C reaches only the supervisor."""

    name: str
    child: subprocess.Popen[bytes]
    silent: bool = False
    """Whether its output has ended."""
    _unfinished: bytes = field(default=b"", repr=False)

    @classmethod
    def start(cls, name: str, words: Sequence[str], environ: Mapping[str, str]) -> ServiceProcess:
        """Start a program; the kernel kills it if the supervisor dies."""
        child = subprocess.Popen(
            words,
            env=environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=die_with_parent(),  # noqa: PLW1509  # safe: the supervisor has a single thread
        )
        assert child.stdout is not None  # noqa: S101  # it is a pipe
        os.set_blocking(child.stdout.fileno(), False)
        return cls(name, child)

    def fileno(self) -> int:
        """Return the pipe's descriptor, for a selector."""
        assert self.child.stdout is not None  # noqa: S101
        return self.child.stdout.fileno()

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
        return self.child.poll() is None

    @property
    def ending(self) -> str:
        """The exit code or the signal, in words."""
        code = self.child.returncode
        return f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"

    def ask_to_stop(self) -> None:
        """Send SIGTERM, on which each program finishes its work in hand."""
        self.child.terminate()

    def kill(self) -> None:
        """Kill its process group, and with it everything that it started."""
        with suppress(ProcessLookupError):
            os.killpg(self.child.pid, signal.SIGKILL)
        self.child.wait()

    def close(self) -> None:
        """Close the pipe."""
        assert self.child.stdout is not None  # noqa: S101
        self.child.stdout.close()
