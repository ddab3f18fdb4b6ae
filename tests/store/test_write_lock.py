"""Waiting for the write lock: in the order of arrival."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from threading import Event, Thread
from time import sleep

import pytest

from adjudicator.store.write_lock import FairLock, WriteQueue

PATIENCE = 20.0


def when(happened: Callable[[], bool]) -> None:
    while not happened():
        sleep(0.001)


def test_threads_get_the_lock_in_the_order_in_which_they_came() -> None:
    lock, order = FairLock(), list[int]()

    def write(number: int) -> None:
        assert lock.acquire(PATIENCE)
        order.append(number)
        lock.release()

    assert lock.acquire(PATIENCE)
    with ThreadPoolExecutor(8) as threads:
        for number in range(8):
            threads.submit(write, number)
            when(lambda number=number: lock.waiting == number + 1)  # type: ignore[misc]
        lock.release()
    assert order == list(range(8))


def test_a_program_that_has_just_written_queues_behind_the_others() -> None:
    lock, order = FairLock(), list[str]()

    def write() -> None:
        assert lock.acquire(PATIENCE)
        order.append("the one who waited")
        lock.release()

    assert lock.acquire(PATIENCE)
    waiting = Thread(target=write)
    waiting.start()
    when(lambda: lock.waiting == 1)
    lock.release()
    assert lock.acquire(PATIENCE)  # at once, before the other can have run
    order.append("the one who wrote before")
    lock.release()
    waiting.join()
    assert order == ["the one who waited", "the one who wrote before"]


def test_a_thread_that_timed_out_is_not_handed_the_lock() -> None:
    lock = FairLock()
    assert lock.acquire(PATIENCE)
    assert not lock.acquire(0.0)
    assert lock.waiting == 0
    lock.release()
    assert lock.acquire(0.0)


def test_the_program_in_front_writes_next_although_another_tries_more_often(tmp_path: Path) -> None:
    database = f"{tmp_path}/club.sqlite3"
    free, tried = Event(), Event()

    def begin() -> bool:
        tried.set()
        return free.is_set()

    with ThreadPoolExecutor(1) as threads:
        first = threads.submit(WriteQueue(database).wait, begin, PATIENCE)
        assert tried.wait(PATIENCE)
        assert not WriteQueue(database).wait(lambda: True, 0.01)
        free.set()
        assert first.result()
    assert WriteQueue(database).wait(lambda: True, 0.01)  # the one in front has let go


@pytest.mark.parametrize("database", [None, ":memory:", "file:club?mode=memory", "/dev/null/nowhere/club.sqlite3"])
def test_without_a_lock_file_the_database_alone_decides(database: str | None) -> None:
    answers = iter([False, False, True])
    assert WriteQueue(database).wait(partial(next, answers), PATIENCE)
