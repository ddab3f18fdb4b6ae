"""Who writes next to a SQLite database: the threads of a program in their order, and programs after one another.

SQLite wakes nobody when its write lock is free, and a `threading.Lock` goes to whoever happens to run: next to busy
writers one can wait for seconds.
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
"""How often the program in front tries: it is the only one that does so."""
QUEUE_SECONDS = 0.001
"""How often the others look whether the front is free."""
_never = Event()


class FairLock:
    """A lock that is handed to the thread that has waited longest (a ticket lock)."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._held = False
        self._queue: deque[Lock] = deque()

    @property
    def waiting(self) -> int:
        """How many threads wait for it."""
        return len(self._queue)

    def acquire(self, timeout: float) -> bool:
        """Wait for the lock for so many seconds at the most; tell whether it is ours now."""
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
        # Between the end of our patience and this line it may have been handed over all the same.
        return called or not self._withdraw(ticket)

    def release(self) -> None:
        """Hand the lock on."""
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
    """The programs that wait for the write lock of one SQLite file.

    Whoever stands in front holds a lock on a file beside the database until he has SQLite's own. A program that has
    just written has to come here again, so another that waits is always before it. Who is next in front is asked at an
    even pace: SQLite itself tries ever more seldom, and whoever has waited longest would have the smallest chance.
    """

    def __init__(self, database: str | None) -> None:
        """Take the path of the database; without one it is in memory, and nobody else can write to it."""
        on_disk = database and database != ":memory:" and not database.startswith("file:")
        self._path = Path(f"{database}-queue") if on_disk else None

    def wait(self, begin: Callable[[], bool], seconds: float) -> bool:
        """Try to begin, when our turn has come, about so long in the queue and in front; tell if it was done."""
        with self._file() as number:
            in_front = number is None or _keeps_trying(lambda: _locked(number), QUEUE_SECONDS, seconds)
            return in_front and _keeps_trying(begin, FRONT_SECONDS, seconds)

    @contextmanager
    def _file(self) -> Iterator[int | None]:
        number = None
        if self._path is not None:
            with suppress(OSError):  # such as a full disk: then whoever is lucky writes first
                number = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            yield number
        finally:
            if number is not None:
                os.close(number)  # which lets go of the lock


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
