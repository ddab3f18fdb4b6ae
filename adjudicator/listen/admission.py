"""Rate limits for incoming letters, so that one sender cannot fill the queue that all letters share.

Every way in passes here. A mail server that connects is checked at RCPT and counted at DATA; for the other channels
`accept_into` counts a letter before it commits it.

- A signed address was given out by us: letters to it are limited per address. Letters to others count
  nothing there: anybody can write an envelope in a player's name, which must not keep the player from ordering.
- The service's own address is open to everybody. A player is limited alone, with room for everything that a player
  does. Strangers are limited per sender, per connecting machine (unless it is a relay of the host), and all together.
- While the broker is down there are no counters: players and signed addresses pass, strangers wait.
"""

from __future__ import annotations

from collections.abc import Callable

from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerMinute

from adjudicator.config.network_of import network_of
from adjudicator.config.settings import Settings
from adjudicator.infra.private_broker import redis_url
from adjudicator.infra.rate_counter import RateCounter
from adjudicator.listen.protocols import RateLimited
from adjudicator.listen.trusted_relays import TrustedRelays
from adjudicator.mail.address import HostAddress, ServiceAddress
from adjudicator.mail.errors import MailFault
from adjudicator.mail.trust.from_header import normalize_address
from adjudicator.services.context import Context
from adjudicator.services.destinations import name_destination
from adjudicator.services.inbound import intake
from adjudicator.services.players.players import find_player

AN_ADDRESS = RateLimitItemPerHour(60)
"""To one signed address: it is valid for one turn, in which a player may ask and preview a lot."""
A_PLAYER = RateLimitItemPerHour(240)
"""From one player to the service."""
A_STRANGER = RateLimitItemPerHour(20)
STRANGERS = 120
"""From all strangers together in a minute: a worker judges as many in a few seconds, so players never wait longer."""
WAITING = 50
"""Letters of one sender that may wait in the inbox: to one seat, request or digest, or to the service at all."""


class AdmissionControl:
    """Counts incoming letters, and refuses those over a limit."""

    def __init__(
        self, context: Context, rates: RateCounter, strangers: int = STRANGERS, relays: TrustedRelays | None = None
    ) -> None:
        """Limit all strangers together to `strangers` letters a minute, and one machine to twice as many an hour.

        `relays` are the host's own mail servers: they bring the letters of all strangers, so they have no such limit.
        """
        self._context = context
        self._relays = relays or TrustedRelays()
        self._rates = rates
        self._strangers = RateLimitItemPerMinute(strangers)
        self._a_host = RateLimitItemPerHour(2 * strangers)

    def peek(self, recipient: str, envelope_from: str, host: str) -> None:
        """Check the limits without counting, so that a probe uses up nobody's quota. Raises `RateLimited`.

        `host` is empty if it is not known.
        """
        self._admit(self._rates.has_room, recipient, envelope_from, host)

    def count(self, recipient: str, envelope_from: str, host: str) -> None:
        """Count a letter, or raise `RateLimited`. `host` is empty if it is not known."""
        self._admit(self._rates.within, recipient, envelope_from, host)

    def count_wrong(self, limit: RateLimitItem, host: str) -> None:
        """Count a webhook request with a wrong signature; a proxy of the host's own is not counted."""
        if not self._relays.trusts(host):
            self._rates.within(limit, "wrong", network_of(host))

    def refuse_guessers(self, limit: RateLimitItem, host: str) -> None:
        """Refuse a machine with too many wrong signatures before its request is read. Raises `RateLimited`."""
        if not self._relays.trusts(host) and not self._rates.has_room(limit, "wrong", network_of(host)):
            raise RateLimited("too many wrong signatures")

    def _admit(self, within: Callable[..., bool], recipient: str, envelope_from: str, host: str) -> None:
        if not self._is_within(within, recipient, normalize_address(envelope_from), host):
            raise RateLimited("too many letters in this time")
        # Nothing proves the envelope: letters to the service in a player's name must not keep the player's orders out.
        destination = name_destination(self._context.addresses, b"", recipient)
        if intake.count_waiting_from(self._context, envelope_from, destination, WAITING) >= WAITING:
            raise RateLimited("too many letters of this sender wait to be judged")

    def _is_within(self, within: Callable[..., bool], recipient: str, sender: str, host: str) -> bool:
        if self._is_signed(recipient):
            return within(AN_ADDRESS, "to", recipient.lower()) or self._rates.away
        if self._is_known(sender):
            return within(A_PLAYER, "player", sender) or self._rates.away
        return (
            (self._relays.trusts(host) or within(self._a_host, "host", network_of(host)))
            and within(A_STRANGER, "from", sender)
            and within(self._strangers, "all")
        )

    def _is_signed(self, recipient: str) -> bool:
        try:
            return not isinstance(self._context.addresses.read(recipient), ServiceAddress | HostAddress)
        except MailFault:
            return False

    def _is_known(self, sender: str) -> bool:
        with self._context.store.reading() as session:
            return find_player(session, sender) is not None


def open_admission(settings: Settings, context: Context, counted_at: str = "") -> AdmissionControl:
    """Build the admission control of an installation: all programs that take letters in share counters in the broker.

    `counted_at` is the URL of another broker for the counters, for tests and measurements.
    """
    rates = RateCounter(counted_at or redis_url(settings))
    return AdmissionControl(context, rates, settings.strangers, TrustedRelays(settings.trusted_relays))
