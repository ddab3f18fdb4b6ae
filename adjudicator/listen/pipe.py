"""Takes one letter from a mail server's pipe: `adjudicator deliver < letter`.

A mail server reads the exit code. 0 says that the letter is kept, in the database or on disk; 75 (EX_TEMPFAIL) asks it
to come again; 67 (EX_NOUSER) says that the letter is for nobody here. Anything else would send the letter back to
whoever wrote it, for a fault that is ours.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path

from adjudicator.listen.protocols import Accept, Known, TooMany
from adjudicator.listen.recipients import read_recipients
from adjudicator.listen.spool import write_spool
from adjudicator.mail.address import HostAddress, ServiceAddress
from adjudicator.mail.address_token import redact_tokens
from adjudicator.mail.errors import ForgedAddress, MailFault
from adjudicator.mail.incoming.headers import read_headers

log = logging.getLogger(__name__)

KEPT = 0
NOBODY = 67
AGAIN = 75
CHANNEL = "pipe"


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

    `recipient` may be empty: then the letter is for the addresses of ours in the mail server's variables or in its own
    headers. Of a recipient that is none of ours, as an alias, only signed addresses in the headers are taken. A letter
    that the database does not take just now waits in `folder` for the sweep.
    """
    envelope = read_recipients(read_headers(raw), known, environ)
    sender = envelope.sender if envelope_from is None else envelope_from
    told = recipient if recipient and _is_ours(recipient, known) else ""
    recipients = (told,) if told else _named(envelope.recipients, recipient, known)
    if not recipients:
        log.warning("letter for %s: nobody of this address here", redact_tokens(recipient) or "nobody")
        return NOBODY
    return max(_keep(raw, address, sender, accept, folder) for address in recipients)


def _is_ours(recipient: str, known: Known) -> bool:
    """Tell whether an address has our form; the writer to a forged one is owed an answer."""
    try:
        known(recipient)
    except ForgedAddress:
        return True
    except MailFault:
        return False
    return True


def _named(recipients: tuple[str, ...], told: str, known: Known) -> tuple[str, ...]:
    """Choose whom a letter itself is for; where we were told an address that is not ours, only signed ones count."""
    return tuple(address for address in recipients if not told or _is_signed(address, known))


def _is_signed(address: str, known: Known) -> bool:
    try:
        return not isinstance(known(address), ServiceAddress | HostAddress)
    except MailFault:
        return False


def _keep(raw: bytes, address: str, sender: str, accept: Accept, folder: Path) -> int:
    try:
        accept(raw, address, sender, CHANNEL, trusted_relay=True)
    except TooMany as fault:
        log.warning("letter for %s not kept: %s", redact_tokens(address), fault)
        return AGAIN  # the disk is no way round
    except Exception:
        log.exception("letter for %s goes to disk", redact_tokens(address))
        return _spool(folder, raw, address, sender)
    return KEPT


def _spool(folder: Path, raw: bytes, address: str, sender: str) -> int:
    try:
        write_spool(folder, raw, address, sender, CHANNEL, trusted_relay=True)
    except OSError:
        log.exception("letter for %s cannot be kept on disk either", redact_tokens(address))
        return AGAIN
    return KEPT
