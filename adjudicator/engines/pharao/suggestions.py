"""The legal steps closest to what somebody seems to have meant."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nsmallest

from adjudicator.engines.pharao.grid import CELLS, SIZE, distance
from adjudicator.engines.pharao.legal import END, legal_steps
from adjudicator.engines.pharao.meaning import WORDS
from adjudicator.engines.pharao.position import Position, Step
from adjudicator.engines.pharao.wish import Wish

SUGGESTIONS = 4
_FAR = 2 * SIZE
_KIN = {"lamp": ("unlamp",), "unlamp": ("lamp",), "take": ("drop", "steal"), "steal": ("drop", "take")}
"""The steps that may be meant by somebody whose own cannot be played."""


def nearest(position: Position, wish: Wish, kind: str, among: Sequence[Step] | None = None) -> tuple[Step, ...]:
    """List up to four legal steps, those most like a wish first; from all over the list if there is no wish."""
    steps = legal_steps(position) if among is None else among
    if not kind:
        return _spread(steps)
    return tuple(nsmallest(SUGGESTIONS, steps, key=lambda step: _unlike(step, wish, kind)))


def _spread(steps: Sequence[Step]) -> tuple[Step, ...]:
    if len(steps) <= SUGGESTIONS:
        return tuple(steps)
    return tuple(steps[number * (len(steps) - 1) // (SUGGESTIONS - 1)] for number in range(SUGGESTIONS))


def _unlike(step: Step, wish: Wish, kind: str) -> int:
    """Measure how much a step differs from a wish: its figure and kind, how far off it is, and the sides."""
    words = step.split()
    strange = 0 if words[0] in WORDS[kind] else 1 if words[0] in _KIN.get(kind, ()) else 2
    strange += kind == "walk" and wish.figure[:1].upper() not in ("", words[0])
    wanted = CELLS.get(wish.cell)
    cell = CELLS.get(words[1]) if len(words) > 1 else None
    apart = _FAR if wanted is None or cell is None else distance(wanted, cell)
    sides = len(set(wish.sides) ^ set(words[-1])) if words[0] in ("turn", "rotate") else 0
    return (step == END and kind != "end") * 1000 + strange * 10 * _FAR + apart * 10 + sides
