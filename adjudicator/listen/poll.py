"""Looks into mailboxes and maildirs until told to stop, each in a thread of its own, and again after every failure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from threading import Event, Thread
from typing import Protocol

import structlog

from adjudicator.infra.stop_signal import StopSignal
from adjudicator.listen.imap_folder import LOST, MailboxClosed
from adjudicator.listen.maildir import MaildirFetcher, NoMaildir
from adjudicator.listen.protocols import Accept, Known, TemporaryFault
from adjudicator.mail.address_token import redact_tokens

FIRST_PAUSE = 1.0
LONGEST_PAUSE = 300.0
MAILDIR_SECONDS = 2.0
GRACE = 10.0
"""Seconds that letters in hand are given when we stop."""

_EXPECTED = (*LOST, MailboxClosed, NoMaildir, TemporaryFault)

log = structlog.get_logger()


class Source(Protocol):
    """Somewhere that letters are fetched from."""

    name: str

    def visit(self, told: Event, seen: Event) -> None:
        """Take what is there and what comes, until told to stop; `seen` is set once all that was there is taken."""
        ...

    def wake(self) -> None:
        """End the waiting, from another thread."""
        ...


class WatchedMaildir:
    """A maildir that is looked into every other second."""

    def __init__(self, maildir: MaildirFetcher, accept: Accept, known: Known, limit: int) -> None:
        self.name = str(maildir.folder)
        self._maildir = maildir
        self._accept = accept
        self._known = known
        self._limit = limit

    def visit(self, told: Event, seen: Event) -> None:
        """Take what is there and what comes, until told to stop."""
        while not told.is_set():
            self._maildir.take_in(self._accept, self._known, self._limit)
            seen.set()
            told.wait(MAILDIR_SECONDS)

    def wake(self) -> None:
        """Do nothing: it hears at once that it is told to stop."""


def pauses() -> Iterator[float]:
    """Yield how long to wait after one failure after the other: ever longer, up to some minutes."""
    pause = FIRST_PAUSE
    while True:
        yield pause
        pause = min(2 * pause, LONGEST_PAUSE)


def poll_source(source: Source, told: Event) -> None:
    """Visit a source, and again after every failure, until told to stop."""
    waits = pauses()
    while not told.is_set():
        seen = Event()
        try:
            source.visit(told, seen)
        except _EXPECTED as fault:
            if not told.is_set():
                log.warning(
                    "source not read", source=source.name, fault=redact_tokens(f"{type(fault).__name__}: {fault}")
                )
        except Exception:
            log.exception("source not read", source=source.name)
        if seen.is_set():
            waits = pauses()
        told.wait(next(waits))


def poll(sources: Sequence[Source]) -> None:
    """Visit all sources until SIGTERM or SIGINT, then finish the letters in hand and return."""
    told = Event()
    threads = [Thread(target=poll_source, args=(source, told), daemon=True) for source in sources]
    with StopSignal() as ending:
        for thread in threads:
            thread.start()
        ending.wait()
        told.set()
        for source in sources:
            source.wake()
        for thread in threads:
            thread.join(GRACE)
