"""Takes letters to the desk, for the listener, the pipe and what waits on disk."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy.exc import DataError

from adjudicator.desk import intake
from adjudicator.desk.desk import Desk
from adjudicator.listen.keeping import Accept, TemporaryFault
from adjudicator.listen.spool import spooled

SPOOL = "spool"
"""The folder below ``var`` in which letters wait for the database."""


def accept_at(desk: Desk) -> Accept:
    """Build what keeps a letter at a desk.

    It raises `TemporaryFault` for every fault of ours: the database is busy, away, or lacks a table. What remains are
    letters with values that no database takes.
    """

    def accept(raw: bytes, recipient: str, envelope_from: str, channel: str) -> None:
        try:
            intake.accept(desk, raw, recipient, envelope_from, channel, datetime.now(UTC))
        except (DataError, ValueError):
            raise
        except Exception as fault:
            raise TemporaryFault(str(fault)) from fault

    return accept


def take_in(desk: Desk, folder: Path) -> int:
    """Keep the letters that waited on disk; return how many. Raises `TemporaryFault` while the database is away."""
    accept, count = accept_at(desk), 0
    for letter in spooled(folder):
        accept(letter.raw, letter.recipient, letter.envelope_from, letter.channel)
        letter.done()
        count += 1
    return count
