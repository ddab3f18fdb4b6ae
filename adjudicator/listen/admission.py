"""Who may hand over a letter just now: nobody's letters may fill the queue in which everybody's wait.

Every way in passes here. Mail servers that connect are asked to wait as soon as they name a recipient, and counted when
their letter comes; of all other ways, `taking.accept_at` counts each letter before it keeps it.

A letter to a signed address comes from somebody to whom we wrote; only the address itself is counted. A letter to the
service's own address can come from anybody: strangers are counted by their address, by the machine that brings their
letters unless that is the host's own, and all together; whoever plays here is counted alone, with room for
everything that a player does. While the broker is away, players and signed addresses are not counted at all.
"""

from __future__ import annotations

from collections.abc import Callable

from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerMinute

from adjudicator.config.settings import Settings
from adjudicator.infra.private_broker import redis_url
from adjudicator.infra.rate_counter import RateCounter
from adjudicator.listen.protocols import TooMany
from adjudicator.listen.trusted_relays import TrustedRelays
from adjudicator.mail.address import HostAddress, ServiceAddress
from adjudicator.mail.errors import MailFault
from adjudicator.mail.trust.from_header import normalize_address
from adjudicator.services.context import Context
from adjudicator.services.inbound import intake
from adjudicator.services.players.players import find_player

AN_ADDRESS = RateLimitItemPerHour(60)
"""To one signed address: it is good for one turn, in which somebody may ask and try a lot."""
A_PLAYER = RateLimitItemPerHour(240)
"""From one player to the service."""
A_STRANGER = RateLimitItemPerHour(20)
STRANGERS = 120
"""From all strangers together in a minute: what is judged in a few seconds, so that others wait no longer for them."""
WAITING = 50
"""Letters of one sender that may wait to be judged."""


class AdmissionControl:
    """Counts the letters that come in, and refuses those that are too many."""

    def __init__(
        self, context: Context, rates: RateCounter, strangers: int = STRANGERS, relays: TrustedRelays | None = None
    ) -> None:
        """Take what counts, and how many letters a minute strangers may write; an hour has twice as many of a host.

        `relays` are the host's own mail servers, which bring the letters of all strangers.
        """
        self._context = context
        self._relays = relays or TrustedRelays()
        self._rates = rates
        self._strangers = RateLimitItemPerMinute(strangers)
        self._a_host = RateLimitItemPerHour(2 * strangers)

    def peek(self, recipient: str, envelope_from: str, host: str) -> None:
        """Look whether a letter would be let in, and count nothing: whoever only asks uses up nobody's quota.

        Raises `TooMany`. The host is empty where we do not know it.
        """
        self._admit(self._rates.has_room, recipient, envelope_from, host)

    def count(self, recipient: str, envelope_from: str, host: str) -> None:
        """Let a letter in, or raise `TooMany`. The host is empty where we do not know it."""
        self._admit(self._rates.within, recipient, envelope_from, host)

    def count_wrong(self, limit: RateLimitItem, host: str) -> None:
        """Count a post of a host whose signature is wrong; proxies of our own are not to blame for theirs."""
        if not self._relays.trusts(host):
            self._rates.within(limit, "wrong", host)

    def refuse_guessers(self, limit: RateLimitItem, host: str) -> None:
        """Refuse a host, before anything of its post is read, that had too many wrong. Raises `TooMany`."""
        if not self._relays.trusts(host) and not self._rates.has_room(limit, "wrong", host):
            raise TooMany("too many wrong signatures")

    def _admit(self, within: Callable[..., bool], recipient: str, envelope_from: str, host: str) -> None:
        if not self._is_within(within, recipient, normalize_address(envelope_from), host):
            raise TooMany("too many letters in this time")
        if intake.count_waiting_from(self._context, envelope_from, WAITING) >= WAITING:
            raise TooMany("too many letters of this sender wait to be judged")

    def _is_within(self, within: Callable[..., bool], recipient: str, sender: str, host: str) -> bool:
        if self._is_signed(recipient):
            return within(AN_ADDRESS, "to", recipient.lower()) or self._rates.away
        if self._is_known(sender):
            return within(A_PLAYER, "player", sender) or self._rates.away
        return (
            (self._relays.trusts(host) or within(self._a_host, "host", host))
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
    """Build the one gate of an installation: all programs that let letters in count at the same broker.

    `counted_at` is where they count when that is not the settings' broker.
    """
    rates = RateCounter(counted_at or redis_url(settings))
    return AdmissionControl(context, rates, settings.strangers, TrustedRelays(settings.trusted_relays))
