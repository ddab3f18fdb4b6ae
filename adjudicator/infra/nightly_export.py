"""Starts `adjudicator export` every night, as a program of its own: it may take an hour, and no job has to wait for it.

The age of the export's last file says when it is due, so that several beats, or a host's own cron job, do no harm.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Protocol, TypeAlias

import structlog

from adjudicator.infra.parent_death import die_with_parent
from adjudicator.services.archive.export_files import INCOMPLETE, SUMS

log = structlog.get_logger()

HOUR = 3
"""The hour of the machine's own time in which it is started."""
A_NIGHT = timedelta(hours=20)
AGAIN = timedelta(hours=1)
"""Between two starts, and after a failure."""
OVERDUE = timedelta(hours=36)
"""Of a machine that is off at night: then it is started at any time."""
NAME = "export"
COMMAND = (sys.executable, "-c", "from adjudicator.cli import main; main()", "export")


class Child(Protocol):
    """The process of an export: a `subprocess.Popen`, or a program of the supervisor."""

    def poll(self) -> int | None:
        """Return its exit code, or None while it runs."""
        ...

    def kill(self) -> object:
        """End it."""
        ...

    def wait(self) -> int:
        """Wait for its end."""
        ...


Launch: TypeAlias = Callable[[str, Sequence[str]], Child]
"""Starts a program by its name and its command."""


def launch_process(_name: str, command: Sequence[str]) -> Child:
    """Start a program that writes to where this one writes."""
    return subprocess.Popen(
        command,
        start_new_session=True,  # Ctrl-C does not reach it: it is stopped with everything else
        preexec_fn=die_with_parent(),  # noqa: PLW1509  # one thread
    )


@dataclass(slots=True)
class NightlyExport:
    """The export of one installation. `folder` is None if there is none."""

    folder: Path | None
    since: datetime
    """Since when this program runs: the first export waits for the night, or as long as one that is overdue."""
    launch: Launch = launch_process
    _not_before: datetime | None = None
    _running: Child | None = None

    def look(self, now: datetime, *, wanted: bool = False) -> None:
        """Start the export if it is due, or `wanted`: the last one holds a name that was taken back.

        If the last one failed, log it, and try again an hour later.
        """
        code = None if self._running is None else self._running.poll()
        if self._running is not None and code is None:
            return
        self._running = None
        if code == INCOMPLETE:
            log.warning("export without matches that cannot be read", folder=str(self.folder))
        if code not in (None, 0, INCOMPLETE):
            log.warning("export failed", folder=str(self.folder), exit_code=code)
            self._not_before = now + AGAIN
        elif self.is_due(now, wanted=wanted):
            self._running = self.launch(NAME, COMMAND)
            self._not_before = now + AGAIN

    def is_due(self, now: datetime, *, wanted: bool = False) -> bool:
        """Tell whether the export is wanted or old enough; `now` has the machine's time zone."""
        if self.folder is None or (self._not_before and now < self._not_before):
            return False
        if wanted:
            return True
        sums = self.folder / SUMS
        made = datetime.fromtimestamp(sums.stat().st_mtime, now.tzinfo) if sums.exists() else None
        age = now - (made or self.since)
        return age >= OVERDUE or (now.hour == HOUR and (made is None or age >= A_NIGHT))

    def stop(self) -> None:
        """Stop a running export; the next one goes on where it stopped."""
        if self._running is not None and self._running.poll() is None:
            self._running.kill()
            self._running.wait()
