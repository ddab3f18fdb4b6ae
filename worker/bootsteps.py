"""Asks for a sweep whenever a worker has connected to the broker, at its start and after a loss.

While the broker was away, letters may have come, and the broker may have lost queued jobs. The ordinary sweep would
notice only after a while.
"""

from __future__ import annotations

from celery import Celery, bootsteps
from celery.worker.consumer import Consumer

from adjudicator.infra.celery_queue import CeleryQueue


class SweepOnConnect(bootsteps.StartStopStep):
    """A Celery bootstep: `start` is called whenever the consumer has connected."""

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def __init__(self, parent: Consumer, **options: object) -> None:
        """Open a queue of its own, so that a failure to send does not disturb the consumer's connection."""
        super().__init__(parent, **options)
        self._queue = CeleryQueue(parent.app.conf.broker_url)

    def start(self, _parent: Consumer) -> None:
        """Ask for a sweep of all waiting rows."""
        self._queue.ask_for_sweep(afresh=True)


def sweep_on_connect(app: Celery) -> None:
    """Install the step in a worker's app."""
    app.steps["consumer"].add(SweepOnConnect)
