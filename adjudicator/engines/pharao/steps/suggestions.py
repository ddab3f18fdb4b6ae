"""The legal steps closest to somebody's probable meaning."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nsmallest

from adjudicator.engines.pharao.notation.notation import Kind, Lay, Rotate, Step, Walk, cell_of, format_step
from adjudicator.engines.pharao.notation.partial_order import PartialOrder
from adjudicator.engines.pharao.position.cards import TEXTS
from adjudicator.engines.pharao.position.grid import CELLS, SIZE, distance
from adjudicator.engines.pharao.position.position import Position
from adjudicator.engines.pharao.steps.legal import legal_steps

SUGGESTIONS = 4
_FAR = 2 * SIZE
"""As if on the other side of the square."""
_KIN = {
    Kind.LAMP: (Kind.UNLAMP,),
    Kind.UNLAMP: (Kind.LAMP,),
    Kind.TAKE: (Kind.DROP, Kind.STEAL),
    Kind.STEAL: (Kind.DROP, Kind.TAKE),
}
"""The kinds of steps that a player may mean who orders another kind."""


def nearest_orders(
    position: Position, order: PartialOrder, kind: Kind | None, among: Sequence[Step] | None = None
) -> tuple[str, ...]:
    """Write up to four legal steps, the most similar to an order first; from all over the list if it is of no kind."""
    steps = legal_steps(position) if among is None else among
    if kind is None:
        chosen = _spread(steps)
    else:
        chosen = nsmallest(SUGGESTIONS, steps, key=lambda step: _difference(step, order, kind))
    return tuple(map(format_step, chosen))


def _spread(steps: Sequence[Step]) -> Sequence[Step]:
    if len(steps) <= SUGGESTIONS:
        return steps
    return [steps[number * (len(steps) - 1) // (SUGGESTIONS - 1)] for number in range(SUGGESTIONS)]


def _difference(step: Step, order: PartialOrder, kind: Kind) -> int:
    """Measure how much a step differs from an order: by its kind and figure first, then by distance, then by sides."""
    strange = 0 if step.kind is kind else 1 if step.kind in _KIN.get(kind, ()) else 2
    if kind is Kind.WALK and order.figure and not (isinstance(step, Walk) and step.figure is order.figure):
        strange += 1
    wanted, cell = CELLS.get(order.cell), cell_of(step)
    apart = _FAR if wanted is None or cell is None else distance(wanted, cell)
    sides = len(set(order.sides) ^ set(TEXTS[step.sides])) if isinstance(step, Lay | Rotate) else 0
    # Each measure outweighs all that follow: sides differ by less than 10, and no two cells are `_FAR` apart.
    # To end the turn is never a close guess.
    return (step.kind is Kind.END and kind is not Kind.END) * 1000 + strange * 10 * _FAR + apart * 10 + sides
