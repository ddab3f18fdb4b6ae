"""The Celery app that `celery -A worker.app` runs: the worker and the beat."""

from __future__ import annotations

import os
import sys

from celery.signals import setup_logging, worker_init

from adjudicator.bootstrap import open_desk
from adjudicator.config import logs
from adjudicator.config.settings import Settings
from adjudicator.infra.celery_queue import celery_for
from adjudicator.infra.private_broker import broker_url
from adjudicator.infra.private_files import UMASK
from adjudicator.infra.startup_errors import ending_in_one_line
from worker.bootsteps import ask_on_return
from worker.celery_patches import outlast_the_broker

SWITCH_SECONDS = 0.02
"""A thread may go on for so long while others wait: to judge a letter takes about as long, and being interrupted in the
middle of it holds up whoever waits for the same lock."""

sys.setswitchinterval(SWITCH_SECONDS)
outlast_the_broker()
with ending_in_one_line():
    settings = Settings.read(os.environ)
app = celery_for(broker_url(settings))
app.conf.imports = ("worker.tasks",)
ask_on_return(app)


@setup_logging.connect(weak=False)
def _set_up_logs(**_options: object) -> None:
    """Keep Celery from logging in a way of its own."""
    logs.set_up()


@worker_init.connect(weak=False)
def _refuse_newer_database(**_options: object) -> None:
    """End a worker that could judge nothing: while machines are upgraded, it would take letters from those that can."""
    with ending_in_one_line():
        open_desk(settings).store.close()


@worker_init.connect(weak=False)
def _write_for_ourselves(**_options: object) -> None:
    """Let nobody else read what this program writes."""
    os.umask(UMASK)
