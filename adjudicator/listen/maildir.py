"""Takes letters from a maildir, the folder into which a mail server or a fetching program puts a file a letter.

A letter is taken out of ``new`` and put into ``cur`` when it is kept, marked as seen. One that the database cannot take
just now stays where it is. One that we cannot read is put aside in ``cur``, marked with a flag and unseen.
"""

from __future__ import annotations

import logging
from pathlib import Path

from adjudicator.listen.envelope import read_envelope
from adjudicator.listen.keeping import Accept, Known, TemporaryFault
from adjudicator.listen.reading import read_whole
from adjudicator.listen.spool import written_at
from adjudicator.mail.heading import read_heading

log = logging.getLogger(__name__)

CHANNEL = "maildir"
SEEN = "S"
FLAGGED = "F"
UNTOUCHED = ""


class NoMaildir(OSError):
    """The folder is no maildir; the text says what would be one."""


class Maildir:
    """A maildir that belongs to us."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def take_in(self, accept: Accept, known: Known, limit: int) -> int:
        """Take in what is new, oldest first, and return how many letters were for us.

        Raises `TemporaryFault` when the database does not take them now, and `NoMaildir`.
        """
        count = 0
        for path in self._new():
            try:
                count += self._take(path, accept, known, limit)
            except FileNotFoundError:
                continue  # somebody else took it
            except TemporaryFault:
                raise
            except Exception:
                log.exception("letter %s is put aside", path)
                self._put(path, FLAGGED)
        return count

    def _new(self) -> list[Path]:
        try:
            return sorted((self.folder / "new").iterdir(), key=written_at)
        except (FileNotFoundError, NotADirectoryError):
            raise NoMaildir(f"{self.folder} is no maildir: it has no folder new") from None

    def _take(self, path: Path, accept: Accept, known: Known, limit: int) -> bool:
        with path.open("rb") as file:
            raw = read_whole(file, limit)
        envelope = read_envelope(read_heading(raw), known)
        for recipient in envelope.recipients:
            accept(raw, recipient, envelope.sender, CHANNEL)
        self._put(path, SEEN if envelope.recipients else UNTOUCHED)
        return bool(envelope.recipients)

    def _put(self, path: Path, flags: str) -> None:
        """Move a letter to those that were looked at. Its name without flags stays the same, as readers expect."""
        looked_at = self.folder / "cur"
        looked_at.mkdir(exist_ok=True, mode=0o700)
        path.rename(looked_at / f"{path.name.partition(':')[0]}:2,{flags}")
