"""Polls mailboxes and maildirs, each in its own thread; reconnects after a failure, with a growing pause."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from threading import Event, Thread
from typing import Protocol

import structlog

from adjudicator.infra.stop_signal import StopSignal
from adjudicator.listen.imap_folder import CONNECTION_ERRORS, MailboxClosed
from adjudicator.listen.maildir import MaildirFetcher, NoMaildir
from adjudicator.listen.protocols import Accept, AddressReader, TemporaryFault
from adjudicator.mail.address_token import redact_tokens

FIRST_PAUSE = 1.0
LONGEST_PAUSE = 300.0
MAILDIR_SECONDS = 2.0
GRACE = 10.0
"""Seconds that a thread may take to finish its letter at a stop."""

_EXPECTED = (*CONNECTION_ERRORS, MailboxClosed, NoMaildir, TemporaryFault)

log = structlog.get_logger()


class Source(Protocol):
    """A mailbox or a maildir that letters are fetched from."""

    name: str

    def visit(self, stop: Event, seen: Event) -> None:
        """Take present and new letters until `stop` is set; sets `seen` after the first full pass."""
        ...

    def wake(self) -> None:
        """End the waiting, from another thread."""
        ...


class WatchedMaildir:
    """A maildir that is read every two seconds."""

    def __init__(self, maildir: MaildirFetcher, accept: Accept, known: AddressReader, limit: int) -> None:
        self.name = str(maildir.folder)
        self._maildir = maildir
        self._accept = accept
        self._known = known
        self._limit = limit

    def visit(self, stop: Event, seen: Event) -> None:
        """Take present and new letters until `stop` is set."""
        while not stop.is_set():
            self._maildir.take_in(self._accept, self._known, self._limit)
            seen.set()
            stop.wait(MAILDIR_SECONDS)

    def wake(self) -> None:
        """Do nothing: `visit` waits on the event `stop` itself."""


def backoff_pauses() -> Iterator[float]:
    """Yield the pause after each failure: doubled each time, up to five minutes."""
    pause = FIRST_PAUSE
    while True:
        yield pause
        pause = min(2 * pause, LONGEST_PAUSE)


def poll_source(source: Source, stop: Event) -> None:
    """Visit a source, and again after every failure, until `stop` is set."""
    waits = backoff_pauses()
    while not stop.is_set():
        seen = Event()
        try:
            source.visit(stop, seen)
        except _EXPECTED as fault:
            if not stop.is_set():
                log.warning(
                    "source not read", source=source.name, fault=redact_tokens(f"{type(fault).__name__}: {fault}")
                )
        except Exception:
            log.exception("source not read", source=source.name)
        if seen.is_set():  # a full pass succeeded: begin with short pauses again
            waits = backoff_pauses()
        stop.wait(next(waits))


def poll_sources(sources: Sequence[Source]) -> None:
    """Visit all sources until SIGTERM or SIGINT, then let each thread finish its letter and return."""
    stop = Event()
    threads = [Thread(target=poll_source, args=(source, stop), daemon=True) for source in sources]
    with StopSignal() as signalled:
        for thread in threads:
            thread.start()
        signalled.wait()
        stop.set()
        for source in sources:
            source.wake()
        for thread in threads:
            thread.join(GRACE)
