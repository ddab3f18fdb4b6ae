"""One-ply search for games with an `Evaluator`: take the step that leads to the best position."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from adjudicator.engines.contract import Dealer, Engine, P, Result, S, Seat, View
from adjudicator.match.house.rollout import utility

WORLDS = 8
"""Samples of the hidden information at most."""


def look_one_ply_ahead(
    engine: Engine[P, S, View],
    evaluate: Callable[[P, Seat], float],
    position: P,
    seat: Seat,
    legal: Sequence[S],
    *,
    dealer: Dealer,
    until: Callable[[], bool],
) -> S:
    """Choose the legal step with the best evaluation, averaged over samples of the hidden information."""
    steps = dealer.shuffled(legal)
    totals = [0.0] * len(steps)
    for _ in range(WORLDS):
        world = engine.resample(position, seat, dealer)
        for number, step in enumerate(steps):
            result = engine.apply(world, step)
            totals[number] += _value(engine, evaluate, result, seat)
        if until():
            break
    return steps[max(range(len(steps)), key=totals.__getitem__)]


def _value(engine: Engine[P, S, View], evaluate: Callable[[P, Seat], float], result: Result[P], seat: Seat) -> float:
    """Value the position after a step. If the step revealed something, take the seat's best next step instead."""
    position = result.position
    if engine.outcome(position) is None and result.revealed and engine.to_move(position) == seat:
        answers = (engine.apply(position, step).position for step in engine.legal_steps(position))
        return max(_value_now(engine, evaluate, answer, seat) for answer in answers)
    return _value_now(engine, evaluate, position, seat)


def _value_now(engine: Engine[P, S, View], evaluate: Callable[[P, Seat], float], position: P, seat: Seat) -> float:
    outcome = engine.outcome(position)
    return evaluate(position, seat) if outcome is None else utility(outcome, seat)
