"""Repetition of positions: equal up to translation, with the same colour to move.

A position remembers fingerprints of fixed length in one text, so that counting stays a search in a few thousand
characters however long the match. A fingerprint has 96 bits of a published hash, the same on every machine.
"""

from __future__ import annotations

from hashlib import blake2b
from operator import sub
from struct import Struct

from adjudicator.engines.egyptos.position.position import PYRAMIDS, Colour, Position, Stones

_pack = Struct(f">{2 * PYRAMIDS - 1}qB").pack


def fingerprint(stones: Stones, colour: Colour) -> str:
    """Reduce a full table to a text that ends in a blank and is the same wherever on the plane it stands."""
    cells = stones[0] + stones[1]
    packed = _pack(*map(sub, cells[1:], cells), colour)
    return blake2b(packed, digest_size=12).hexdigest() + " "


def occurrences(position: Position) -> int:
    """Count how often the position has stood since the last pyramid was laid; 0 where the match does not count."""
    return position.seen.count(fingerprint(position.stones, position.colour)) if position.seen else 0
