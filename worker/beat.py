"""The clock: `python -m worker.beat` asks for a sweep every few seconds.

One is enough for any number of machines, and a second one does no harm. It is not Celery's beat, which goes by the time
of day: after a clock was set back by an hour, that one is silent for an hour, and what it asks for on a machine whose
clock is slow has expired before anybody hears of it.
"""

from __future__ import annotations

import os

from adjudicator.config import logs
from adjudicator.config.settings import Settings
from adjudicator.infra.celery_queue import SWEEP_SECONDS, CeleryQueue
from adjudicator.infra.private_broker import broker_url
from adjudicator.infra.private_files import private_files
from adjudicator.infra.startup_errors import exit_with_one_line
from adjudicator.infra.stop_signal import StopSignal


def main() -> None:
    """Run until somebody asks to stop."""
    settings = Settings.read(os.environ)
    logs.set_up_logging()
    job = CeleryQueue(broker_url(settings))
    with StopSignal() as ending:
        job.ask_for_sweep()
        while not ending.wait(SWEEP_SECONDS):
            job.ask_for_sweep()


if __name__ == "__main__":
    with private_files(), exit_with_one_line():
        main()
