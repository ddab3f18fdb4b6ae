"""The canonical steps that a partial order may mean, legal or not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from adjudicator.engines.pharao.notation.notation import Drop, Flip, Kind, Lay, Rotate, Steal, Step, Take, Walk
from adjudicator.engines.pharao.notation.partial_order import PartialOrder
from adjudicator.engines.pharao.position.cards import LETTERS, best_lying, parse_sides, rotate_sides
from adjudicator.engines.pharao.position.grid import CELLS, NAMES, neighbours
from adjudicator.engines.pharao.position.position import COLOURS, NO_TREASURE, Figure, Position

WORKERS: Mapping[Kind, Figure] = {
    Kind.FLIP: Figure.ARCHAEOLOGIST,
    Kind.TAKE: Figure.ARCHAEOLOGIST,
    Kind.DROP: Figure.ARCHAEOLOGIST,
    Kind.STEAL: Figure.ARCHAEOLOGIST,
    Kind.ROTATE: Figure.PORTER,
    Kind.LAMP: Figure.PORTER,
    Kind.UNLAMP: Figure.PORTER,
}
"""The figure that does a kind of step (GOLD-ACT-A, GOLD-ACT-P, G16); either walks, and none ends the turn."""
ON_OWN_CARD = (Kind.LAMP, Kind.UNLAMP, Kind.TAKE, Kind.DROP, Kind.STEAL)
"""The kinds of steps that happen on the figure's own card, and name none."""


def find_steps(
    order: PartialOrder, kind: Kind, position: Position, legal: Sequence[Step], *, wished: bool = False
) -> Sequence[Step]:
    """Find the legal steps that an order of a kind may mean; `wished` sides may mean one that has others."""
    worker = WORKERS.get(kind)
    if worker and order.figure not in (None, worker):
        return []
    if worker and order.cell and kind in ON_OWN_CARD and CELLS.get(order.cell) != position.mover.figure(worker):
        return []
    steps = [step for step in legal if step.kind is kind and _fits(step, order, position)]
    layings = [step for step in steps if isinstance(step, Lay | Rotate)]
    if not layings:
        return steps
    if kind is Kind.LAY:
        return _fitting_layings(layings, order, position, wished=wished)
    return _fitting_rotations(layings, order, position)


def _fits(step: Step, order: PartialOrder, position: Position) -> bool:
    """Compare all but the sides: each piece of a step, if the order names it."""
    match step:
        case Walk(figure, cell):
            return order.figure in (None, figure) and order.cell in ("", NAMES[cell])
        case Flip(cell) | Rotate(cell):
            return order.cell in ("", NAMES[cell])
        case Take(treasure):
            return order.treasure in (NO_TREASURE, treasure)
        case Steal(victim):
            return order.colour in (None, COLOURS[victim])
        case Drop():
            return order.treasure in (NO_TREASURE, position.mover.carries)
    return True


def _fitting_rotations(rotations: Sequence[Lay | Rotate], order: PartialOrder, position: Position) -> Sequence[Step]:
    if order.quarters and order.cell in CELLS:
        sides = rotate_sides(position.ways.sides(CELLS[order.cell]), order.quarters)
        return [step for step in rotations if step.sides == sides]
    return _open_to(rotations, order)


def _fitting_layings(
    layings: Sequence[Lay | Rotate], order: PartialOrder, position: Position, *, wished: bool
) -> Sequence[Step]:
    """Find how the card may lie: as it is said, or, before it was seen, as it serves the wished sides best (Q8)."""
    flipped = position.turn.flipped
    if order.cell and CELLS.get(order.cell) != flipped:
        return []
    if wished:
        return [Lay(best_lying(position.shapes[flipped], _way_back_first(order.sides, position)))]
    return _open_to(layings, order)


def _way_back_first(wished: str, position: Position) -> str:
    """Put the side towards the archaeologist first, if all four are wished: any lying will do that lets them in."""
    if not set(LETTERS) <= set(wished):
        return wished
    beside = zip(LETTERS, neighbours(position.turn.flipped), strict=True)
    here = position.mover.figure(Figure.ARCHAEOLOGIST)
    return "".join(letter for letter, cell in beside if cell == here) + wished


def _open_to(steps: Iterable[Lay | Rotate], order: PartialOrder) -> Sequence[Step]:
    """Keep the steps that open a card to all the sides, or the one that opens it to exactly those."""
    sides = parse_sides(order.sides)
    return [step for step in steps if step.sides == sides] or [step for step in steps if not sides & ~step.sides]
