"""What a worker does when it has found its broker, at its start or after a loss: it asks for a sweep of everything.

The broker may have been away while letters came, or have lost the bells that it held. That nobody heard them shows by
itself only after a while.
"""

from __future__ import annotations

from celery import Celery, bootsteps
from celery.worker.consumer import Consumer

from adjudicator.infra.celery_queue import CeleryQueue


class SweepOnConnect(bootsteps.StartStopStep):
    """A step of a worker's connection, taken whenever it takes up its queues."""

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def __init__(self, parent: Consumer, **options: object) -> None:
        """Take a bell of its own: what goes wrong with it is no matter of the connection's."""
        super().__init__(parent, **options)
        self._bell = CeleryQueue(parent.app.conf.broker_url)

    def start(self, _parent: Consumer) -> None:
        """Ask."""
        self._bell.ask_for_sweep(afresh=True)


def sweep_on_connect(app: Celery) -> None:
    """Let every connection of this worker begin with that."""
    app.steps["consumer"].add(SweepOnConnect)
