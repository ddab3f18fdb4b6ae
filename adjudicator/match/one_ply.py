"""Choosing by prospects, in games that can value a position long before its end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudicator.engines.contract import Dealer, Result, Seat
from adjudicator.match.rollout import standing

WORLDS = 8
"""So many deals of what nobody knows are tried at most."""


def foresee(engine: Any, position: Any, seat: Seat, dealer: Dealer, until: Callable[[], bool]) -> Any:
    """Choose the step after which a seat has the best prospects, on average over what may lie hidden."""
    steps = dealer.shuffled(engine.legal_steps(position))
    totals = [0.0] * len(steps)
    for _ in range(WORLDS):
        world = engine.imagine(position, seat, dealer)
        for number, step in enumerate(steps):
            totals[number] += _worth(engine, engine.apply(world, step), seat)
        if world == position or until():
            break
    return steps[max(range(len(steps)), key=totals.__getitem__)]


def _worth(engine: Any, result: Result[Any], seat: Seat, *, choosing: bool = True) -> float:
    """Value what a step led to. Where it turned something over, the seat makes the best of that."""
    position = result.position
    outcome = engine.outcome(position)
    if outcome is not None:
        return standing(outcome, seat)
    if choosing and result.revealed and engine.to_move(position) == seat:
        answers = (engine.apply(position, step) for step in engine.legal_steps(position))
        return max(_worth(engine, answer, seat, choosing=False) for answer in answers)
    prospects: float = engine.prospects(position, seat)
    return prospects
