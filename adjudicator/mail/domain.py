"""Domains, which come in two spellings: `exämple.de` for people and `xn--exmple-cua.de` for machines."""

from __future__ import annotations

import idna


def ascii_domain(domain: str) -> str:
    """Spell a domain the way machines do, in lower case; one that has no such spelling stays as it is."""
    folded = domain.strip().rstrip(".").lower()
    if folded.isascii():
        return folded
    try:
        return idna.encode(folded, uts46=True).decode()
    except idna.IDNAError:
        return folded
