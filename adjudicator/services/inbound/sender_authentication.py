"""Finding out whether a letter comes from where it says, before anything is locked: it may take a look into the DNS."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from adjudicator.mail.domain import organisational_domain
from adjudicator.mail.errors import DnsUnavailable
from adjudicator.mail.incoming.letter import Letter
from adjudicator.mail.trust.auth_results import findings
from adjudicator.mail.trust.authentication import Proof, by_edge, by_seals
from adjudicator.services.context import Context
from adjudicator.services.inbound.inbound_letter import WEB
from adjudicator.services.inbound.intake import Arrival

PATIENCE = timedelta(hours=1)
"""How long a letter waits for a DNS that does not answer; whoever made it not answer must not hold us up for ever."""

Lookup = Callable[[str], str]


def authenticate(context: Context, arrival: Arrival, letter: Letter, waited: timedelta) -> Proof:
    """Judge how well the sender of a letter is proved.

    Lines that a mail server of the host's own writes are believed only in a letter that such a server handed over:
    whoever speaks to our listener directly can write the same lines. Raises `Unresolved` when the sender cannot be
    proved just now and the letter can wait.
    """
    if letter.sender is None:
        return Proof.UNPROVED
    if arrival.channel == WEB:
        return Proof.PROVED
    domain = letter.sender.address.rpartition("@")[2]
    if context.trust.authserv_id:
        trace = letter.trace if arrival.trusted_relay else ()
        edge = context.trust
        return by_edge(findings(trace, edge.authserv_id, edge.hops, below=edge.below), domain)
    if context.lookup is None:
        return Proof.UNPROVED
    try:
        return _by_its_seals(context, context.lookup, arrival.raw, domain)
    except DnsUnavailable:
        if waited < PATIENCE:
            raise
        return Proof.UNPROVED


def _by_its_seals(context: Context, lookup: Lookup, raw: bytes, domain: str) -> Proof:
    from adjudicator.mail.trust.dkim_verify import dkim_signers, keys_wanted  # noqa: PLC0415  # its libraries weigh several megabytes

    names = context.sandbox.run(keys_wanted, raw, domain)
    keys = {name: lookup(name) for name in names}
    sealed = context.sandbox.run(dkim_signers, raw, domain, keys)
    # The domain's own rule is of interest only where a relative signed for it.
    record = _rule(lookup, domain) if sealed and domain not in sealed else ""
    return by_seals(sealed, domain, record)


def _rule(lookup: Lookup, domain: str) -> str:
    return lookup(f"_dmarc.{domain}") or lookup(f"_dmarc.{organisational_domain(domain)}")
