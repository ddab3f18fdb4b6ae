"""Packs byte strings so that different lists give different bytes, for digests and keys."""

from __future__ import annotations


def packed(*parts: bytes | str) -> bytes:
    """Join the parts, each preceded by its length in decimal and a colon and followed by a comma; texts as UTF-8."""
    plain = [part.encode() if isinstance(part, str) else part for part in parts]
    return b"".join(b"%d:%b," % (len(part), part) for part in plain)
