"""One wake-up judges many letters: each once, in the order in which they came, and no longer than a batch may take."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import pytest
from redis.exceptions import ConnectionError as BrokerAway
from sqlalchemy.exc import OperationalError
from structlog.testing import capture_logs

from adjudicator.mail.errors import DnsUnavailable, SandboxUnavailable
from adjudicator.services.job_queue import Job
from testkit.waiting import await_until
from worker.judging_batch import LETTERS_AT_ONCE, MANY, SECONDS_AT_ONCE, THREADS, JudgingBatches
from worker.own_queue import OwnQueue


@dataclass
class Letters:
    """Letters that wait, those that were judged, and the wake-ups that were queued."""

    waiting: list[int] = field(default_factory=list)
    judged: list[int] = field(default_factory=list)
    wakes: int = 0
    seconds: float = 0.0
    fault: Exception | None = None

    def take_letter(self) -> tuple[int, int] | None:
        if self.fault is not None:
            raise self.fault
        return (self.waiting.pop(0), len(self.waiting)) if self.waiting else None

    def wake_judge(self) -> None:
        self.wakes += 1

    def judge(self, number: int) -> None:
        self.judged.append(number)

    def batches(self, judge: Callable[[int], None] | None = None) -> JudgingBatches:
        return JudgingBatches(self, judge or self.judge, lambda: self.seconds)


def test_one_wake_up_judges_all_that_wait() -> None:
    letters = Letters([3, 1, 2])
    letters.batches().run()
    assert (letters.judged, letters.wakes) == ([3, 1, 2], 0)


def test_a_letter_that_a_program_of_an_older_version_names_is_judged_first() -> None:
    letters = Letters([3])
    letters.batches().run(7)
    assert letters.judged == [7, 3]


def test_a_batch_ends_after_so_many_letters_and_queues_a_wake_up_for_the_next() -> None:
    letters = Letters(list(range(LETTERS_AT_ONCE + MANY)))
    letters.batches().run()
    assert letters.judged == list(range(LETTERS_AT_ONCE))
    assert letters.wakes == 2  # one for another worker, as many wait, and one for the rest


def test_a_batch_ends_after_so_many_seconds() -> None:
    letters = Letters([1, 2, 3, 4])

    def judge(number: int) -> None:
        letters.judge(number)
        letters.seconds += SECONDS_AT_ONCE / 2

    letters.batches(judge).run()
    assert (letters.judged, letters.wakes) == ([1, 2], 1)


@pytest.mark.parametrize(
    ("fault", "level"),
    [
        (OperationalError("select", None, Exception("database is locked")), "warning"),
        (DnsUnavailable("no answer"), "warning"),
        (SandboxUnavailable("no child"), "warning"),
        (ZeroDivisionError("a bug"), "error"),
    ],
)
def test_a_letter_that_fails_does_not_stop_those_behind_it(fault: Exception, level: str) -> None:
    letters = Letters([1, 2, 3])

    def judge(number: int) -> None:
        if number == 2:
            raise fault
        letters.judge(number)

    with capture_logs() as logs:
        letters.batches(judge).run()
    assert letters.judged == [1, 3]
    assert [(log["letter"], log["log_level"]) for log in logs] == [(2, level)]


def test_a_broker_that_is_away_ends_a_batch_and_takes_up_no_thread() -> None:
    letters = Letters([1], fault=BrokerAway("gone"))
    batches = letters.batches()
    with capture_logs() as logs:
        for _ in range(2 * THREADS):
            batches.run()
    letters.fault = None
    batches.run()
    assert letters.judged == [1]
    assert {log["log_level"] for log in logs} == {"warning"}


def test_a_wake_up_that_finds_all_threads_at_work_ends_at_once_and_its_letter_is_judged_by_them() -> None:
    letters, go_on = Letters(list(range(THREADS))), threading.Event()

    def judge(number: int) -> None:
        letters.judge(number)
        assert go_on.wait(20)

    batches = letters.batches(judge)
    with ThreadPoolExecutor(THREADS) as threads:
        running = [threads.submit(batches.run) for _ in range(THREADS)]
        await_until(lambda: len(letters.judged) == THREADS, "all threads have a letter")
        batches.run()
        assert len(letters.judged) == THREADS
        letters.waiting.append(99)
        go_on.set()
        for one in running:
            one.result(20)
    assert letters.judged[THREADS:] == [99]


def test_a_letter_that_comes_between_the_last_look_and_the_end_of_a_batch_is_judged() -> None:
    letters = Letters()
    batches = letters.batches()
    looks = iter([None, None, (5, 0)])
    held: list[JudgingBatches] = [batches] * (THREADS - 1)
    for one in held:
        one._begins()  # the other threads are at work

    def take() -> tuple[int, int] | None:
        found = next(looks, None)
        if found is None and not letters.judged:
            batches.run()  # the wake-up of the letter, just behind the look
        return found

    letters.take_letter = take  # type: ignore[method-assign]
    batches.run()
    assert letters.judged == [5]


def test_letters_that_a_worker_writes_wake_its_own_sender() -> None:
    woken, told = [], []

    class Everybody:
        def enqueue(self, job: Job, row: int) -> None:
            told.append((job, row))

    queue = OwnQueue(Everybody(), lambda: woken.append(True))
    for job in Job:
        queue.enqueue(job, 3)
    assert woken == [True]
    assert told == [(job, 3) for job in Job if job is not Job.POST]
