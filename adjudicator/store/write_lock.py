"""Fair queues for the write lock of a SQLite database: one for the threads of a program, one for programs.

SQLite wakes nobody when its write lock becomes free, and a `threading.Lock` goes to any thread that happens to run:
beside busy writers a thread can wait for seconds.
"""

from __future__ import annotations

import fcntl
import os
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Lock

FRONT_SECONDS = 0.0003
"""The pause between two attempts of the program in front; no other program tries."""
QUEUE_SECONDS = 0.001
"""The pause between two looks of the other programs at the lock file."""
_never = Event()


class FairLock:
    """A lock that is handed to the thread that has waited longest (a ticket lock)."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._held = False
        self._queue: deque[Lock] = deque()

    @property
    def waiting(self) -> int:
        """The number of waiting threads."""
        return len(self._queue)

    def acquire(self, timeout: float) -> bool:
        """Wait for the lock for at most `timeout` seconds; tell whether it was acquired."""
        with self._guard:
            if not self._held:
                self._held = True
                return True
            ticket = Lock()
            ticket.acquire()
            self._queue.append(ticket)
        try:
            called = ticket.acquire(timeout=timeout)
        except BaseException:
            if not self._withdraw(ticket):
                self.release()
            raise
        # Between the timeout and this line the lock may have been handed to us: then the ticket is gone from the queue.
        return called or not self._withdraw(ticket)

    def release(self) -> None:
        """Hand the lock to the thread that has waited longest."""
        with self._guard:
            if self._queue:
                self._queue.popleft().release()
            else:
                self._held = False

    def _withdraw(self, ticket: Lock) -> bool:
        with self._guard:
            if ticket not in self._queue:
                return False
            self._queue.remove(ticket)
            return True


class WriteQueue:
    """The queue of programs that wait for the write lock of one SQLite file.

    The program in front holds a lock on a file beside the database until it has SQLite's own lock. A program that has
    just written queues again, so waiting programs come before it. All of them poll at a constant rate: SQLite's own
    busy handler waits longer after each attempt, which gives the longest waiting program the smallest chance.
    """

    def __init__(self, database: str | None) -> None:
        """Take the path of the database; None or ``:memory:`` has no other writers and needs no file."""
        on_disk = database and database != ":memory:" and not database.startswith("file:")
        self._path = Path(f"{database}-queue") if on_disk else None

    def wait(self, begin: Callable[[], bool], seconds: float) -> bool:
        """Queue, then call `begin` until it succeeds, each for about `seconds`; tell whether it succeeded."""
        with self._file() as number:
            in_front = number is None or _keeps_trying(lambda: _locked(number), QUEUE_SECONDS, seconds)
            return in_front and _keeps_trying(begin, FRONT_SECONDS, seconds)

    @contextmanager
    def _file(self) -> Iterator[int | None]:
        number = None
        if self._path is not None:
            with suppress(OSError):  # such as a full disk: then there is no order
                number = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            yield number
        finally:
            if number is not None:
                os.close(number)  # which releases the lock


def _locked(number: int) -> bool:
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _keeps_trying(act: Callable[[], bool], pause: float, seconds: float) -> bool:
    for _ in range(int(seconds / pause)):
        if act():
            return True
        _never.wait(pause)
    return act()
