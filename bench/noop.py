"""A worker whose tasks do nothing, set up exactly as ours: `celery -A bench.noop worker`."""

from __future__ import annotations

import os

from adjudicator.infra.celery_queue import celery_for

QUEUE = "noop"
BROKER = "BENCH_BROKER"

app = celery_for(os.environ.get(BROKER, "memory://"))


@app.task(name="noop")
def noop(_row: int) -> None:
    """Do nothing."""
