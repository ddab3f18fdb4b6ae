"""The Celery app that `celery -A worker.app worker` runs. Its tasks are in `worker.tasks`."""

from __future__ import annotations

import os
import sys
import warnings

from celery.exceptions import SecurityWarning
from celery.signals import setup_logging, worker_init

from adjudicator.bootstrap import build_context
from adjudicator.config import logs
from adjudicator.config.settings import Settings
from adjudicator.infra.celery_queue import celery_for
from adjudicator.infra.private_broker import broker_url
from adjudicator.infra.private_files import UMASK
from adjudicator.infra.rare_collection import collect_rarely
from adjudicator.infra.startup_errors import exit_with_one_line
from worker.bootsteps import sweep_on_connect
from worker.celery_patches import tolerate_broker_loss

SWITCH_SECONDS = 0.02
"""How long a thread keeps the interpreter while others wait. Judging a letter takes about as long: a thread that was
interrupted in the middle of it would hold its match's lock for longer."""

sys.setswitchinterval(SWITCH_SECONDS)
collect_rarely()
tolerate_broker_loss()
# Five lines, for each worker: `adjudicator up` says in one that it runs as root.
warnings.filterwarnings("ignore", "You're running the worker with superuser privileges", SecurityWarning)
with exit_with_one_line():
    settings = Settings.read(os.environ)
app = celery_for(broker_url(settings))
app.conf.imports = ("worker.tasks",)
sweep_on_connect(app)


@setup_logging.connect(weak=False)
def _set_up_logs(**_options: object) -> None:
    """Replace Celery's logging by ours."""
    logs.set_up_logging()


@worker_init.connect(weak=False)
def _refuse_newer_database(**_options: object) -> None:
    """End a worker of an older version: during an upgrade it would take jobs that it cannot do from newer workers."""
    with exit_with_one_line():
        build_context(settings).store.close()


@worker_init.connect(weak=False)
def _set_umask(**_options: object) -> None:
    """Create files that only their owner can read."""
    os.umask(UMASK)
