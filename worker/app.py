"""The Celery app that `celery -A worker.app` runs: the worker and the beat."""

from __future__ import annotations

import os

from celery.signals import setup_logging

from adjudicator import logs
from adjudicator.broker import celery_for
from adjudicator.run.embedded import broker_url
from adjudicator.settings import Settings
from worker.channel import outlast_the_broker

outlast_the_broker()
settings = Settings.read(os.environ)
app = celery_for(broker_url(settings))
app.conf.imports = ("worker.tasks",)


@setup_logging.connect(weak=False)
def _set_up_logs(**_options: object) -> None:
    """Keep Celery from logging in a way of its own."""
    logs.set_up()
