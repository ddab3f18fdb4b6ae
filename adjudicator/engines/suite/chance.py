"""A dealer for tests: draws from a fixed seed, the same on every machine."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """A reproducible dealer that counts its draws."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.draws = 0

    def below(self, bound: int) -> int:
        """Draw an integer; the bias of at most bound / 2**256 does not matter here."""
        self.draws += 1
        return int.from_bytes(sha256(f"{self.seed}/{self.draws}".encode()).digest()) % bound

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """Draw an order."""
        rest = list(items)
        return tuple(rest.pop(self.below(len(rest))) for _ in items)
