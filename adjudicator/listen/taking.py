"""Takes letters to the desk, for the listener, the pipe and what waits on disk."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from adjudicator.desk import intake
from adjudicator.desk.desk import Desk
from adjudicator.listen.keeping import Accept, TemporaryFault
from adjudicator.listen.spool import spooled
from adjudicator.store.session import is_temporary

SPOOL = "spool"
"""The folder below ``var`` in which letters wait for the database."""


def accept_at(desk: Desk) -> Accept:
    """Build what keeps a letter at a desk. It raises `TemporaryFault` when the database is busy or away."""

    def accept(raw: bytes, recipient: str, envelope_from: str, channel: str) -> None:
        try:
            intake.accept(desk, raw, recipient, envelope_from, channel, datetime.now(UTC))
        except Exception as fault:
            if is_temporary(fault):
                raise TemporaryFault(str(fault)) from fault
            raise

    return accept


def take_in(desk: Desk, folder: Path) -> int:
    """Keep the letters that waited on disk; return how many. Raises `TemporaryFault` while the database is away."""
    accept, count = accept_at(desk), 0
    for letter in spooled(folder):
        accept(letter.raw, letter.recipient, letter.envelope_from, letter.channel)
        letter.done()
        count += 1
    return count
