"""Fetches letters from an IMAP folder at a provider, each exactly once.

For each letter, in this order:

1. fetch it without marking it;
2. commit it to the inbox;
3. mark or move it in the mailbox;
4. record its UID as done.

A crash between two steps leaves a letter that is fetched again; the inbox recognises the copy and ignores it. A letter
that cannot be fetched is retried a few times, after the newer ones, and then set aside. A letter over its sender's rate
limit stays unmarked and is retried at each pass. Only a fault of ours or a lost connection ends a visit early.
"""

from __future__ import annotations

import imaplib
from collections.abc import Callable
from datetime import UTC, datetime
from threading import Event

import structlog

from adjudicator.config.imap_settings import MailFolder
from adjudicator.listen.imap_folder import CONNECTION_ERRORS, LetterRemoved, OpenFolder, open_folder
from adjudicator.listen.protocols import Accept, RateLimited, TemporaryFault
from adjudicator.listen.recipients import read_recipients
from adjudicator.mail.incoming.headers import read_headers
from adjudicator.services.context import Context
from adjudicator.services.inbound import imap_progress
from adjudicator.store.states import FetchState

CHANNEL = "imap"
IDLE_SECONDS = 120.0
"""How long one IDLE waits before the folder is read anyway; this also detects a dead connection."""
LOOK_SECONDS = 60.0
"""Pause between two passes if the server has no IDLE."""

log = structlog.get_logger()


class ImapFetcher:
    """Reads one IMAP folder for as long as the connection holds."""

    def __init__(self, where: MailFolder, done: str, context: Context, accept: Accept) -> None:
        self.name = str(where)
        self._where = where
        self._done = done
        self._context = context
        self._accept = accept
        self._folder: OpenFolder | None = None

    def visit(self, stop: Event, seen: Event) -> None:
        """Fetch present and new letters until `stop` is set; sets `seen` after the first full pass.

        Raises `MailboxClosed`, `TemporaryFault`, or one of `CONNECTION_ERRORS`.
        """
        with open_folder(self._where, self._done) as folder:
            self._folder = folder
            try:
                while not stop.is_set():
                    self.look(folder)
                    seen.set()
                    self._await_news(folder, stop)
            finally:
                self._folder = None

    def look(self, folder: OpenFolder) -> None:
        """Fetch the new letters of a folder, then those to retry."""
        known = self._context, self.name, folder.validity
        again = imap_progress.uids_to_retry(*known)
        for uid in (*folder.numbers_above(imap_progress.highest_uid(*known)), *again):
            self._take(folder, uid)
        imap_progress.record_visit(self._context, _now())

    def wake(self) -> None:
        """End the waiting, from another thread."""
        if (folder := self._folder) is not None:
            folder.hang_up()

    def _await_news(self, folder: OpenFolder, stop: Event) -> None:
        if folder.tells_news:
            folder.await_news(IDLE_SECONDS)
        else:
            stop.wait(LOOK_SECONDS)

    def _take(self, folder: OpenFolder, uid: int) -> None:
        try:
            state = self._keep(folder, uid)
        except RateLimited as fault:
            log.info("letter left for later", mailbox=self.name, uid=uid, fault=str(fault))
            imap_progress.record_uid(
                self._context, imap_progress.ImapUid(self.name, folder.validity, uid), FetchState.AGAIN, _now()
            )
        except TemporaryFault:
            raise
        except CONNECTION_ERRORS as fault:
            # Counted as a failure of this letter: some servers hang up on one letter, and would do so for ever.
            self._note_failure(folder, uid, fault)
            raise
        except Exception as fault:  # noqa: BLE001  # one bad letter must not stop the ones after it
            if self._note_failure(folder, uid, fault):
                self._mark(folder.star, uid)
        else:
            imap_progress.record_uid(
                self._context, imap_progress.ImapUid(self.name, folder.validity, uid), state, _now()
            )

    def _keep(self, folder: OpenFolder, uid: int) -> FetchState:
        try:
            raw = folder.read(uid, self._context.letter_limit)
        except LetterRemoved:
            return FetchState.FOREIGN
        envelope = read_recipients(read_headers(raw), self._context.addresses.read)
        if not envelope.recipients:
            return FetchState.FOREIGN
        for recipient in envelope.recipients:
            self._accept(raw, recipient, envelope.sender, CHANNEL, trusted_relay=True)
        self._mark(folder.put_away, uid)
        return FetchState.TAKEN

    def _mark(self, mark: Callable[[int], None], uid: int) -> None:
        """Mark a letter. If the server refuses, the UID recorded in the database is enough."""
        try:
            mark(uid)
        except CONNECTION_ERRORS:
            raise
        except imaplib.IMAP4.error as fault:
            log.warning("letter not marked", mailbox=self.name, uid=uid, fault=str(fault))

    def _note_failure(self, folder: OpenFolder, uid: int, fault: Exception) -> bool:
        why = f"{type(fault).__name__}: {fault}"
        aside = imap_progress.record_failure(
            self._context, imap_progress.ImapUid(self.name, folder.validity, uid), why, _now()
        )
        log.warning("letter set aside" if aside else "letter not read", mailbox=self.name, uid=uid, fault=why)
        return aside


def _now() -> datetime:
    return datetime.now(UTC)
