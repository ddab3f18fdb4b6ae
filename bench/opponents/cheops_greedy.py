"""A greedy player of Cheops: it takes whatever leads best if the match ended now."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.engines.cheops.notation.notation import Draw, HoldLaw, Step, SwapOnBoard
from adjudicator.engines.cheops.position.position import Position
from adjudicator.engines.cheops.position.scoring import add_scores
from adjudicator.engines.cheops.steps.apply import apply_step
from adjudicator.engines.suite.chance import Chance


def choose(position: Position, legal: Sequence[Step], chance: Chance) -> Step:
    """Choose the step that leads best if the match ended after it; among equals by chance."""
    if draws := [step for step in legal if isinstance(step, Draw)]:
        return _best_draw(position, draws, chance)
    seat = position.turn.seat
    # To exchange two treasures of the pyramid changes no count.
    steps: list[Step] = [step for step in legal if not isinstance(step, SwapOnBoard | HoldLaw)] or list(legal)
    leads = [(_lead(apply_step(position, step).position, seat), step) for step in steps]
    best = max(lead for lead, _ in leads)
    equals = [step for lead, step in leads if lead == best]
    return equals[chance.below(len(equals))]


def _lead(position: Position, seat: int) -> tuple[int, int]:
    """Count the points of a seat, and its lead over the best of the others."""
    scores = list(add_scores(position))
    mine = scores.pop(seat)
    return mine - max(scores), mine


def _best_draw(position: Position, draws: Sequence[Draw], chance: Chance) -> Step:
    """Draw a family of which the hand has fewest."""
    hand = position.mover.hand
    fewest = min(hand.count(position.stacks[step.stack - 1][0]) for step in draws)
    equals = [step for step in draws if hand.count(position.stacks[step.stack - 1][0]) == fewest]
    return equals[chance.below(len(equals))]
