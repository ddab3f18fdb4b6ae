"""Judges the letters that wait, in a thread of a worker's pool: one wake-up, many letters.

1. The task `judge.letter` calls `run`. It takes one letter after another from the broker, where each waits once.
2. Each letter is judged as before, in a transaction of its own. One that fails does not stop those behind it.
3. After every `LETTERS_AT_ONCE` letters or `SECONDS_AT_ONCE`, the batch gives way if a sweep or a move of the house
   waits: it ends, and a wake-up for the rest is queued. While none waits it goes on, for `LONGEST` seconds: starting
   anew takes longer than a letter while a worker is busy.
4. A worker that is asked to stop finishes the letters in hand, and leaves the others to a wake-up.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

import structlog

from adjudicator.mail.errors import DnsUnavailable, SandboxUnavailable
from adjudicator.services.job_queue import ANY
from adjudicator.store.session import is_temporary

LETTERS_AT_ONCE = 25
SECONDS_AT_ONCE = 0.5
LONGEST = 30.0
MANY = 8
"""Letters behind the first of a batch at which another worker is woken, too."""

log = structlog.get_logger()


class LetterQueue(Protocol):
    """Where the numbers of waiting letters are. `infra.celery_queue` implements it."""

    def take_letter(self) -> tuple[int, int] | None:
        """Take the letter that waits longest, and count those behind it."""
        ...

    def wake_judge(self) -> None:
        """Queue a wake-up."""
        ...

    def has_other_tasks(self) -> bool:
        """Does any other task wait?"""
        ...


class JudgingBatches:
    """The batches of one worker. Thread-safe."""

    def __init__(
        self, queue: LetterQueue, judge: Callable[[int], None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Take the queue, the function that judges the letter of a number, and a clock that counts seconds."""
        self._queue = queue
        self._judge = judge
        self._clock = clock
        self._stopping = False

    def stop(self) -> None:
        """End the batches behind the letters in hand."""
        self._stopping = True

    def run(self, letter: int = ANY) -> None:
        """Judge this letter first, if a program of an older version named one, and then a batch of those that wait."""
        if letter != ANY:
            self._judge_one(letter)
        try:
            self._judge_batch()
        except Exception as fault:  # noqa: BLE001  # the broker's: a letter's fault is logged below
            log.warning("broker is away; the sweep will find the letters", fault=str(fault))

    def _judge_batch(self) -> None:
        """Judge the letters that wait, until none is left, or it is the turn of something else."""
        begun = looked = self._clock()
        count = behind = 0
        while not self._stopping:
            if count == LETTERS_AT_ONCE or self._clock() >= looked + SECONDS_AT_ONCE:
                count, looked = 0, self._clock()
                if looked >= begun + LONGEST or self._queue.has_other_tasks():
                    break
            taken = self._queue.take_letter()
            if taken is None:
                return
            number, behind = taken
            if count == 0 and behind >= MANY:
                self._queue.wake_judge()
            self._judge_one(number)
            count += 1
        if behind or self._stopping:  # a letter that came later finds none waiting, and wakes somebody itself
            self._queue.wake_judge()

    def _judge_one(self, number: int) -> None:
        try:
            self._judge(number)
        except Exception as fault:  # it still waits: the sweep finds it
            if is_temporary(fault) or isinstance(fault, SandboxUnavailable | DnsUnavailable):
                log.warning("letter waits", letter=number, fault=str(fault))
            else:
                log.exception("judging was interrupted", letter=number)
