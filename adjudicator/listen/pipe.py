"""Takes one letter from a mail server's pipe: `adjudicator deliver < letter`.

The mail server reads the exit code (sysexits.h):

- 0: the letter is stored, in the database or on disk.
- 75 (EX_TEMPFAIL): try again later.
- 67 (EX_NOUSER): no such address here.

There is no other code: it would bounce the letter to its writer for a fault of ours.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path

from adjudicator.infra.startup_errors import log_failure
from adjudicator.listen.protocols import Accept, AddressReader, RateLimited
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


def deliver_letter(
    raw: bytes,
    recipient: str,
    accept: Accept,
    known: AddressReader,
    folder: Path,
    *,
    envelope_from: str | None = None,
    environ: Mapping[str, str] | None = None,
) -> int:
    """Store a letter and return the exit code.

    If `recipient` is empty, our addresses in the mail server's variables or in the headers count. If it is not one of
    ours, such as an alias, only signed addresses in the headers count. While the database is down, the letter is
    written to `folder`, where the periodic sweep finds it.
    """
    envelope = read_recipients(read_headers(raw), known, environ)
    sender = envelope.sender if envelope_from is None else envelope_from
    ours = recipient and _is_ours(recipient, known)
    recipients = (recipient,) if ours else _from_headers(envelope.recipients, recipient, known)
    if not recipients:
        log.warning("letter for %s: nobody of this address here", redact_tokens(recipient) or "nobody")
        return NOBODY
    return max(_keep(raw, address, sender, accept, folder) for address in recipients)


def _is_ours(recipient: str, known: AddressReader) -> bool:
    """Tell whether an address has our form, even with a wrong signature: its writer gets an answer that says so."""
    try:
        known(recipient)
    except ForgedAddress:
        return True
    except MailFault:
        return False
    return True


def _from_headers(recipients: tuple[str, ...], alias: str, known: AddressReader) -> tuple[str, ...]:
    """Choose the recipients that the headers name: only the signed ones if the letter came to an alias."""
    return tuple(address for address in recipients if not alias or _is_signed(address, known))


def _is_signed(address: str, known: AddressReader) -> bool:
    try:
        return not isinstance(known(address), ServiceAddress | HostAddress)
    except MailFault:
        return False


def _keep(raw: bytes, address: str, sender: str, accept: Accept, folder: Path) -> int:
    try:
        accept(raw, address, sender, CHANNEL, trusted_relay=True)
    except RateLimited as fault:
        log.warning("letter for %s not kept: %s", redact_tokens(address), fault)
        return AGAIN  # the spool must not be a way around the rate limit
    except Exception as fault:  # noqa: BLE001
        log_failure(log, fault, "letter for %s goes to disk", redact_tokens(address))
        return _spool(folder, raw, address, sender)
    return KEPT


def _spool(folder: Path, raw: bytes, address: str, sender: str) -> int:
    try:
        write_spool(folder, raw, address, sender, CHANNEL, trusted_relay=True)
    except OSError as fault:
        log_failure(log, fault, "letter for %s cannot be kept on disk either", redact_tokens(address))
        return AGAIN
    return KEPT
