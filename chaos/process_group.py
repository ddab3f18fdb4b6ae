"""A program with those that it has started: a Celery worker with its sandboxes."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from pathlib import Path

from testkit.process import ManagedProcess


class ProcessGroup(ManagedProcess):
    """A program of several."""

    def children(self) -> list[int]:
        """List those that it has started."""
        found = Path(f"/proc/{self.number}/task/{self.number}/children")
        try:
            return [int(word) for word in found.read_text().split()]
        except OSError:
            return []

    def kill(self) -> None:
        """End all of them at once, as a loss of power does."""
        children = self.children()
        super().kill()
        for child in children:
            kill(child)


def kill(number: int) -> None:
    """End one program at once, if it runs."""
    with suppress(ProcessLookupError):
        os.kill(number, signal.SIGKILL)
