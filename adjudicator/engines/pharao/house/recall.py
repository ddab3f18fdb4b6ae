"""Memory of the house player: the latest turns, so that it does not bring one position about again and again.

Only quiet turns can lead back: a card that was turned over and a treasure that was banked stay so, and the collapse
goes on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypeAlias

from adjudicator.engines.contract import Seat
from adjudicator.engines.pharao.position.paths import Paths
from adjudicator.engines.pharao.position.position import Lying, Player, Position

MOST = 2
"""Times that a seat may bring the same position about between two turns that are not quiet."""

Arrangement: TypeAlias = tuple[Paths, tuple[Player, ...], tuple[Lying, ...]]
"""Everything that quiet turns can change, all of it public: how the cards lie, the players' pieces, and treasures."""


def turns_to_recall(position: Position) -> int:
    """Tell how many beginnings of turns matter: those since something lasting happened, if they can hold a return."""
    return position.quiet + 1 if position.quiet >= MOST * len(position.players) - 1 else 0


def arrangement_of(position: Position) -> Arrangement:
    """Tell how everything lies that quiet turns can change; the count of such turns is not in it."""
    return position.ways, position.players, tuple(sorted(position.treasures))


@dataclass(frozen=True, slots=True)
class Recall:
    """How often a seat brought each position about."""

    before: Arrangement | None = None
    """How everything lay when the running turn began."""
    reached: Counter[Arrangement] = field(default_factory=Counter)

    @classmethod
    def of(cls, past: Sequence[Position], seat: Seat) -> Recall:
        """Count the turns of a seat that changed something, by the positions that they led to."""
        if not past:
            return cls()
        recent = [(one.turn.seat, arrangement_of(one)) for one in past[-past[-1].quiet - 1 :]]
        turns = pairwise(recent)
        return cls(
            recent[-1][1], Counter(after for (mover, start), (_, after) in turns if mover == seat and start != after)
        )

    def forbids(self, after: Position) -> bool:
        """Tell whether a turn must not end so. To leave everything as it is may be done as often as one likes."""
        if not self.reached or not after.quiet:
            return False
        arrangement = arrangement_of(after)
        return arrangement != self.before and self.reached[arrangement] >= MOST
