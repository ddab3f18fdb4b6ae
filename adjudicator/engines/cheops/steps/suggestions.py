"""Suggestions: the legal steps closest to an order that cannot be played."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nsmallest

from adjudicator.engines.cheops.notation.notation import Step, format_step
from adjudicator.engines.cheops.notation.partial_order import OrderKind, PartialOrder, kind_of
from adjudicator.engines.cheops.position.position import Position
from adjudicator.engines.cheops.position.pyramid import CELL_BY_NAME, SIZE, Cell, measure_distance
from adjudicator.engines.cheops.steps.legal import legal_steps

SUGGESTIONS = 4
_FAR = 2 * SIZE


def nearest_orders(position: Position, order: PartialOrder, among: Sequence[Step] | None = None) -> tuple[str, ...]:
    """Write up to four legal steps, those most like an order first."""
    steps = legal_steps(position) if among is None else among
    if order.is_empty:
        return tuple(map(format_step, _spread_out(steps)))
    kind = kind_of(order, position)
    cells = [CELL_BY_NAME[name] for name in order.cells if name in CELL_BY_NAME]
    words = [word for word in (order.tile, order.verb, order.colour, order.number) if word]
    found = nsmallest(SUGGESTIONS, steps, key=lambda step: _difference(step, kind, cells, words))
    return tuple(map(format_step, found))


def _spread_out(steps: Sequence[Step]) -> Sequence[Step]:
    """Choose steps from all over a list."""
    if len(steps) <= SUGGESTIONS:
        return steps
    return [steps[number * (len(steps) - 1) // (SUGGESTIONS - 1)] for number in range(SUGGESTIONS)]


def _difference(step: Step, kind: OrderKind, cells: Sequence[Cell], words: Sequence[str]) -> int:
    """Measure how much a step differs from an order: its kind most, then its cell, its tile, and the rest."""
    written = format_step(step).split()
    apart = 0
    if cells:
        own = [CELL_BY_NAME[word] for word in written if word in CELL_BY_NAME]
        apart = sum(min((measure_distance(cell, other) for cell in own), default=_FAR) for other in cells)
    return 8 * _FAR * (step.kind != kind) + 2 * apart + sum(word not in written for word in words)
