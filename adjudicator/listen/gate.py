"""Who may hand over a letter just now: nobody's letters may fill the queue in which everybody's wait.

A letter to a signed address comes from somebody to whom we wrote; only the address itself is counted. A letter to the
service's own address can come from anybody: strangers are counted by their address, by the machine that brings their
letters unless that is the host's own, and all together; whoever plays here is counted by himself, with room for
everything that a player does. While the broker is away, players and signed addresses are not counted at all.
"""

from __future__ import annotations

from contextlib import suppress
from ipaddress import ip_address, ip_network

from limits import RateLimitItemPerHour, RateLimitItemPerMinute

from adjudicator.desk import intake
from adjudicator.desk.desk import Desk
from adjudicator.desk.people import find_player
from adjudicator.listen.keeping import Accept, TooMany
from adjudicator.mail.address import ServiceAddress
from adjudicator.mail.faults import MailFault
from adjudicator.mail.trust import normal_address
from adjudicator.rates import Rates

AN_ADDRESS = RateLimitItemPerHour(60)
"""To one signed address: it is good for one turn, in which somebody may ask and try a lot."""
A_PLAYER = RateLimitItemPerHour(240)
"""From one player to the service."""
A_STRANGER = RateLimitItemPerHour(20)
STRANGERS = 120
"""From all strangers together in a minute: what is judged in a few seconds, so that others wait no longer for them."""
WAITING = 50
"""Letters of one sender that may wait to be judged."""

_OUR_OWN = tuple(
    map(ip_network, ("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "::1/128", "fc00::/7"))
)
"""Networks in which a machine is the host's own mail server, which brings the letters of all strangers."""


class Gate:
    """Counts the letters that come in, and refuses those that are too many."""

    def __init__(self, desk: Desk, rates: Rates, strangers: int = STRANGERS) -> None:
        """Take what counts, and how many letters a minute strangers may write; an hour has twice as many of a host."""
        self._desk = desk
        self._rates = rates
        self._strangers = RateLimitItemPerMinute(strangers)
        self._a_host = RateLimitItemPerHour(2 * strangers)

    def __call__(self, recipient: str, envelope_from: str, host: str) -> None:
        """Let a letter in, or raise `TooMany`. The host is empty where we do not know it."""
        sender = normal_address(envelope_from)
        if not self._is_within(recipient, sender, host):
            raise TooMany("too many letters in this time")
        if intake.waiting_from(self._desk, envelope_from, WAITING) >= WAITING:
            raise TooMany("too many letters of this sender wait to be judged")

    def _is_within(self, recipient: str, sender: str, host: str) -> bool:
        if self._is_signed(recipient):
            return self._rates.within(AN_ADDRESS, "to", recipient.lower()) or self._rates.away
        if self._is_known(sender):
            return self._rates.within(A_PLAYER, "player", sender) or self._rates.away
        return (
            (brings_for_others(host) or self._rates.within(self._a_host, "host", host))
            and self._rates.within(A_STRANGER, "from", sender)
            and self._rates.within(self._strangers, "all")
        )

    def _is_signed(self, recipient: str) -> bool:
        try:
            return not isinstance(self._desk.addresses.read(recipient), ServiceAddress)
        except MailFault:
            return False

    def _is_known(self, sender: str) -> bool:
        with self._desk.store.reading() as session:
            return find_player(session, sender) is not None


def brings_for_others(host: str) -> bool:
    """Tell whether a machine is one of our own, or not known, so that its letters are not one stranger's."""
    with suppress(ValueError):
        return any(ip_address(host) in network for network in _OUR_OWN)
    return not host


def behind(gate: Gate, accept: Accept) -> Accept:
    """Build what keeps a letter that the gate lets in, for a way in that does not ask before the letter is there."""

    def admit_and_accept(raw: bytes, recipient: str, envelope_from: str, channel: str) -> object:
        gate(recipient, envelope_from, "")
        return accept(raw, recipient, envelope_from, channel)

    return admit_and_accept
