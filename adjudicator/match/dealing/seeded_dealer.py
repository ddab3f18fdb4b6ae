"""Verifiable randomness: every draw of a match follows from its seed and its players' salts.

The stream is HMAC-SHA256 in counter mode, cut into 64-bit big-endian words. It depends neither on the Python version
nor on the machine, so anybody can deal a match again from its record, in any programming language.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from typing import TypeVar

from adjudicator.match.dealing.packing import packed

T = TypeVar("T")

SHORTEST_SEED = 16
WORD = 8
WORDS = 1 << (8 * WORD)

# The two uses of the seed carry different labels: HMAC replaces a key longer than 64 bytes by its plain SHA-256, so
# without them the published commitment would be the key of the whole deal.
STREAM_LABEL = b"adjudicator deal 1"
COMMITMENT_LABEL = b"adjudicator commitment 1"


def commitment(seed: bytes, salts: Sequence[str]) -> str:
    """Commit to a seed and salts without revealing the seed: SHA-256 in hexadecimal."""
    return hashlib.sha256(packed(COMMITMENT_LABEL, seed, *salts)).hexdigest()


class SeededDealer:
    """The dealer of a match: uniform draws, the same for the same seed and salts."""

    def __init__(self, seed: bytes, salts: Sequence[str] = ()) -> None:
        if len(seed) < SHORTEST_SEED:
            raise ValueError(f"a seed needs {SHORTEST_SEED} bytes or more, not {len(seed)}")
        self._words = _words(packed(STREAM_LABEL, seed, *salts))

    def below(self, bound: int) -> int:
        """Draw an integer from 0 to ``bound - 1``."""
        if not 0 < bound <= WORDS:
            raise ValueError(f"cannot draw below {bound}")
        # Rejection sampling: the highest words would make small results more likely.
        fair = WORDS - WORDS % bound
        word = next(self._words)
        while word >= fair:
            word = next(self._words)
        return word % bound

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """Draw an order of all the items (Fisher and Yates, from the last place down)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            chosen = self.below(last + 1)
            order[last], order[chosen] = order[chosen], order[last]
        return tuple(order)


def _words(key: bytes) -> Iterator[int]:
    block = 0
    while True:
        digest = hmac.digest(key, block.to_bytes(WORD, "big"), "sha256")
        for start in range(0, len(digest), WORD):
            yield int.from_bytes(digest[start : start + WORD], "big")
        block += 1
