"""Domain names in ASCII form (IDNA: `exämple.de` is `xn--exmple-cua.de`), and organisational domains for DMARC."""

from __future__ import annotations

from functools import cache

import idna
from publicsuffixlist import PublicSuffixList


def ascii_domain(domain: str) -> str:
    """Convert a domain to its ASCII form (RFC 5891), in lower case; a domain without one is only folded."""
    folded = domain.strip().rstrip(".").lower()
    if folded.isascii():
        return folded
    try:
        return idna.encode(folded, uts46=True).decode()
    except idna.IDNAError:
        return folded


def organisational_domain(domain: str) -> str:
    """Find the registered domain by the Public Suffix List: `mail.club.co.uk` belongs to `club.co.uk`.

    A public suffix itself (`co.uk`) is returned unchanged.
    """
    known = ascii_domain(domain)
    return _suffixes().privatesuffix(known) or known


def domains_align(domain: str, other: str, *, strict: bool = False) -> bool:
    """Are two domains aligned for DMARC (RFC 7489, 3.1)? Relaxed: one organisation; strict: the same domain."""
    one, two = ascii_domain(domain), ascii_domain(other)
    if not one or not two:
        return False
    return one == two if strict else organisational_domain(one) == organisational_domain(two)


@cache
def _suffixes() -> PublicSuffixList:
    return PublicSuffixList()
