"""Takes letters from a mailbox at a provider, each once, whatever becomes of the connection.

For each letter, in this order:

1. it is fetched, which marks nothing;
2. it is kept, and committed;
3. it is marked or moved in the mailbox;
4. its number is noted as done.

Whatever ends us in between leaves a letter that comes again, and is known for the one that is kept. A letter that
cannot be fetched is tried a few times, after those that came later, and then set aside. One whose sender writes too
much stays unmarked and is tried again at every look, after the others. Only a fault of ours or a lost connection ends a
visit early.
"""

from __future__ import annotations

import imaplib
from collections.abc import Callable
from datetime import UTC, datetime
from threading import Event

import structlog

from adjudicator.config.imap_settings import MailFolder
from adjudicator.listen.imap_folder import LOST, LetterGone, OpenFolder, open_folder
from adjudicator.listen.protocols import Accept, TemporaryFault, TooMany
from adjudicator.listen.recipients import read_recipients
from adjudicator.mail.incoming.headers import read_headers
from adjudicator.services.context import Context
from adjudicator.services.inbound import imap_progress
from adjudicator.store.states import FetchState

CHANNEL = "imap"
IDLE_SECONDS = 120.0
"""How long we wait for news before we look for ourselves: a connection that is silently dead is found out by then."""
LOOK_SECONDS = 60.0
"""How often we look where the server tells no news."""

log = structlog.get_logger()


class ImapFetcher:
    """A folder at a provider that is looked into for as long as the connection holds."""

    def __init__(self, where: MailFolder, done: str, context: Context, accept: Accept) -> None:
        self.name = str(where)
        self._where = where
        self._done = done
        self._context = context
        self._accept = accept
        self._folder: OpenFolder | None = None

    def visit(self, told: Event, seen: Event) -> None:
        """Take what is there and what comes, until told to stop; `seen` is set once all that was there is taken.

        Raises `MailboxClosed`, `TemporaryFault`, or what `LOST` lists.
        """
        with open_folder(self._where, self._done) as folder:
            self._folder = folder
            try:
                while not told.is_set():
                    self.look(folder)
                    seen.set()
                    self._await_news(folder, told)
            finally:
                self._folder = None

    def look(self, folder: OpenFolder) -> None:
        """Look through a folder once."""
        known = self._context, self.name, folder.validity
        again = imap_progress.uids_to_retry(*known)
        for uid in (*folder.numbers_above(imap_progress.highest_uid(*known)), *again):
            self._take(folder, uid)
        imap_progress.record_visit(self._context, _now())

    def wake(self) -> None:
        """End the waiting, from another thread."""
        if (folder := self._folder) is not None:
            folder.hang_up()

    def _await_news(self, folder: OpenFolder, told: Event) -> None:
        if folder.tells_news:
            folder.await_news(IDLE_SECONDS)
        else:
            told.wait(LOOK_SECONDS)

    def _take(self, folder: OpenFolder, uid: int) -> None:
        try:
            state = self._keep(folder, uid)
        except TooMany as fault:
            log.info("letter left for later", mailbox=self.name, uid=uid, fault=str(fault))
            imap_progress.record_uid(
                self._context, imap_progress.ImapUid(self.name, folder.validity, uid), FetchState.AGAIN, _now()
            )
        except TemporaryFault:
            raise
        except LOST as fault:
            # It may be this very letter at which the server hangs up.
            self._note_failure(folder, uid, fault)
            raise
        except Exception as fault:  # noqa: BLE001  # whatever a letter does to us, later ones are read
            if self._note_failure(folder, uid, fault):
                self._mark(folder.star, uid)
        else:
            imap_progress.record_uid(
                self._context, imap_progress.ImapUid(self.name, folder.validity, uid), state, _now()
            )

    def _keep(self, folder: OpenFolder, uid: int) -> FetchState:
        try:
            raw = folder.read(uid, self._context.letter_limit)
        except LetterGone:
            return FetchState.FOREIGN
        envelope = read_recipients(read_headers(raw), self._context.addresses.read)
        if not envelope.recipients:
            return FetchState.FOREIGN
        for recipient in envelope.recipients:
            self._accept(raw, recipient, envelope.sender, CHANNEL, trusted_relay=True)
        self._mark(folder.put_away, uid)
        return FetchState.TAKEN

    def _mark(self, mark: Callable[[int], None], uid: int) -> None:
        """Mark a letter; where the server does not let us, what is noted here is enough."""
        try:
            mark(uid)
        except LOST:
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
