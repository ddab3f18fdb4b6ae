"""A player with a purpose for the pyramid: carries treasures home, explores, and is out before it falls.

It decides from what lies open alone, quickly and without looking ahead, so that a whole match of such players measures
the engine and not the player.
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.engines.pharao.cards import SIDES_OF
from adjudicator.engines.pharao.collapse import next_to_fall
from adjudicator.engines.pharao.grid import CELLS, Bits, Cell, bit
from adjudicator.engines.pharao.position import Figure, Position, Step
from adjudicator.engines.pharao.ways import Ways
from adjudicator.engines.suite.chance import Chance

WALKERS: dict[str, Figure] = {"A": "archaeologist", "P": "porter"}


def choose(position: Position, legal: Sequence[Step], chance: Chance) -> Step:
    """Choose a step of the seat to move."""
    if legal[0].startswith("turn"):
        return max(legal, key=lambda step: opened(position, position.turn.flipped, step.split()[1]))
    for word in ("take bust", "take 3", "take 2", "steal"):
        if step := next((step for step in legal if step.startswith(word)), None):
            return step
    return _walk(position, legal) or _flip(legal, chance) or _turn_a_card(position, legal, chance)


def opened(position: Position, cell: Cell, sides: str) -> tuple[bool, int, int]:
    """Value a way to lay a card: joined to the archaeologist, open to hidden cards, and to others."""
    ways = position.ways.laid(cell, SIDES_OF[sides])
    joined = bool(ways.steps(bit(cell)) & bit(position.mover.archaeologist))
    outlets = ways.outlets(bit(cell))
    return joined, (outlets & position.hidden).bit_count(), outlets.bit_count()


def _walk(position: Position, legal: Sequence[Step]) -> Step | None:
    """Go where there is something to do, each figure for itself, if a step leads nearer."""
    for letter, figure in WALKERS.items():
        here = position.mover.figure(figure)
        if here < 0 or not (goals := _goals(position, figure)) or goals & bit(here):
            continue
        near = _nearness(position.ways, goals)
        steps = [(near[CELLS[step[2:]]], step) for step in legal if step[0] == letter and step[1] == " "]
        closer = [(apart, step) for apart, step in steps if apart < near[here]]
        if closer:
            return min(closer)[1]
    return None


def _goals(position: Position, figure: Figure) -> Bits:
    home = bit(position.start)
    if figure == "porter":
        return home if position.collapse is not None else 0
    if position.mover.carries or (position.collapse is not None and position.fallen):
        return home
    lying = sum({bit(cell) for cell, _ in position.treasures if cell != position.start})
    return lying & ~next_to_fall(position) or _frontier(position)


def _frontier(position: Position) -> Bits:
    """Find the cards that are open towards a hidden one."""
    found = 0
    for cell in range(36):
        if position.ways.outlets(bit(cell)) & position.hidden:
            found |= bit(cell)
    return found


def _nearness(ways: Ways, goals: Bits) -> list[int]:
    """Count the steps from every card to the nearest goal."""
    far, steps, layer, seen = [99] * 36, 0, goals, goals
    while layer:
        for cell in range(36):
            if layer >> cell & 1:
                far[cell] = steps
        layer = ways.steps(layer) & ~seen
        seen |= layer
        steps += 1
    return far


def _flip(legal: Sequence[Step], chance: Chance) -> Step | None:
    flips = [step for step in legal if step.startswith("flip")]
    return flips[chance.below(len(flips))] if flips else None


def _turn_a_card(position: Position, legal: Sequence[Step], chance: Chance) -> Step:
    """Rotate something when there is no way on, and wait when the way is only long."""
    if position.collapse is None or position.mover.carries:
        turns = [step for step in legal if step.startswith("rotate")]
        if turns and chance.below(2):
            return turns[chance.below(len(turns))]
    return "end"
