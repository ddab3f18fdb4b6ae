"""Openings, an optional part of an engine: a key for each position, by which the openings of matches are compared.

Two positions have one key if the game goes on alike from both of them: by symmetry, or with the seats exchanged.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from adjudicator.engines.contract import Options, P


@runtime_checkable
class HasOpenings(Protocol[P]):
    """An engine whose matches with the same options all begin alike, so that positions come up again."""

    @property
    def opening_length(self) -> int:
        """How many steps of a match belong to its opening. As long as it lasts, the key decides which side is which."""
        ...

    @property
    def opening_options(self) -> tuple[str, ...]:
        """The options under which an opening is another one, by their keys; all others are counted together."""
        ...

    def first_position(self, options: Options, seats: int) -> P:
        """Set up the position from which every match with these options begins, but for who sits where."""
        ...

    def opening(self, position: P, steps: Sequence[str]) -> str:
        """Name a position and all that are the same in play; `steps` are the canonical steps that led to it.

        The key comes from public facts. It says nothing about options, nor about who sits where.
        """
        ...
