"""The beat as a program: `python -m worker.beat` asks for a sweep every few seconds, and starts the export every night.

One beat is enough for any number of machines, and a second one does no harm. Celery's own beat goes by the time of day:
after a clock was set back by an hour it sends nothing for an hour, and the tasks of a machine whose clock is slow have
expired before a worker gets them. This one waits for intervals.
"""

from __future__ import annotations

import os

from adjudicator.config import logs
from adjudicator.config.settings import Settings
from adjudicator.infra.celery_queue import SWEEP_SECONDS
from adjudicator.infra.private_files import private_files
from adjudicator.infra.startup_errors import exit_with_one_line
from adjudicator.infra.stop_signal import StopSignal
from adjudicator.infra.sweep_beat import Beat


def main() -> None:
    """Run until SIGTERM or SIGINT."""
    settings = Settings.read(os.environ)
    logs.set_up_logging()
    beat = Beat(settings)
    with StopSignal() as stop:
        beat.tick()
        while not stop.wait(SWEEP_SECONDS):
            beat.tick()
        beat.stop()


if __name__ == "__main__":
    with private_files(), exit_with_one_line():
        main()
