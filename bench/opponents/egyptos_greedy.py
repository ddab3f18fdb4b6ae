"""A greedy player of Egyptos: it fills its own best line, or blocks the best one of the other, and looks no step ahead.

It shares nothing with the house player: cells are pairs of numbers, and the legal steps are those of the engine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

from adjudicator.engines.egyptos.position.coordinates import offsets
from adjudicator.engines.egyptos.position.position import Position, Step, Word
from adjudicator.engines.suite.chance import Chance

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
OWN, OTHER = 10, 9
"""A line of the player's own counts a little more than the same line of the other."""

Spot = tuple[int, int]


def choose(position: Position, legal: Sequence[Step], chance: Chance) -> Step:
    """Choose the step that fills and blocks most; among equals by chance. It never swaps."""
    owners = {offsets(cell): colour for colour, cells in enumerate(position.stones) for cell in cells}
    best, chosen = -(10**9), legal[0]
    for step in chance.shuffled(legal):
        if isinstance(step, Word):
            continue
        *origin, target = map(offsets, step)
        table = {spot: owner for spot, owner in owners.items() if spot not in origin}
        value = worth(table, target, position.colour) - sum(worth(table, spot, position.colour) for spot in origin)
        if value > best:
            best, chosen = value, step
    return chosen


def worth(table: Mapping[Spot, int], spot: Spot, colour: int) -> int:
    """Value a pyramid of a colour on a spot: each five places through it that belong to one colour alone."""
    total = 0
    for (right, up), back in product(DIRECTIONS, range(5)):
        places = [(spot[0] + right * step, spot[1] + up * step) for step in range(-back, 5 - back)]
        owners = [table[place] for place in places if place in table and place != spot]
        if len(set(owners)) == 1:
            total += (OWN if owners[0] == colour else OTHER) ** len(owners)
    return total
