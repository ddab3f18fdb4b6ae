"""A program of the service as a process: started, stopped, killed and suspended by its pid."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from adjudicator.infra.parent_death import die_with_parent
from testkit import fork_server
from testkit.fork_server import ForkedProgram
from testkit.waiting import PATIENCE, await_until


class ManagedProcess:
    """One program. What it says goes to a file, so that a test can wait for a line and a failure can be read."""

    def __init__(self, name: str, words: Sequence[str], environ: Mapping[str, str], folder: Path) -> None:
        self.name = name
        self.words = list(words)
        self.environ = dict(environ)
        self._log = folder / f"{name}.log"
        self._folder = folder
        self._read_from = 0
        self._child: subprocess.Popen[bytes] | ForkedProgram | None = None

    @property
    def runs(self) -> bool:
        return self._child is not None and self._child.poll() is None

    @property
    def number(self) -> int:
        assert self._child is not None
        return self._child.pid

    def start(self, ready: str = "") -> None:
        """Start it, and wait for the words by which it says that it is ready."""
        assert not self.runs
        with self._log.open("ab") as log:
            self._read_from = log.tell()
            self._child = self._begin(log.fileno())
        if ready:
            self.await_words(ready)

    def _begin(self, log: int) -> subprocess.Popen[bytes] | ForkedProgram:
        if fork_server.forks(self.words, self.environ):
            return fork_server.start(self.words, self.environ, self._folder, log)
        return subprocess.Popen(
            self.words,
            env=self.environ,
            cwd=self._folder,
            stdout=log,
            stderr=subprocess.STDOUT,
            preexec_fn=die_with_parent(),  # noqa: PLW1509  # nothing but a system call
        )

    def await_words(self, words: str, times: int = 1) -> None:
        """Wait until it has said something since its start."""

        def said() -> bool:
            if self.said(words) < times:
                assert self.runs, f"{self.name} ended:\n{self.told()}"
                return False
            return True

        await_until(said, f"{self.name} says {words!r}:\n{self.told()[-2000:]}")

    def said(self, words: str) -> int:
        """Count how often it has said something since its start."""
        return self.told().count(words)

    def told(self) -> str:
        """Read everything that it has said since its start."""
        with self._log.open("rb") as log:
            log.seek(self._read_from)
            return log.read().decode("utf-8", "replace")

    def stop(self) -> int:
        """Ask it to end, and return its exit code."""
        assert self._child is not None
        self._child.send_signal(signal.SIGTERM)
        return self._child.wait(PATIENCE)

    def end(self) -> None:
        """See that it does not run any more."""
        if self.runs:
            self.kill()

    def kill(self) -> None:
        """End it at once, as a loss of power does."""
        assert self._child is not None
        self._child.kill()
        self._child.wait(PATIENCE)

    @contextmanager
    def held_up(self) -> Iterator[None]:
        """Let it neither work nor answer for a while, though its connections stay open."""
        os.kill(self.number, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(self.number, signal.SIGCONT)
