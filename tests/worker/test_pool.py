"""What is left of a process that died in the middle of a task, when the worker turns to its other processes again."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from kombu.asynchronous import Hub

from worker.pool import ForgettingPool

IN_HAND = SimpleNamespace(_accepted=True, _writer=lambda: None)
"""A task that the process had begun with."""


@pytest.fixture
def hub() -> Iterator[Hub]:
    hub = Hub()
    yield hub
    hub.close()


@pytest.fixture
def low() -> int:
    """Take a number that is lower than those of the pool's pipes."""
    return os.open(os.devnull, os.O_RDONLY)


@pytest.fixture
def pool(low: int, hub: Hub) -> Iterator[Any]:
    pool: Any = ForgettingPool(1, threads=False)
    pool.register_with_event_loop(hub)
    yield pool
    pool.terminate()
    pool.join()


def kill_process(pool: Any) -> None:
    os.kill(pool._pool[0].pid, signal.SIGKILL)
    pool._pool[0].join()


@pytest.mark.filterwarnings("ignore:.*use of fork:DeprecationWarning")  # it is how Celery makes processes
def test_nobody_listens_any_more_to_a_process_that_died_in_a_task(low: int, pool: Any, hub: Hub) -> None:
    (dead,) = pool._pool
    kill_process(pool)
    os.close(low)  # so that the next pipes have other numbers
    pool.on_partial_read(IN_HAND, dead)
    pool.maintain_pool()
    hub.reset()  # as when the broker is lost
    pool.register_with_event_loop(hub)
    (alive,) = pool._pool
    assert alive is not dead
    assert pool._fileno_to_outq == {alive.outqR_fd: alive}


@pytest.mark.filterwarnings("ignore:.*use of fork:DeprecationWarning")
def test_a_process_that_dies_while_the_broker_is_lost_is_replaced(low: int, pool: Any, hub: Hub) -> None:
    os.close(low)
    (dead,) = pool._pool
    kill_process(pool)
    pool._untrack_child_process(dead, hub)
    hub.reset()
    pool.register_with_event_loop(hub)
    pool.maintain_pool()
    (alive,) = pool._pool
    assert alive is not dead
