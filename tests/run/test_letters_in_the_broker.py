"""Letters that are to be judged wait in the broker, each once; a task is sent only when it can change something."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import redis

from adjudicator.infra import celery_queue
from adjudicator.infra.celery_queue import CeleryQueue
from adjudicator.infra.private_broker import PrivateBroker
from adjudicator.services.job_queue import Job


@pytest.fixture
def client(valkey: PrivateBroker) -> Iterator[redis.Redis]:
    with redis.Redis.from_url(valkey.url) as client:
        yield client


@pytest.fixture
def queue(valkey: PrivateBroker) -> CeleryQueue:
    return CeleryQueue(valkey.url.replace("unix:", "redis+socket:"))


def take_all(queue: CeleryQueue) -> list[int]:
    return [taken[0] for taken in iter(queue.take_letter, None)]


def test_many_letters_wake_a_worker_once(queue: CeleryQueue, client: redis.Redis) -> None:
    for row in range(1, 101):
        queue.enqueue(Job.JUDGE, row)
    assert client.llen("judge") == 1
    assert take_all(queue) == list(range(1, 101))


def test_no_letter_wakes_anybody_while_others_wait_before_it(queue: CeleryQueue, client: redis.Redis) -> None:
    queue.enqueue(Job.JUDGE, 1)
    client.delete("judge")  # a worker has taken the wake-up, and is busy
    for row in range(2, 9):
        queue.enqueue(Job.JUDGE, row)
    assert client.llen("judge") == 0
    assert queue.take_letter() == (1, 7)


def test_the_first_letter_after_all_were_taken_wakes_a_worker(queue: CeleryQueue, client: redis.Redis) -> None:
    for row in (1, 2):
        queue.enqueue(Job.JUDGE, row)
        client.delete("judge")
        assert queue.take_letter() == (row, 0)
    queue.enqueue(Job.JUDGE, 3)
    assert client.llen("judge") == 1


def test_a_wake_up_that_was_lost_is_repeated_after_a_while(
    queue: CeleryQueue, client: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue.enqueue(Job.JUDGE, 1)
    client.delete("judge")
    monkeypatch.setattr(celery_queue, "_WAKE_EVERY", 0.0)
    queue.enqueue(Job.JUDGE, 2)
    assert client.llen("judge") == 1


def test_a_letter_that_is_enqueued_again_keeps_its_place_and_is_taken_once(queue: CeleryQueue) -> None:
    for row in (5, 3, 5, 4, 3):
        queue.enqueue(Job.JUDGE, row)
    assert take_all(queue) == [5, 3, 4]


def test_two_workers_never_take_the_same_letter(queue: CeleryQueue, valkey: PrivateBroker) -> None:
    other = CeleryQueue(valkey.url.replace("unix:", "redis+socket:"))
    for row in range(1, 11):
        queue.enqueue(Job.JUDGE, row)
    taken = [one.take_letter() for one in (queue, other) * 5]
    assert [row for row, _ in filter(None, taken)] == list(range(1, 11))


def test_asking_for_a_batch_sends_one_task(queue: CeleryQueue, client: redis.Redis) -> None:
    for _ in range(3):
        queue.wake_judge()
    assert client.llen("judge") == 1
    assert queue.take_letter() is None


@pytest.mark.parametrize(("name", "other"), [("clock", True), ("house", True), ("post", True), ("judge", False)])
def test_a_batch_can_ask_whether_other_tasks_wait(
    queue: CeleryQueue, client: redis.Redis, name: str, other: bool
) -> None:
    assert not queue.has_other_tasks()
    client.lpush(name, "a task")
    assert queue.has_other_tasks() is other
