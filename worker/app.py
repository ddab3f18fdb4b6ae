"""The Celery app that `celery -A worker.app` runs: the worker and the beat."""

from __future__ import annotations

import os
import sys

from celery.signals import setup_logging, worker_init

from adjudicator.bootstrap import build_context
from adjudicator.config import logs
from adjudicator.config.settings import Settings
from adjudicator.infra.celery_queue import celery_for
from adjudicator.infra.private_broker import broker_url
from adjudicator.infra.private_files import UMASK
from adjudicator.infra.startup_errors import exit_with_one_line
from worker.bootsteps import sweep_on_connect
from worker.celery_patches import tolerate_broker_loss

SWITCH_SECONDS = 0.02
"""A thread may go on for so long while others wait: to judge a letter takes about as long, and being interrupted in the
middle of it holds up whoever waits for the same lock."""

sys.setswitchinterval(SWITCH_SECONDS)
tolerate_broker_loss()
with exit_with_one_line():
    settings = Settings.read(os.environ)
app = celery_for(broker_url(settings))
app.conf.imports = ("worker.tasks",)
sweep_on_connect(app)


@setup_logging.connect(weak=False)
def _set_up_logs(**_options: object) -> None:
    """Keep Celery from logging in a way of its own."""
    logs.set_up_logging()


@worker_init.connect(weak=False)
def _refuse_newer_database(**_options: object) -> None:
    """End a worker that could judge nothing: while machines are upgraded, it would take letters from those that can."""
    with exit_with_one_line():
        build_context(settings).store.close()


@worker_init.connect(weak=False)
def _write_for_ourselves(**_options: object) -> None:
    """Let nobody else read what this program writes."""
    os.umask(UMASK)
