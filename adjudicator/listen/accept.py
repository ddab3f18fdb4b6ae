"""Takes letters to the inbox, for the listener, the pipe and what waits on disk."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy.exc import DataError

from adjudicator.listen.protocols import Accept, TemporaryFault, Throttle, Unlimited
from adjudicator.listen.spool import read_spool
from adjudicator.services.context import Context
from adjudicator.services.inbound import intake

log = logging.getLogger(__name__)

SPOOL = "spool"
"""The folder below ``var`` in which letters wait for the database."""


def accept_into(context: Context, throttle: Throttle) -> Accept:
    """Build what counts a letter and keeps it at a desk.

    It raises `TooMany` for a letter that is too much just now, and `TemporaryFault` for every fault of ours: the
    database is busy, away, or lacks a table. Letters that were counted before pass with `Unlimited`.
    """

    def accept(raw: bytes, recipient: str, envelope_from: str, channel: str, *, trusted_relay: bool) -> None:
        try:
            throttle.count(recipient, envelope_from, "")
            arrival = intake.Arrival(raw, recipient, envelope_from, channel, trusted_relay)
            intake.accept_letter(context, arrival, datetime.now(UTC))
        except (DataError, ValueError, TemporaryFault):
            raise
        except Exception as fault:
            raise TemporaryFault(str(fault)) from fault

    return accept


def accept_spooled(context: Context, folder: Path) -> int:
    """Keep the letters that waited on disk; return how many. Raises `TemporaryFault` while the database is away.

    They were counted when they came. One that no database takes is set aside on disk, so that the others do not wait
    behind it.
    """
    accept, count = accept_into(context, Unlimited()), 0
    for letter in read_spool(folder):
        try:
            accept(
                letter.raw, letter.recipient, letter.envelope_from, letter.channel, trusted_relay=letter.trusted_relay
            )
        except (DataError, ValueError):
            log.exception("letter on disk cannot be kept: %s", letter.path)
            letter.set_aside()
            continue
        letter.done()
        count += 1
    return count
