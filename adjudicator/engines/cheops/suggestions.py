"""The legal steps closest to what somebody seems to have meant."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nsmallest

from adjudicator.engines.cheops.legal import legal_steps
from adjudicator.engines.cheops.position import Position, Step
from adjudicator.engines.cheops.pyramid import CELLS, SIZE, distance
from adjudicator.engines.cheops.wish import Wish, kind_of

SUGGESTIONS = 4
_FAR = 2 * SIZE


def nearest(position: Position, wish: Wish, among: Sequence[Step] | None = None) -> tuple[Step, ...]:
    """List up to four legal steps, those most like a wish first."""
    steps = legal_steps(position) if among is None else among
    kind = kind_of(wish, position)
    if wish.empty:
        return _spread(steps)
    return tuple(nsmallest(SUGGESTIONS, steps, key=lambda step: _unlike(step, wish, kind)))


def _spread(steps: Sequence[Step]) -> tuple[Step, ...]:
    """Choose steps from all over a list."""
    if len(steps) <= SUGGESTIONS:
        return tuple(steps)
    return tuple(steps[number * (len(steps) - 1) // (SUGGESTIONS - 1)] for number in range(SUGGESTIONS))


def _unlike(step: Step, wish: Wish, kind: str) -> int:
    """Measure how much a step differs from a wish: its kind most, then its cell, its tile, and the rest."""
    words = step.split()
    head = "take" if words[0] in "1234V" else words[0]
    cells = [CELLS[word] for word in words if word in CELLS]
    wanted = [CELLS[name] for name in wish.cells if name in CELLS]
    apart = sum(min((distance(cell, other) for cell in cells), default=_FAR) for other in wanted)
    said = [word for word in (wish.tile, wish.verb, wish.colour, wish.number) if word]
    return 8 * _FAR * (head != kind) + 2 * apart + sum(word not in words for word in said)
