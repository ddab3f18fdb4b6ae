"""One running program: how it is started, what it says, and how it is stopped."""

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
    """A started program, with a pipe for what it says. It has a session of its own, so that Ctrl-C reaches only us."""

    name: str
    child: subprocess.Popen[bytes]
    silent: bool = False
    """Whether its pipe is closed, so that nothing more can come."""
    _unfinished: bytes = field(default=b"", repr=False)

    @classmethod
    def start(cls, name: str, words: Sequence[str], environ: Mapping[str, str]) -> ServiceProcess:
        """Start a program whose life is tied to ours."""
        child = subprocess.Popen(
            words,
            env=environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=die_with_parent(),  # noqa: PLW1509  # the one who starts programs has a single thread
        )
        assert child.stdout is not None  # noqa: S101  # it is a pipe
        os.set_blocking(child.stdout.fileno(), False)
        return cls(name, child)

    def fileno(self) -> int:
        """The pipe, for a selector."""
        assert self.child.stdout is not None  # noqa: S101
        return self.child.stdout.fileno()

    def lines(self) -> list[str]:
        """Take the whole lines that were said since the last call; the last one may lack its end."""
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
        """Whether it has not ended yet."""
        return self.child.poll() is None

    @property
    def ending(self) -> str:
        """How it ended, in words."""
        code = self.child.returncode
        return f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"

    def ask_to_stop(self) -> None:
        """Ask it to finish what it has begun."""
        self.child.terminate()

    def kill(self) -> None:
        """End it and everything that it started."""
        with suppress(ProcessLookupError):
            os.killpg(self.child.pid, signal.SIGKILL)
        self.child.wait()

    def close(self) -> None:
        """Close the pipe."""
        assert self.child.stdout is not None  # noqa: S101
        self.child.stdout.close()
