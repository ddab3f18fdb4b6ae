"""The beat: it asks for a sweep every few seconds, and starts the export every night, or when a sweep asks.

`adjudicator up` has it in its supervisor, which saves the memory of a process; elsewhere it is a program of its own
(`worker.beat`). It imports no database and no templates.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import structlog

from adjudicator.config.settings import Settings
from adjudicator.infra.celery_queue import CeleryQueue
from adjudicator.infra.nightly_export import Launch, NightlyExport, launch_process
from adjudicator.infra.private_broker import broker_url

log = structlog.get_logger()


def local_time() -> datetime:
    """Return the machine's time in its own zone."""
    return datetime.now().astimezone()


class Beat:
    """The tasks of every `SWEEP_SECONDS`."""

    def __init__(
        self, settings: Settings, clock: Callable[[], datetime] = local_time, launch: Launch = launch_process
    ) -> None:
        """Take the broker's URL and the folder of exports. Nothing is opened before the first tick."""
        self._clock = clock
        self._queue = CeleryQueue(broker_url(settings))
        self._exports = settings.export_dir is not None
        self._export = NightlyExport(settings.export_dir, clock(), launch)

    def tick(self) -> None:
        """Ask for a sweep, and start the export if it is due. Never raises; takes 4 seconds if the broker hangs."""
        self._queue.ask_for_sweep()
        try:
            self._export.look(self._clock(), wanted=self._exports and self._queue.is_export_wanted())
        except OSError as fault:
            log.warning("export not started", fault=str(fault))

    def stop(self) -> None:
        """Stop a running export."""
        self._export.stop()
