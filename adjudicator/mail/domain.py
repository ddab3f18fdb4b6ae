"""Domains, which come in two spellings: `exämple.de` for people and `xn--exmple-cua.de` for machines."""

from __future__ import annotations

from functools import cache

import idna
from publicsuffixlist import PublicSuffixList


def ascii_domain(domain: str) -> str:
    """Spell a domain the way machines do, in lower case; one that has no such spelling stays as it is."""
    folded = domain.strip().rstrip(".").lower()
    if folded.isascii():
        return folded
    try:
        return idna.encode(folded, uts46=True).decode()
    except idna.IDNAError:
        return folded


def organisational_domain(domain: str) -> str:
    """Name the domain that somebody registered: `mail.club.co.uk` belongs to `club.co.uk`.

    A public suffix, under which others register theirs, belongs to nobody and stands for itself.
    """
    known = ascii_domain(domain)
    return _suffixes().privatesuffix(known) or known


def domains_align(domain: str, other: str, *, strict: bool = False) -> bool:
    """Tell whether two domains are of one organisation, as DMARC asks (RFC 7489); strictly: are the same."""
    one, two = ascii_domain(domain), ascii_domain(other)
    if not one or not two:
        return False
    return one == two if strict else organisational_domain(one) == organisational_domain(two)


@cache
def _suffixes() -> PublicSuffixList:
    return PublicSuffixList()
