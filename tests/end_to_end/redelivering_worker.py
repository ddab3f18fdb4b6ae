"""The worker's app with a broker that takes every task for lost after a second and gives it out again."""

from typing import Any

from celery.signals import task_prerun

from worker.app import app

app.conf.broker_transport_options |= {
    "visibility_timeout": 1,
    "unacked_restore_interval": 1,
    "unacked_restore_throttle": 1,
}


@task_prerun.connect
def tell(task: Any, args: list[int], **_more: Any) -> None:
    """Say that a task begins."""
    print(f"begins {task.name} {args}", flush=True)  # noqa: T201
