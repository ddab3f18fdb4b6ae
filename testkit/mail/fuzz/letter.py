"""Generates a hostile letter from a seed: a reply of a mail program, mutated a few times. Deterministic."""

from __future__ import annotations

from random import Random

from testkit.mail.fuzz import byte_mutations, part_mutations, replies

LARGEST = 3 << 20
"""Bytes; a larger letter is cut."""


def letter(seed: int) -> bytes:
    """Generate the letter of a seed."""
    chance = Random(seed)
    parts = replies.reply(chance)
    for _ in range(chance.choice((0, 1, 1, 2, 2, 3, 4, 6))):
        parts = part_mutations.change(parts, chance)
    raw = parts.written()
    for _ in range(chance.choice((0, 0, 0, 1, 1, 2, 3))):
        raw = byte_mutations.change(raw[:LARGEST], chance)
    return raw[:LARGEST]
