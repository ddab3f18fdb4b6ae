"""The Celery app that `celery -A worker.app` runs: the worker and the beat."""

from __future__ import annotations

import os

from adjudicator.broker import celery_for
from adjudicator.run.embedded import broker_url
from adjudicator.settings import Settings

settings = Settings.read(os.environ)
app = celery_for(broker_url(settings))
app.conf.imports = ("worker.tasks",)
