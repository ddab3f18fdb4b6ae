"""Delivers finished letters to an SMTP relay over one connection, which is reused from letter to letter.

`jobs.letter_sender` calls `send`. A failure becomes an `Undelivered` that says whether the letter may be tried again
(`permanent`), whether the address is dead (`dead`), and whether the relay answered at all (`no_answer`, `relay_down`).
"""

from __future__ import annotations

import contextlib
import smtplib
import ssl
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from adjudicator.config.env_reader import Relay
from adjudicator.infra.circuit_breaker import CircuitBreaker
from adjudicator.mail.incoming.delivery_status import Undelivered, blames_address, status_in
from adjudicator.services.jobs.letter_sender import MailTransport

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

__all__ = ["MailTransport", "SmtpTransport", "transport_for"]

TIMEOUT = 10.0
"""Seconds for a connection, and for each answer except the one after DATA."""
DATA_TIMES = 6
"""The answer after DATA may take this many times `TIMEOUT`: the relay may scan the letter first, and if we gave up
early, it could have accepted the letter and we would send it twice (RFC 5321, 4.5.3.2.6)."""

_OUR_SETUP = frozenset({500, 501, 502, 503, 504, 530, 534, 535, 538})
"""Replies about our configuration, not about the letter: it goes out once the host has corrected the configuration."""
_TOO_LARGE = 552
_CLOSING = frozenset({421, 503})

T = TypeVar("T")


class _Patient(smtplib.SMTP):
    """A connection that waits longer for the answer after DATA, and tells whether it has come to that."""

    reached_data = False
    """Has the relay perhaps got the letter? From DATA on, a failure leaves that open."""

    def data(self, msg: ReadableBuffer | str) -> tuple[int, bytes]:
        """Send DATA."""
        self.reached_data = True
        assert self.sock is not None  # noqa: S101  # smtplib has asked for MAIL and RCPT over it
        usual = self.sock.gettimeout()
        self.sock.settimeout(usual and usual * DATA_TIMES)
        try:
            return super().data(msg)
        finally:
            if self.sock is not None:
                self.sock.settimeout(usual)


class _PatientWithin(_Patient, smtplib.SMTP_SSL):
    """The same over TLS."""


class LocalTransport:
    """Delivers nothing: the built-in mailbox page shows the letters of the outbox."""

    def send(self, envelope_from: str, recipient: str, raw: bytes) -> None:
        """Accept any letter."""

    def check(self) -> None:
        """Accept any configuration."""

    def close(self) -> None:
        """Do nothing: there is no connection."""


class SmtpTransport:
    """Sends through a relay. The connection is reused, and opened again when the relay closed it. Not thread-safe."""

    def __init__(
        self,
        relay: Relay,
        tls: ssl.SSLContext | None = None,
        timeout: float = TIMEOUT,
        breaker: CircuitBreaker | None = None,
    ) -> None:
        """Take a relay; nothing is opened yet. `tls` is for a relay whose certificate the system does not trust.

        Each result is reported to the breaker. The caller asks the breaker before it sends.
        """
        self._relay = relay
        self._breaker = breaker or CircuitBreaker(str(relay))
        self._tls = tls
        self._timeout = timeout
        self._connection: _Patient | None = None

    def send(self, envelope_from: str, recipient: str, raw: bytes) -> None:
        """Hand over one letter for one recipient. Raises `Undelivered`."""
        try:
            self._send(envelope_from, recipient, raw)
        except Undelivered as fault:
            if fault.unanswered:
                self._breaker.failed(str(fault))
            else:
                self._breaker.succeeded()
            raise
        self._breaker.succeeded()

    def _send(self, envelope_from: str, recipient: str, raw: bytes) -> None:
        """Send over the connection of the last letter. If the relay has closed it meanwhile, open another one.

        Relays close a connection that was idle for some minutes. A question whether it lives before each letter would
        be a round trip, and no answer to whether it lives at the next command. The letter itself asks: a relay that
        has not seen DATA has no letter, so it is sent again without any doubt.
        """
        kept, self._connection = self._connection, None
        if kept is not None:
            try:
                self._connection = self._deliver(kept, envelope_from, recipient, raw)
            except _Stale:
                pass
            else:
                return
        self._connection = self._deliver(self._connect(), envelope_from, recipient, raw, is_new=True)

    def check(self) -> None:
        """Connect and log in without sending (for `adjudicator doctor`). Raises `Undelivered`."""
        _close(self._connect())

    def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            _close(self._connection)
            self._connection = None

    def _connect(self) -> _Patient:
        try:
            return _translated(self._open)
        except Undelivered as fault:
            # The relay does not know the letter yet: no failure so far can be the letter's.
            raise Undelivered(str(fault), permanent=False, relay_down=True) from None
        except UnicodeEncodeError:
            right = "the relay's user and password can only have ASCII characters"
            raise Undelivered(right, permanent=False, relay_down=True) from None

    def _open(self) -> _Patient:
        relay = self._relay
        if relay.scheme == "smtps":
            connection: _Patient = _PatientWithin(
                relay.host, relay.port, timeout=self._timeout, context=self._context()
            )
        else:
            connection = _Patient(relay.host, relay.port, timeout=self._timeout)
        try:
            if relay.scheme == "smtp+starttls":
                connection.starttls(context=self._context())
            if relay.user:
                connection.login(relay.user, relay.password)
        except BaseException:
            _close(connection)
            raise
        return connection

    def _context(self) -> ssl.SSLContext:
        return self._tls or ssl.create_default_context()

    def _deliver(
        self, connection: _Patient, envelope_from: str, recipient: str, raw: bytes, *, is_new: bool = False
    ) -> _Patient:
        """Send and return the connection. After any fault it is closed: the next letter needs a clean SMTP session.

        Raises `_Stale` if a reused connection turns out to be closed before the letter was handed over.
        """
        connection.reached_data = False

        def hand_over() -> None:
            try:
                connection.sendmail(envelope_from, [recipient], raw)
            except (smtplib.SMTPException, OSError) as fault:
                if not is_new and not connection.reached_data and _says_closed(fault):
                    raise _Stale from fault
                raise

        try:
            _translated(hand_over)
        except BaseException:
            _close(connection)
            raise
        return connection


class _Stale(Exception):
    """The relay has closed a connection, and has not got the letter."""


def transport_for(relay: Relay, breaker: CircuitBreaker | None = None) -> SmtpTransport | LocalTransport:
    """Build the transport that the setting `ADJUDICATOR_SMTP_OUT` names."""
    return LocalTransport() if relay.keeps else SmtpTransport(relay, breaker=breaker)


def _says_closed(fault: Exception) -> bool:
    """Is the connection the reason, not the letter? Before it closes, a relay may say 421, or 503 in a new session."""
    match fault:
        case smtplib.SMTPRecipientsRefused():
            return any(code in _CLOSING for code, _ in fault.recipients.values())
        case smtplib.SMTPResponseException():
            return fault.smtp_code in _CLOSING
    return isinstance(fault, smtplib.SMTPServerDisconnected) or not isinstance(fault, smtplib.SMTPException)


def _close(connection: smtplib.SMTP) -> None:
    with contextlib.suppress(smtplib.SMTPException, OSError):
        connection.quit()
    connection.close()


def _translated(act: Callable[[], T]) -> T:
    """Call the relay and translate each exception of smtplib to `Undelivered`."""
    try:
        return act()
    except smtplib.SMTPRecipientsRefused as fault:
        code, reply = next(iter(fault.recipients.values()))
        refused = _undelivered(code, reply)
        dead = refused.permanent and blames_address(status_in(str(refused)))
        raise Undelivered(str(refused), permanent=refused.permanent, dead=dead) from None
    except smtplib.SMTPSenderRefused as fault:
        refused = _undelivered(fault.smtp_code, fault.smtp_error)
        raise Undelivered(str(refused), permanent=fault.smtp_code == _TOO_LARGE) from None
    except smtplib.SMTPResponseException as fault:
        raise _undelivered(fault.smtp_code, fault.smtp_error) from None
    except smtplib.SMTPNotSupportedError as fault:
        raise Undelivered(f"the relay does not offer what its address asks for: {fault}", permanent=False) from None
    except (smtplib.SMTPException, OSError) as fault:
        raise Undelivered(f"the relay cannot be reached: {fault}", permanent=False, no_answer=True) from None


def _undelivered(code: int, reply: bytes | str) -> Undelivered:
    text = reply.decode("utf-8", "replace") if isinstance(reply, bytes) else reply
    permanent = code >= 500 and code not in _OUR_SETUP
    return Undelivered(f"{code} {' '.join(text.split())}", permanent=permanent)
