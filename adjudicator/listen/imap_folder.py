"""One open IMAP folder: lists letters, reads them, marks them, and waits for new ones.

Reading marks nothing (`BODY.PEEK[]`), and the size is asked for before the letter. If the server lacks an extension
such as IDLE or MOVE, the plain IMAP4rev1 commands are used (RFC 3501).
"""

from __future__ import annotations

import contextlib
import imaplib
import socket
import ssl
from collections.abc import Iterator, Sequence

from imapclient import IMAPClient, SocketTimeout
from imapclient.exceptions import CapabilityError, LoginError

from adjudicator.config.imap_settings import MailFolder
from adjudicator.mail.text.size_limits import HEAD
from adjudicator.mail.text.truncate import truncate_letter

CONNECT_SECONDS = 20.0
ANSWER_SECONDS = 60.0
"""Read timeout of the connection."""
CONNECTION_ERRORS = (OSError, imaplib.IMAP4.abort)
"""Errors of a lost connection; they say nothing about the letter that was asked for."""

_SEEN = b"\\Seen"
_DELETED = b"\\Deleted"
_FLAGGED = b"\\Flagged"


class MailboxClosed(Exception):
    """The mailbox cannot be opened with these settings; the text says what the host can correct."""


class LetterRemoved(Exception):
    """Another program has removed the letter since it was listed."""


class OpenFolder:
    """A folder that is open for reading and marking."""

    def __init__(self, client: IMAPClient, folder: str, done: str) -> None:
        """Open a folder. Finished letters go to the folder `done`, unless it is empty. Raises `MailboxClosed`."""
        self._client = client
        self._done = self._spelt(done)
        self.validity = self._select(self._spelt(folder))
        """The folder's UIDVALIDITY: UIDs are comparable only while it stays the same."""
        if done:
            self._make(self._done)

    def numbers_above(self, uid: int) -> list[int]:
        """List the UIDs above this one, ascending."""
        found: list[int] = self._client.search(["UID", f"{uid + 1}:*"])
        # `*` is the highest UID of the folder, so a range above it still finds the last letter.
        return sorted(number for number in found if number > uid)

    def read(self, uid: int, limit: int) -> bytes:
        """Read a letter; only its headers, marked as truncated, if it is over the limit. Raises `LetterRemoved`."""
        size = self._fetch_size(uid)
        raw = b"" if size > limit else self._fetch(uid, "BODY[]", "BODY.PEEK[]")
        if max(size, len(raw)) <= limit:  # some servers only estimate RFC822.SIZE
            return raw
        head = self._fetch(uid, "BODY[HEADER]<0>", f"BODY.PEEK[HEADER]<0.{HEAD}>")
        return truncate_letter(head, max(size, len(raw)))

    def put_away(self, uid: int) -> None:
        """Mark a letter as seen, and move it to the folder for finished letters, if there is one."""
        self._client.add_flags([uid], [_SEEN], silent=True)
        if not self._done:
            return
        if self._client.has_capability("MOVE"):
            self._client.move([uid], self._done)
            return
        self._client.copy([uid], self._done)
        self._client.add_flags([uid], [_DELETED], silent=True)
        # Without UIDPLUS the letter stays marked as deleted: a plain EXPUNGE would also remove other people's.
        with contextlib.suppress(CapabilityError):
            self._client.uid_expunge([uid])

    def star(self, uid: int) -> None:
        """Flag a letter, so that the host sees it in any mail program."""
        self._client.add_flags([uid], [_FLAGGED], silent=True)

    @property
    def tells_news(self) -> bool:
        """Tell whether the server has IDLE (RFC 2177)."""
        return bool(self._client.has_capability("IDLE"))

    def await_news(self, seconds: float) -> None:
        """Wait until the server reports a change, or until the time is over.

        The report itself is ignored: the caller reads the folder next, which also shows a lost connection.
        """
        self._client.idle()
        self._client.idle_check(timeout=seconds)
        self._client.idle_done()

    def hang_up(self) -> None:
        """End the connection from another thread, which ends any wait in this one."""
        with contextlib.suppress(OSError):
            self._client.socket().shutdown(socket.SHUT_RDWR)

    def _fetch_size(self, uid: int) -> int:
        answer = self._client.fetch([uid], ["RFC822.SIZE"]).get(uid, {})
        if b"RFC822.SIZE" not in answer:
            raise LetterRemoved(f"letter {uid} is no longer there")
        return int(answer[b"RFC822.SIZE"])

    def _fetch(self, uid: int, key: str, item: str) -> bytes:
        answer = self._client.fetch([uid], [item]).get(uid, {})
        if key.encode() not in answer:
            raise LetterRemoved(f"letter {uid} is no longer there")
        return bytes(answer[key.encode()])

    def _select(self, folder: str) -> int:
        """Open a folder; return its UIDVALIDITY."""
        try:
            return self._writable(folder)
        except CONNECTION_ERRORS:
            raise
        except imaplib.IMAP4.error as fault:
            names = ", ".join(self._names())
            raise MailboxClosed(f"there is no folder {folder!r} ({fault}); there are {names}") from None

    def _writable(self, folder: str) -> int:
        """Open a folder read-write, or read-only if the server allows no more; return its UIDVALIDITY."""
        try:
            selected = self._client.select_folder(folder)
        except imaplib.IMAP4.readonly:
            selected = self._client.select_folder(folder, readonly=True)
        return int(selected[b"UIDVALIDITY"])

    def _make(self, folder: str) -> None:
        if self._client.folder_exists(folder):
            return
        try:
            self._client.create_folder(folder)
            self._client.subscribe_folder(folder)
        except CONNECTION_ERRORS:
            raise
        except imaplib.IMAP4.error as fault:
            raise MailboxClosed(f"the folder {folder!r} cannot be made: {fault}") from None

    def _spelt(self, folder: str) -> str:
        """Spell a folder's path with the server's separator: often a dot, where the setting has a slash."""
        answer = self._client.list_folders("", "")
        between = answer[0][1].decode() if answer and answer[0][1] else "/"
        return folder.replace("/", between)

    def _names(self) -> Sequence[str]:
        return sorted(name for _, _, name in self._client.list_folders())


@contextlib.contextmanager
def open_folder(where: MailFolder, done: str = "") -> Iterator[OpenFolder]:
    """Open a folder for the time of a `with` block.

    Raises `MailboxClosed` for a setting that the host must correct, and one of `CONNECTION_ERRORS` while the server is
    down.
    """
    tls = None if where.scheme == "imap" else ssl.create_default_context()
    timeout = SocketTimeout(CONNECT_SECONDS, ANSWER_SECONDS)
    client = IMAPClient(where.host, where.port, ssl=where.scheme == "imaps", ssl_context=tls, timeout=timeout)
    try:
        _log_in(client, where, tls)
        yield OpenFolder(client, where.folder, done)
        client.logout()
    finally:
        with contextlib.suppress(*CONNECTION_ERRORS):
            client.shutdown()


def _log_in(client: IMAPClient, where: MailFolder, tls: ssl.SSLContext | None) -> None:
    try:
        if where.scheme == "imap+starttls":
            client.starttls(tls)
        # LOGIN can carry only ASCII; SASL PLAIN is UTF-8 (RFC 4616).
        log_in = client.plain_login if client.has_capability("AUTH=PLAIN") else client.login
        log_in(where.user, where.password)
    except CapabilityError:
        raise MailboxClosed("the server offers no STARTTLS: use imaps://") from None
    except LoginError as fault:
        raise MailboxClosed(f"the server does not let us in: {fault}") from None
    except UnicodeEncodeError:
        raise MailboxClosed("this server takes only ASCII characters in the user's name and password") from None
