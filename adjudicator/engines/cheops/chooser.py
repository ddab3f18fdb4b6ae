"""The house player of this game: it compares its steps by play-outs of worlds that are dealt anew.

1. Steps that differ in nothing that matters are one candidate: of equal tiles it lays the one that it can spare.
2. Every candidate is valued by an estimate, and then by play-outs (`forecast`). All candidates share the same worlds
   and chances, so that luck does not decide between them. From time to time the worse half drops out.
3. Of the rest the best is played. Something that need not be done has to be better than all that must be.

The search runs on positions that are dealt anew, so the secrets of the true one are nowhere in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from math import exp

from adjudicator.engines.cheops.apply import apply_step
from adjudicator.engines.cheops.forecast import Course, Outlook
from adjudicator.engines.cheops.legal import legal_steps
from adjudicator.engines.cheops.notation import (
    Draw,
    EndTurn,
    SellKept,
    Step,
    SwapKept,
    SwapOnBoard,
    Take,
    TakeByLaw,
)
from adjudicator.engines.cheops.pieces import NEIGHBOUR
from adjudicator.engines.cheops.placement import family_cells
from adjudicator.engines.cheops.position import Position
from adjudicator.engines.cheops.resample import resample_secrets
from adjudicator.engines.cheops.scoring import add_scores
from adjudicator.engines.contract import Dealer, Level, Seat

LEAD = 30.0
"""The slope of the logistic curve: a lead of so many points wins about three matches of four."""
ESTIMATE = 20.0
"""The weight of the estimate, in play-outs."""
ROUNDS = 6
"""The play-outs of every candidate until the worse half of them drops out."""
FEWEST = 2
RESOLUTIONS = 6
"""The ways to carry out a law that are tried in a play-out."""
OUTLOOKS = {Level.EASY: 0, Level.FAIR: 20, Level.STRONG: 80}
"""The play-outs by which the price tables at the end are foreseen."""
CAPS = {Level.EASY: 0, Level.FAIR: 6, Level.STRONG: 10_000}
"""The most play-outs of one candidate."""
BLUNDERS = {Level.EASY: 4, Level.FAIR: 12, Level.STRONG: 0}
"""One decision among so many is taken by the second thought; 0 for none."""


@dataclass(slots=True)
class Candidate:
    """A step with the sum of what its play-outs brought."""

    step: Step
    worth: float
    weight: float = ESTIMATE
    visits: int = 0

    @property
    def mean(self) -> float:
        """What a play-out brings on average, from 0 to 1."""
        return self.worth / self.weight


def choose_step(position: Position, seat: Seat, dealer: Dealer, until: Callable[[], bool], level: Level) -> Step:
    """Choose a step for the seat that is to move."""
    world = resample_secrets(position, dealer)
    outlook = _look_out(world, dealer, until, OUTLOOKS[level])
    candidates = [Candidate(step, ESTIMATE * _estimate(world, step, seat, outlook)) for step in list_candidates(world)]
    field = candidates
    while len(field) > 1 and not until() and field[0].visits < CAPS[level]:
        seed = dealer.below(1 << 62)
        for candidate in field:
            candidate.worth += _play_out(world, candidate.step, seat, seed, outlook)
            candidate.weight += 1
            candidate.visits += 1
            if until():
                break
        else:
            world = resample_secrets(position, dealer)
            if field[0].visits % ROUNDS == 0 and len(field) > FEWEST:
                field = _ranked(field)[: max(FEWEST, (len(field) + 1) // 2)]
    ranked = _ranked(field)
    if BLUNDERS[level] and len(candidates) > 1 and dealer.below(BLUNDERS[level]) == 0:
        return _ranked(candidates)[1].step
    return ranked[0].step


def _look_out(world: Position, dealer: Dealer, until: Callable[[], bool], number: int) -> Outlook:
    """Play on from a position many times, to see where the price tables go."""
    start, ends = Course.of(world), list[Course]()
    while len(ends) < number and not until():
        end = Course.of(resample_secrets(world, dealer))
        end.play(dealer.below(1 << 62))
        ends.append(end)
    return Outlook.of(start, ends)


def list_candidates(position: Position) -> list[Step]:
    """List the steps that differ in something that matters."""
    steps, found = legal_steps(position), dict[Hashable, Step]()
    spare = _spare_families(position)
    for step in sorted(steps, key=lambda step: spare.get(step.tile, 0) if isinstance(step, Take | TakeByLaw) else 0):
        if not isinstance(step, SwapOnBoard):
            found.setdefault(_essence(position, step), step)
    if draws := [step for step in found.values() if isinstance(step, Draw)]:
        best = max(draws, key=lambda step: _usefulness(position, step))
        return [step for step in found.values() if not isinstance(step, Draw | EndTurn) or step == best]
    return list(found.values()) or list(steps)


def _essence(position: Position, step: Step) -> Hashable:
    match step:
        case Take(tile, cell, disposal):
            return "take", tile == NEIGHBOUR, cell, disposal
        case TakeByLaw(_, cell, disposal):
            return "law11", cell, disposal
        case SwapKept(colour, cell):
            return "law12", colour, position.board[cell]
    return step


def _spare_families(position: Position) -> dict[str, int]:
    """Rank the families of the hand; first what can be spared: it has several of them, or few cells for them."""
    hand = Counter(position.mover.hand)
    return {
        family: number
        for number, family in enumerate(
            sorted(hand, key=lambda family: (-hand[family], len(family_cells(position.board, family)), family))
        )
    }


def _usefulness(position: Position, draw: Draw) -> tuple[bool, int]:
    family = position.stacks[draw.stack - 1][0]
    return family not in position.mover.hand, len(family_cells(position.board, family))


def _ranked(field: Sequence[Candidate]) -> list[Candidate]:
    # What need not be done comes last among equals.
    return sorted(field, key=lambda candidate: (-candidate.mean, _is_extra(candidate.step)))


def _is_extra(step: Step) -> bool:
    return isinstance(step, SellKept | SwapKept | SwapOnBoard | TakeByLaw) or (
        isinstance(step, Take) and step.tile == NEIGHBOUR
    )


def _estimate(world: Position, step: Step, seat: Seat, outlook: Outlook) -> float:
    after = apply_step(world, step).position
    if after.ending:
        return _worth(list(map(float, add_scores(after))), seat)
    if after.stage == "law":
        after = _resolve(after, seat, outlook)
    return _worth(outlook.scores(Course.of(after)), seat)


def _play_out(world: Position, step: Step, seat: Seat, seed: int, outlook: Outlook) -> float:
    after = apply_step(world, step).position
    if after.stage == "law":
        after = _resolve(after, seat, outlook)
    if after.ending:
        return _worth(list(map(float, add_scores(after))), seat)
    return _worth(Course.of(after).play(seed), seat)


def _resolve(position: Position, seat: Seat, outlook: Outlook) -> Position:
    """Carry out the law in hand in the way that promises most."""
    steps = [step for step in legal_steps(position) if not isinstance(step, SwapOnBoard)]
    stride = max(1, len(steps) // RESOLUTIONS)
    tried = [apply_step(position, step).position for step in steps[::stride]]
    return max(tried, key=lambda after: _worth(outlook.scores(Course.of(after)), seat))


def _worth(scores: Sequence[float], seat: Seat) -> float:
    """Value scores for a seat from 0 to 1."""
    others = max(score for other, score in enumerate(scores) if other != seat)
    return 1 / (1 + exp(max(-20.0, min(20.0, (others - scores[seat]) / LEAD))))
