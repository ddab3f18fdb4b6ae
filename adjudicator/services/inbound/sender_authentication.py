"""Sender authentication: how well is the domain of the From line proved?

It runs before anything is locked, because DKIM and DMARC need DNS look-ups. The proof goes into
`InboundLetter.proof`; `authorization` decides whether it is enough.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from adjudicator.mail.domain import organisational_domain
from adjudicator.mail.errors import DnsUnavailable
from adjudicator.mail.incoming.letter import Letter
from adjudicator.mail.trust.auth_results import read_findings
from adjudicator.mail.trust.authentication import Proof, judge_findings, judge_signers
from adjudicator.services.context import Context
from adjudicator.services.inbound.inbound_letter import OURS, WEB
from adjudicator.services.inbound.intake import Arrival

PATIENCE = timedelta(hours=1)
"""How long a letter waits for a DNS server that does not answer. An attacker's server must not delay it for ever."""

Lookup = Callable[[str], str]


def authenticate(context: Context, arrival: Arrival, letter: Letter, waited: timedelta) -> Proof:
    """Determine the proof of a letter's sender.

    1. A form: the player is signed in, so the sender is proved. A letter that we made of lines of another: that one was
       checked.
    2. The host's mail server checks signatures: believe its Authentication-Results (RFC 8601), but only if that server
       delivered the letter. Anybody who connects to our listener directly can write the same header.
    3. We check signatures: verify DKIM, and look up DMARC if only a relative of the domain has signed.
    4. Nobody checks: unproved.

    Raises `DnsUnavailable` when the DNS does not answer and the letter can still wait.
    """
    if letter.sender is None:
        return Proof.UNPROVED
    if arrival.channel == WEB or arrival.channel in OURS:
        return Proof.PROVED
    domain = letter.sender.address.rpartition("@")[2]
    if context.trust.authserv_id:
        trace = letter.trace if arrival.trusted_relay else ()
        edge = context.trust
        return judge_findings(read_findings(trace, edge.authserv_id, edge.hops, below=edge.below), domain)
    if context.lookup is None:
        return Proof.UNPROVED
    try:
        return _by_signatures(context, context.lookup, arrival.raw, domain)
    except DnsUnavailable:
        if waited < PATIENCE:
            raise
        return Proof.UNPROVED


def _by_signatures(context: Context, lookup: Lookup, raw: bytes, domain: str) -> Proof:
    from adjudicator.mail.trust.dkim_verify import dkim_signers, needed_keys  # noqa: PLC0415  # its libraries weigh several megabytes

    names = context.sandbox.run(needed_keys, raw, domain)
    keys = {name: lookup(name) for name in names}
    signers = context.sandbox.run(dkim_signers, raw, domain, keys)
    # DMARC's alignment rule matters only if another domain of the same organisation has signed.
    record = _dmarc_record(lookup, domain) if signers and domain not in signers else ""
    return judge_signers(signers, domain, record)


def _dmarc_record(lookup: Lookup, domain: str) -> str:
    return lookup(f"_dmarc.{domain}") or lookup(f"_dmarc.{organisational_domain(domain)}")
