"""A worker has threads: Celery's pool of processes loses track of one that is killed, and then hangs or ends."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from celery.bin.worker import WorkersPool, worker
from celery.concurrency.thread import TaskPool
from click import Context

from adjudicator.infra.celery_queue import celery_for


def test_a_worker_has_threads_where_celery_would_take_processes() -> None:
    options: Any = Context(worker, obj=SimpleNamespace(app=celery_for("memory://")))
    assert WorkersPool().convert("prefork", None, options) is TaskPool
