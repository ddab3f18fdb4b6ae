"""Answers each SMTP or LMTP command of a connected mail server.

A fault on our side is answered with 4xx, so that the sender keeps the letter and tries again. 5xx is only for letters
that will never be accepted: to an unknown recipient, from a sender that no answer can reach, or too large.
"""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import Executor
from weakref import WeakKeyDictionary

from aiosmtpd.smtp import SMTP, Envelope, Session

from adjudicator.infra.startup_errors import log_failure
from adjudicator.listen.protocols import Accept, AddressReader, RateLimited, TemporaryFault, Throttle, Unlimited
from adjudicator.listen.trusted_relays import TrustedRelays
from adjudicator.mail.address import ServiceAddress
from adjudicator.mail.address_token import redact_tokens
from adjudicator.mail.errors import MailFault

log = logging.getLogger(__name__)

MOST_RECIPIENTS = 50
TAKEN = "250 2.0.0 taken and kept"
LATER = "451 4.3.0 not possible just now, try again later"
SLOWLY = "451 4.7.1 too many letters in this time, try again later"
NOBODY = "550 5.1.1 nobody of this address here"
ENOUGH = "452 4.5.3 enough recipients, send the rest in another letter"
MOST_WRONG = 10
"""Wrong recipients in one connection after which the client is assumed to be guessing."""
GOODBYE = "421 4.7.0 too many wrong recipients"
NOT_ASCII = "553 5.6.7 we cannot answer an address with letters beyond ASCII: write from another one"


class SmtpHandler:
    """Takes letters over SMTP: one answer for all recipients of a letter."""

    channel = "smtp"

    def __init__(
        self,
        accept: Accept,
        known: AddressReader,
        threads: Executor,
        throttle: Throttle | None = None,
        relays: TrustedRelays | None = None,
    ) -> None:
        """Take the functions that store letters, read addresses and count.

        What stores and counts may block, and runs in `threads`. `relays` are the host's own mail servers.
        """
        self._accept = accept
        self._known = known
        self._throttle = throttle or Unlimited()
        self._relays = relays or TrustedRelays()
        self._threads = threads
        self._wrong = WeakKeyDictionary[Session, int]()
        """Wrong recipients so far, by connection."""
        self.busy: set[asyncio.Future[str]] = set()
        """Letters that are being stored; a stop waits for them."""

    async def handle_EHLO(  # noqa: N802
        self, _server: SMTP, session: Session, _envelope: Envelope, hostname: str, responses: list[str]
    ) -> list[str]:
        """Do not offer SMTPUTF8 (RFC 6531): few relays would accept our answer to such an address."""
        session.host_name = hostname
        return [response for response in responses if not response.endswith("SMTPUTF8")]

    async def handle_MAIL(  # noqa: N802
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, mail_options: list[str]
    ) -> str:
        """Refuse a sender whom no answer would reach."""
        if not address.isascii() or any(option.upper() == "SMTPUTF8" for option in mail_options):
            return NOT_ASCII
        envelope.mail_from = address
        envelope.mail_options.extend(mail_options)
        return "250 2.1.0 go on"

    async def handle_RCPT(  # noqa: N802
        self, _server: SMTP, session: Session, envelope: Envelope, address: str, rcpt_options: list[str]
    ) -> str:
        """Refuse unknown recipients, and senders over a rate limit, before the letter is sent.

        Nothing is counted here: a RCPT without DATA must use up nobody's quota. The host's own servers are not
        rate-limited at RCPT: Postfix verifies recipients with such probes and would cache a 451 for every sender.
        """
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return ENOUGH
        host = _host(session)
        try:
            self._known(address)
            if not self._relays.trusts(host):
                await asyncio.get_running_loop().run_in_executor(
                    self._threads, self._throttle.peek, address, _sender(envelope), host
                )
        except MailFault:
            self._wrong[session] = self._wrong.get(session, 0) + 1
            return NOBODY if self._wrong[session] <= MOST_WRONG else GOODBYE
        except RateLimited:
            return SLOWLY
        except Exception as fault:  # noqa: BLE001
            log_failure(log, fault, "a recipient could not be looked up")
            return LATER
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(rcpt_options)
        return "250 2.1.5 known"

    async def handle_DATA(self, _server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Answer only after the letter is committed for every recipient, seats before the service."""
        host = _host(session)
        recipients = list(envelope.rcpt_tos)
        if len(recipients) > 1:
            # Seats before the service: a copy to the service is then recognised as a letter that a seat has.
            recipients.sort(key=self._is_service)
        answers = {recipient: await self._keep(envelope, recipient, host) for recipient in recipients}
        return self.sum_up([answers[recipient] for recipient in envelope.rcpt_tos])

    async def handle_exception(self, error: Exception) -> str:
        """Answer a fault of our own without details."""
        log.error("a conversation broke", exc_info=error)
        return LATER

    def sum_up(self, answers: list[str]) -> str:
        """Answer once, with the first failure: the letter comes again, and recipients that have it ignore the copy."""
        return next((answer for answer in answers if answer != TAKEN), TAKEN)

    def _is_service(self, recipient: str) -> bool:
        try:
            return isinstance(self._known(recipient), ServiceAddress)
        except Exception:  # noqa: BLE001  # storing the letter reports the fault
            return True

    async def _keep(self, envelope: Envelope, recipient: str, host: str) -> str:
        work = asyncio.get_running_loop().run_in_executor(
            self._threads, self._store, envelope.original_content or b"", recipient, _sender(envelope), host
        )
        self.busy.add(work)
        work.add_done_callback(self.busy.discard)
        return await asyncio.shield(work)

    def _store(self, raw: bytes, recipient: str, envelope_from: str, host: str) -> str:
        try:
            self._throttle.count(recipient, envelope_from, host)
            self._accept(raw, recipient, envelope_from, self.channel, trusted_relay=self._relays.trusts(host))
        except RateLimited:
            return SLOWLY
        except TemporaryFault as fault:
            log.warning("letter for %s not kept: %s", redact_tokens(recipient), fault)
            return LATER
        except Exception as fault:  # noqa: BLE001
            log_failure(log, fault, "letter for %s not kept", redact_tokens(recipient))
            return LATER
        return TAKEN


class LmtpHandler(SmtpHandler):
    """Takes letters over LMTP: one answer for each recipient (RFC 2033)."""

    channel = "lmtp"

    def sum_up(self, answers: list[str]) -> str:
        """Answer in the order of the recipients, one line each."""
        return "\r\n".join(answers)


def _sender(envelope: Envelope) -> str:
    """Return the envelope sender; the null sender, which aiosmtpd leaves as ``<>``, is empty."""
    sender = envelope.mail_from or ""
    return "" if sender == "<>" else sender


def _host(session: Session) -> str:
    """Return the peer's IP address; empty for a Unix socket."""
    return str(session.peer[0]) if session.peer else ""
