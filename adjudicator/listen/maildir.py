"""Takes letters from a maildir, the folder into which a mail server or a fetching program puts a file a letter.

A letter is taken out of ``new`` and put into ``cur`` when it is kept, marked as seen. One that the database cannot take
just now stays where it is, and so does one whose sender writes too much: it is tried again some minutes later, and
holds up none that came after it. One that we cannot read is put aside in ``cur``, marked with a flag and unseen.
"""

from __future__ import annotations

import logging
import time
from pathlib import Path

from adjudicator.listen.protocols import Accept, Known, TemporaryFault, TooMany
from adjudicator.listen.read_stream import read_whole
from adjudicator.listen.recipients import read_recipients
from adjudicator.listen.spool import written_at
from adjudicator.mail.incoming.headers import read_headers

log = logging.getLogger(__name__)

CHANNEL = "maildir"
LATER_SECONDS = 300.0
"""How long a letter is left alone that was too many."""
SEEN = "S"
FLAGGED = "F"
UNTOUCHED = ""


class NoMaildir(OSError):
    """The folder is no maildir; the text says what would be one."""


class MaildirFetcher:
    """A maildir that belongs to us."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._later: dict[str, float] = {}
        """When letters are tried again that were too many, by their names; on a clock that only goes forward."""

    def take_in(self, accept: Accept, known: Known, limit: int) -> int:
        """Take in what is new, oldest first, and return how many letters were for us.

        Raises `TemporaryFault` when the database does not take them now, and `NoMaildir`.
        """
        count = 0
        for path in self._due():
            try:
                count += self._take(path, accept, known, limit)
            except FileNotFoundError:
                continue  # somebody else took it
            except TooMany as fault:
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
        """Count the letters that were too many and are tried again later."""
        return len(self._later)

    def _due(self) -> list[Path]:
        """List what is new but for the letters that were put off, oldest first."""
        new, now = self._new(), time.monotonic()
        self._later = {path.name: at for path in new if (at := self._later.get(path.name, now)) > now}
        return [path for path in new if path.name not in self._later]

    def _new(self) -> list[Path]:
        try:
            return sorted((self.folder / "new").iterdir(), key=written_at)
        except (FileNotFoundError, NotADirectoryError):
            raise NoMaildir(f"{self.folder} is no maildir: it has no folder new") from None

    def _take(self, path: Path, accept: Accept, known: Known, limit: int) -> bool:
        with path.open("rb") as file:
            raw = read_whole(file, limit)
        envelope = read_recipients(read_headers(raw), known)
        for recipient in envelope.recipients:
            accept(raw, recipient, envelope.sender, CHANNEL, trusted_relay=True)
        self._put(path, SEEN if envelope.recipients else UNTOUCHED)
        return bool(envelope.recipients)

    def _put(self, path: Path, flags: str) -> None:
        """Move a letter to those that were looked at. Its name without flags stays the same, as readers expect."""
        looked_at = self.folder / "cur"
        looked_at.mkdir(exist_ok=True, mode=0o700)
        path.rename(looked_at / f"{path.name.partition(':')[0]}:2,{flags}")
