"""A mailbox of one test on a real server, and a club that looks into it."""

from __future__ import annotations

import re
import shutil
import uuid
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import select

from adjudicator.listen.accept import accept_into
from adjudicator.listen.imap_fetch import ImapFetcher
from adjudicator.listen.imap_folder import OpenFolder, open_folder
from adjudicator.listen.protocols import Unlimited
from adjudicator.mail.text.normalize import normalize_letter, split_header_section
from adjudicator.store.tables import Fetched, Inbox
from testkit.club import Club
from testkit.dovecot import PrivateDovecot


class MailboxRig:
    """A mailbox of one test, and a club that looks into it."""

    def __init__(self, server: PrivateDovecot, club: Club, done: str = "") -> None:
        self.user = f"play-{uuid.uuid4().hex[:12]}"
        self.server = server
        self.club = club
        self.where = server.mailbox(self.user)
        self.mailbox = ImapFetcher(self.where, done, club.context, accept_into(club.context, Unlimited()))
        self._done = done

    def bring(self, text: str, *headers: str, to: str = "play@club.example") -> None:
        head = "".join(f"{line}\r\n" for line in ("From: anna@anna.example", f"To: {to}", *headers))
        self.server.bring(self.user, f"{head}\r\n{text}\r\n".encode())

    @contextmanager
    def open(self) -> Iterator[OpenFolder]:
        with open_folder(self.where, self._done) as folder:
            yield folder

    def look(self) -> None:
        with self.open() as folder:
            self.mailbox.look(folder)

    def kept(self) -> list[str]:
        """List the texts of the letters that the club has."""
        with self.club.context.store.reading() as session:
            raws = session.scalars(select(Inbox.raw).order_by(Inbox.id))
            return [split_header_section(normalize_letter(raw))[1].decode().strip() for raw in raws]

    def renumber(self) -> None:
        """Let the server number its letters anew, with a new UIDVALIDITY, as after a restore from a backup."""
        home = self.server.folder / "mail" / self.user
        for path in home.glob("dovecot.index*"):
            path.unlink()
        numbers = home / "dovecot-uidlist"
        validity = int(re.findall(r"V(\d+)", numbers.read_text())[0])
        numbers.write_text(f"3 V{validity + 1000} N1\n")
        shutil.chown(numbers, "nobody", "nogroup")

    def states(self) -> list[str]:
        with self.club.context.store.reading() as session:
            return [row.state.value for row in session.scalars(select(Fetched).order_by(Fetched.validity, Fetched.uid))]

    def flags(self, folder: str = "INBOX") -> list[set[bytes]]:
        with self.server.client(self.user) as client:
            client.select_folder(folder.replace("/", "."), readonly=True)
            return [set(flags) - {b"\\Recent"} for _, flags in sorted(client.get_flags(client.search()).items())]
