"""One wake-up judges many letters: each once, in the order in which they came, and no longer than a batch may take."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from redis.exceptions import ConnectionError as BrokerAway
from sqlalchemy.exc import OperationalError
from structlog.testing import capture_logs

from adjudicator.mail.errors import DnsUnavailable, SandboxUnavailable
from adjudicator.services.job_queue import Job
from testkit.club import RecordingQueue
from worker.judging_batch import LETTERS_AT_ONCE, LONGEST, MANY, SECONDS_AT_ONCE, JudgingBatches
from worker.own_queue import OwnQueue


@dataclass
class Letters:
    """Letters that wait, those that were judged, and the wake-ups that were queued."""

    waiting: list[int] = field(default_factory=list)
    judged: list[int] = field(default_factory=list)
    wakes: int = 0
    seconds: float = 0.0
    a_letter: float = 0.0
    """The seconds that a letter takes."""
    others: bool = False
    """Do other tasks wait?"""
    fault: Exception | None = None

    def take_letter(self) -> tuple[int, int] | None:
        if self.fault is not None:
            raise self.fault
        return (self.waiting.pop(0), len(self.waiting)) if self.waiting else None

    def wake_judge(self) -> None:
        self.wakes += 1

    def has_other_tasks(self) -> bool:
        return self.others

    def judge(self, number: int) -> None:
        self.judged.append(number)
        self.seconds += self.a_letter

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


def test_a_batch_gives_way_to_other_tasks_after_so_many_letters() -> None:
    letters = Letters(list(range(LETTERS_AT_ONCE + MANY)), others=True)
    letters.batches().run()
    assert letters.judged == list(range(LETTERS_AT_ONCE))
    assert letters.wakes == 2  # one for another worker, as many wait, and one for the rest


def test_a_batch_gives_way_to_other_tasks_after_so_many_seconds() -> None:
    letters = Letters([1, 2, 3, 4], others=True, a_letter=SECONDS_AT_ONCE / 2)
    letters.batches().run()
    assert (letters.judged, letters.wakes) == ([1, 2], 1)


def test_a_batch_goes_on_while_no_other_task_waits() -> None:
    letters = Letters(list(range(3 * LETTERS_AT_ONCE)))
    letters.batches().run()
    assert letters.judged == list(range(3 * LETTERS_AT_ONCE))


def test_a_batch_ends_at_last() -> None:
    letters = Letters(list(range(100)), a_letter=LONGEST / 10)
    letters.batches().run()
    assert letters.judged == list(range(10))
    assert letters.wakes


def test_a_batch_that_ends_with_the_last_letter_wakes_nobody() -> None:
    letters = Letters(list(range(MANY)), others=True, a_letter=SECONDS_AT_ONCE / MANY)
    letters.batches().run()
    assert (letters.judged, letters.wakes) == (list(range(MANY)), 0)


def test_a_worker_that_stops_leaves_the_rest_to_others() -> None:
    letters = Letters([1, 2, 3])

    def judge(number: int) -> None:
        letters.judge(number)
        batches.stop()

    batches = letters.batches(judge)
    batches.run()
    assert (letters.judged, letters.wakes) == ([1], 1)
    batches.run()
    assert (letters.judged, letters.wakes) == ([1], 2)


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


def test_a_broker_that_is_away_ends_a_batch() -> None:
    letters = Letters([1], fault=BrokerAway("gone"))
    with capture_logs() as logs:
        letters.batches().run()
    assert letters.judged == []
    assert [log["log_level"] for log in logs] == ["warning"]


def test_letters_that_a_worker_writes_wake_its_own_sender() -> None:
    woken, everybody = [], RecordingQueue()
    queue = OwnQueue(everybody, lambda: woken.append(True))
    for job in Job:
        queue.enqueue(job, 3)
    queue.ask_for_export()
    assert woken == [True]
    assert everybody.enqueued == [(job, 3) for job in Job if job is not Job.POST]
    assert everybody.exports == 1
