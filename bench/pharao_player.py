"""A player with a purpose for the pyramid: carries treasures home, explores, and is out before it falls.

It decides from what lies open alone, quickly and without looking ahead, so that a whole match of such players measures
the engine and not the player.
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.engines.pharao.notation.notation import END, Flip, Lay, Rotate, Steal, Step, Take, Walk
from adjudicator.engines.pharao.position.cards import Sides
from adjudicator.engines.pharao.position.grid import ALL_CELLS, NAMES, Bits, Cell, bit
from adjudicator.engines.pharao.position.paths import Paths
from adjudicator.engines.pharao.position.position import FIGURES, Figure, Position
from adjudicator.engines.pharao.steps.collapse import next_to_fall
from adjudicator.engines.suite.chance import Chance


def choose(position: Position, legal: Sequence[Step], chance: Chance) -> Step:
    """Choose a step of the seat to move."""
    if layings := [step for step in legal if isinstance(step, Lay)]:
        return max(layings, key=lambda step: value_laying(position, position.turn.flipped, step.sides))
    if takes := [step for step in legal if isinstance(step, Take)]:
        return max(takes)
    if thefts := [step for step in legal if isinstance(step, Steal)]:
        return thefts[0]
    return _walk(position, legal) or _flip(legal, chance) or _turn_a_card(position, legal, chance)


def value_laying(position: Position, cell: Cell, sides: Sides) -> tuple[bool, int, int]:
    """Value a way to lay a card: joined to the archaeologist, open to hidden cards, and to others."""
    ways = position.ways.with_card(cell, sides)
    joined = bool(ways.joined_cells(bit(cell)) & bit(position.mover.archaeologist))
    faced = ways.faced_cells(bit(cell))
    return joined, (faced & position.hidden).bit_count(), faced.bit_count()


def _walk(position: Position, legal: Sequence[Step]) -> Step | None:
    """Go where there is something to do, each figure for itself, if a step leads nearer."""
    for figure in FIGURES:
        here = position.mover.figure(figure)
        if here < 0 or not (goals := _goals(position, figure)) or goals & bit(here):
            continue
        near = _nearness(position.ways, goals)
        walks = [step for step in legal if isinstance(step, Walk) and step.figure is figure]
        if closer := [step for step in walks if near[step.cell] < near[here]]:
            return min(closer, key=lambda step: (near[step.cell], NAMES[step.cell]))
    return None


def _goals(position: Position, figure: Figure) -> Bits:
    home = bit(position.start)
    if figure is Figure.PORTER:
        return home if position.collapse is not None else 0
    if position.mover.carries or (position.collapse is not None and position.fallen):
        return home
    lying = sum({bit(cell) for cell, _ in position.treasures if cell != position.start})
    return lying & ~next_to_fall(position) or _frontier(position)


def _frontier(position: Position) -> Bits:
    """Find the cards that are open towards a hidden one."""
    found = 0
    for cell in ALL_CELLS:
        if position.ways.faced_cells(bit(cell)) & position.hidden:
            found |= bit(cell)
    return found


def _nearness(ways: Paths, goals: Bits) -> list[int]:
    """Count the steps from every card to the nearest goal."""
    far, steps, layer, seen = [99] * 36, 0, goals, goals
    while layer:
        for cell in ALL_CELLS:
            if layer >> cell & 1:
                far[cell] = steps
        layer = ways.joined_cells(layer) & ~seen
        seen |= layer
        steps += 1
    return far


def _flip(legal: Sequence[Step], chance: Chance) -> Step | None:
    flips = [step for step in legal if isinstance(step, Flip)]
    return flips[chance.below(len(flips))] if flips else None


def _turn_a_card(position: Position, legal: Sequence[Step], chance: Chance) -> Step:
    """Rotate something when there is no way on, and wait when the way is only long."""
    if position.collapse is None or position.mover.carries:
        turns = [step for step in legal if isinstance(step, Rotate)]
        if turns and chance.below(2):
            return turns[chance.below(len(turns))]
    return END
