"""Suggestions: the legal steps closest to the cells of a refused order."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nsmallest
from math import inf

from adjudicator.engines.egyptos.notation.notation import format_step
from adjudicator.engines.egyptos.position.coordinates import Cell, distance
from adjudicator.engines.egyptos.position.position import Position, Step, cells_of
from adjudicator.engines.egyptos.steps.legal import legal_steps

SUGGESTIONS = 4


def nearest_orders(position: Position, wanted: Sequence[Cell], among: Sequence[Step] | None = None) -> tuple[str, ...]:
    """List up to four legal steps, the closest to the wanted cells first; without any, the closest to the last step."""
    steps = legal_steps(position) if among is None else among
    cells = tuple(wanted) or cells_of(position.last)[-1:]
    return tuple(map(format_step, nsmallest(SUGGESTIONS, steps, key=lambda step: _far(cells_of(step), cells))))


def _far(step: Sequence[Cell], cells: Sequence[Cell]) -> tuple[float, int]:
    """Measure a step against cells: a move by its origin first, or against one cell by the end that is closer."""
    if not step:
        return inf, 0
    if len(step) == len(cells) == 2:
        return distance(step[0], cells[0]), distance(step[1], cells[1])
    near = [min((distance(end, cell) for cell in cells), default=0) for end in step]
    # Of many cells both ends of a move may be named; of one it is the end that is closer.
    return sum(near) if len(cells) > 2 else min(near), distance(step[0], step[-1])
