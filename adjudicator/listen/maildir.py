"""Takes letters from a maildir, into which a mail server or a fetching program writes one file a letter.

- Committed: the file moves from ``new`` to ``cur``, marked as seen.
- For nobody here: it moves to ``cur`` unmarked.
- Unreadable: it moves to ``cur``, flagged and unseen.
- Database down: it stays in ``new``, and the pass ends.
- Over its sender's rate limit: it stays in ``new``, is retried after some minutes, and blocks no other letter.
"""

from __future__ import annotations

import logging
import time
from pathlib import Path

from adjudicator.listen.protocols import Accept, AddressReader, RateLimited, TemporaryFault
from adjudicator.listen.read_stream import read_whole
from adjudicator.listen.recipients import read_recipients
from adjudicator.listen.spool import written_at
from adjudicator.mail.incoming.headers import read_headers

log = logging.getLogger(__name__)

CHANNEL = "maildir"
LATER_SECONDS = 300.0
"""Pause before a letter over the rate limit is retried."""
SEEN = "S"
FLAGGED = "F"
UNTOUCHED = ""


class NoMaildir(OSError):
    """The folder is no maildir; the text says why."""


class MaildirFetcher:
    """Takes the letters of a maildir that no other program reads."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._later: dict[str, float] = {}
        """File name to the monotonic time of the next try, for letters over a rate limit."""

    def take_in(self, accept: Accept, known: AddressReader, limit: int) -> int:
        """Take the new letters in, oldest first; return the number that were for us.

        Raises `TemporaryFault` while the database cannot take them, and `NoMaildir`.
        """
        count = 0
        for path in self._due():
            try:
                count += self._take(path, accept, known, limit)
            except FileNotFoundError:
                continue  # another program moved it
            except RateLimited as fault:
                log.info("letter %s is left for later: %s", path, fault)
                self._later[path.name] = time.monotonic() + LATER_SECONDS
            except TemporaryFault:
                raise
            except Exception:
                log.exception("letter %s is put aside", path)
                self._put(path, FLAGGED)
        return count

    @property
    def left(self) -> int:
        """Count the letters that wait for a retry."""
        return len(self._later)

    def _due(self) -> list[Path]:
        """List the new letters that do not wait for a retry, oldest first."""
        new, now = self._new(), time.monotonic()
        self._later = {path.name: at for path in new if (at := self._later.get(path.name, now)) > now}
        return [path for path in new if path.name not in self._later]

    def _new(self) -> list[Path]:
        try:
            return sorted((self.folder / "new").iterdir(), key=written_at)
        except (FileNotFoundError, NotADirectoryError):
            raise NoMaildir(f"{self.folder} is no maildir: it has no folder new") from None

    def _take(self, path: Path, accept: Accept, known: AddressReader, limit: int) -> bool:
        with path.open("rb") as file:
            raw = read_whole(file, limit)
        envelope = read_recipients(read_headers(raw), known)
        for recipient in envelope.recipients:
            accept(raw, recipient, envelope.sender, CHANNEL, trusted_relay=True)
        self._put(path, SEEN if envelope.recipients else UNTOUCHED)
        return bool(envelope.recipients)

    def _put(self, path: Path, flags: str) -> None:
        """Move a letter to ``cur`` with these flags; the unique part of its name stays, as maildir readers expect."""
        cur = self.folder / "cur"
        cur.mkdir(exist_ok=True, mode=0o700)
        path.rename(cur / f"{path.name.partition(':')[0]}:2,{flags}")
