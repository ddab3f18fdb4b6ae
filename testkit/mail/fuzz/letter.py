"""A hostile letter a seed: what a mail program writes, changed a few times. The same seed is the same letter."""

from __future__ import annotations

from random import Random

from testkit.mail.fuzz import byte_mutations, part_mutations, replies

LARGEST = 3 << 20
"""Bytes; what is larger is cut off, as the way in would do."""


def letter(seed: int) -> bytes:
    """Write the letter of a seed."""
    chance = Random(seed)
    parts = replies.reply(chance)
    for _ in range(chance.choice((0, 1, 1, 2, 2, 3, 4, 6))):
        parts = part_mutations.change(parts, chance)
    raw = parts.written()
    for _ in range(chance.choice((0, 0, 0, 1, 1, 2, 3))):
        raw = byte_mutations.change(raw[:LARGEST], chance)
    return raw[:LARGEST]
