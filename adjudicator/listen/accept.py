"""Commits letters to the inbox: used by the SMTP listener, the pipe, the fetchers, and for letters spooled on disk.

A letter comes in with its envelope; a committed row goes out. Every fault of ours becomes a `TemporaryFault`, so that
the sender is asked to try again.
"""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy.exc import DataError

from adjudicator.infra.startup_errors import explain_failure
from adjudicator.listen.protocols import Accept, TemporaryFault, Throttle, Unlimited
from adjudicator.listen.spool import read_spool
from adjudicator.services.context import Context
from adjudicator.services.inbound import intake

log = logging.getLogger(__name__)

SPOOL = "spool"
"""The folder below ``var`` in which letters wait for the database."""


def accept_into(context: Context, throttle: Throttle) -> Accept:
    """Build the function that counts a letter at `throttle` and commits it.

    It raises `RateLimited` over a rate limit, and `TemporaryFault` for every fault of ours: the database is busy,
    down, or lacks a table. Pass `Unlimited` for letters that were counted before.
    """

    def accept(raw: bytes, recipient: str, envelope_from: str, channel: str, *, trusted_relay: bool) -> None:
        try:
            throttle.count(recipient, envelope_from, "")
            arrival = intake.Arrival(raw, recipient, envelope_from, channel, trusted_relay)
            intake.accept_letter(context, arrival, datetime.now(UTC))
        except (DataError, ValueError, TemporaryFault):
            raise
        except Exception as fault:
            raise TemporaryFault(explain_failure(fault) or str(fault)) from fault

    return accept


def accept_spooled(context: Context, folder: Path) -> int:
    """Commit the spooled letters; return their number. Raises `TemporaryFault` while the database is down.

    They were counted on arrival. A letter that the database can never store is set aside on disk, so that it does not
    block the others.
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
