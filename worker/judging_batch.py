"""Judges the letters that wait, in a thread of a worker's pool: one wake-up, many letters.

1. The task `judge.letter` calls `run`. It takes one letter after another from the broker, where each waits once.
2. Each letter is judged as before, in a transaction of its own. One that fails does not stop those behind it.
3. A batch ends after `LETTERS_AT_ONCE` letters or `SECONDS_AT_ONCE`, and a wake-up for the next one is queued behind
   the sweeps and moves of the house that wait by then.
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


class JudgingBatches:
    """The batches of one worker. Thread-safe."""

    def __init__(
        self, queue: LetterQueue, judge: Callable[[int], None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Take the queue, the function that judges the letter of a number, and a clock that counts seconds."""
        self._queue = queue
        self._judge = judge
        self._clock = clock

    def run(self, letter: int = ANY) -> None:
        """Judge this letter first, if a program of an older version named one, and then a batch of those that wait."""
        if letter != ANY:
            self._judge_one(letter)
        try:
            self._judge_batch()
        except Exception as fault:  # noqa: BLE001  # the broker's: what happens to a letter is logged below
            log.warning("broker is away; the sweep will find the letters", fault=str(fault))

    def _judge_batch(self) -> None:
        """Judge the letters that wait, until none is left or the batch is full."""
        until, behind = self._clock() + SECONDS_AT_ONCE, 0
        for count in range(LETTERS_AT_ONCE):
            if count and self._clock() >= until:
                break
            taken = self._queue.take_letter()
            if taken is None:
                return
            number, behind = taken
            if count == 0 and behind >= MANY:
                self._queue.wake_judge()
            self._judge_one(number)
        if behind:  # a letter that came later finds none waiting, and wakes somebody itself
            self._queue.wake_judge()

    def _judge_one(self, number: int) -> None:
        try:
            self._judge(number)
        except Exception as fault:  # it still waits: the sweep finds it
            if is_temporary(fault) or isinstance(fault, SandboxUnavailable | DnsUnavailable):
                log.warning("letter waits", letter=number, fault=str(fault))
            else:
                log.exception("judging was interrupted", letter=number)
