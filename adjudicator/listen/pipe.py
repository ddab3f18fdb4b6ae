"""Takes one letter from a mail server's pipe: `adjudicator deliver < letter`.

A mail server reads the exit code. 0 says that the letter is kept, in the database or on disk; 75 (EX_TEMPFAIL) asks it
to come again. Anything else would send the letter back to whoever wrote it, for a fault that is ours.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from pathlib import Path

from adjudicator.listen.keeping import Accept, Known
from adjudicator.listen.spool import spool
from adjudicator.mail.faults import ForgedAddress, MailFault
from adjudicator.mail.heading import Heading, read_heading
from adjudicator.mail.token import redact

log = logging.getLogger(__name__)

KEPT = 0
AGAIN = 75
CHANNEL = "pipe"

_VARIABLES = ("ORIGINAL_RECIPIENT", "RECIPIENT", "DELIVERED_TO")
_HEADERS = ("x-original-to", "delivered-to", "envelope-to", "to", "cc")
_NOBODY_KNOWN = "unknown"
"""Stands for an envelope sender that we were not told: an empty one would be the null sender of a bounce."""


def deliver(
    raw: bytes,
    recipient: str,
    accept: Accept,
    known: Known,
    folder: Path,
    *,
    envelope_from: str | None = None,
    environ: Mapping[str, str] | None = None,
) -> int:
    """Keep a letter and return the exit code.

    `recipient` may be empty: then it is the first address of ours in the mail server's variables or in the letter's own
    headers. A letter that the database does not take just now waits in `folder` for the desk's sweep.
    """
    heading, variables = read_heading(raw), environ or {}
    named = (*(variables.get(name, "") for name in _VARIABLES), *heading.addresses(*_HEADERS))
    address = recipient or _first_of_ours(named, known)
    sender = _sender(heading, variables) if envelope_from is None else envelope_from
    try:
        accept(raw, address, sender, CHANNEL)
    except Exception:
        log.exception("letter for %s goes to disk", redact(address))
        return _spool(folder, raw, address, sender)
    return KEPT


def _spool(folder: Path, raw: bytes, address: str, sender: str) -> int:
    try:
        spool(folder, raw, address, sender, CHANNEL)
    except OSError:
        log.exception("letter for %s cannot be kept on disk either", redact(address))
        return AGAIN
    return KEPT


def _first_of_ours(named: Iterable[str], known: Known) -> str:
    """Find our address; a forged one counts when there is no better, as its writer is owed an answer."""
    forged = ""
    for address in named:
        try:
            known(address)
        except ForgedAddress:
            forged = forged or address
        except MailFault:
            continue
        else:
            return address
    return forged


def _sender(heading: Heading, variables: Mapping[str, str]) -> str:
    """Name the envelope sender as well as it can be known behind a pipe."""
    if sender := variables.get("SENDER"):
        return sender
    if paths := heading.all("return-path"):
        return next(heading.addresses("return-path"), "" if b"<>" in paths[0] else _NOBODY_KNOWN)
    return next(heading.addresses("from"), _NOBODY_KNOWN)
