"""The house player of this game: it compares its steps by play-outs of worlds that are dealt anew.

1. Steps that differ in nothing that matters are one candidate: of equal tiles it lays the one that it can spare.
   Steps that differ in their cell alone are one candidate too, until it is chosen.
2. Every candidate is valued by an estimate, and then by play-outs (`forecast`) in worlds that all of them share. Those
   that are clearly worse drop out.
3. Of the rest the best is played. Something that need not be done has to be better than all that must be.

The search runs on positions that are dealt anew, so the secrets of the true one are nowhere in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from math import exp, sqrt

from adjudicator.engines.cheops.house.forecast import Course, Luck, Outlook, Worths
from adjudicator.engines.cheops.house.resample import resample_secrets
from adjudicator.engines.cheops.notation.notation import (
    Draw,
    EndTurn,
    SellKept,
    Step,
    SwapKept,
    SwapOnBoard,
    Take,
    TakeByLaw,
)
from adjudicator.engines.cheops.position.pieces import NEIGHBOUR
from adjudicator.engines.cheops.position.placement import family_cells
from adjudicator.engines.cheops.position.position import Position
from adjudicator.engines.cheops.position.scoring import add_scores
from adjudicator.engines.cheops.steps.apply import apply_step
from adjudicator.engines.cheops.steps.legal import legal_steps
from adjudicator.engines.contract import Dealer, Level, Seat

LEAD = 20.0
"""The slope of the logistic curve: after so many points of lead in a play-out, the seat wins three matches of four."""
CERTAIN = 1.0
"""The slope where the match has really ended."""
ESTIMATE = 20.0
"""The weight of the estimate, in play-outs."""
ROUNDS = 6
"""The play-outs of every candidate until those that are worse drop out, again and again."""
SURE = 2.0
"""A candidate is worse if its results are below those of the best by so many standard errors of their difference."""
LOOKS = 20
"""The play-outs of the outlook after which they go by the results of those before."""
RESOLUTIONS = 6
"""The ways to carry out a law that are tried in a play-out."""
OUTLOOKS = {Level.EASY: 0, Level.FAIR: 20, Level.STRONG: 40}
"""The play-outs by which the price tables at the end are foreseen."""
CAPS = {Level.EASY: 0, Level.FAIR: 6, Level.STRONG: 10_000}
"""The most play-outs of one candidate."""
BLUNDERS = {Level.EASY: 3, Level.FAIR: 12, Level.STRONG: 0}
"""Decisions of which one is taken by the second thought; 0 for none."""


@dataclass(slots=True)
class Candidate:
    """Steps that differ in their cell alone, with the results of their play-outs: each step in turn has one."""

    steps: list[Step]
    estimate: float
    results: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """Average result of a play-out, from 0 to 1."""
        return _mean(self.estimate, self.results)

    @property
    def next_step(self) -> Step:
        """The step that has the next play-out."""
        return self.steps[len(self.results) % len(self.steps)]

    @property
    def best_step(self) -> Step:
        """The step whose own play-outs brought most, as far as they tell more than those of all."""
        mean, number = self.mean, len(self.steps)
        means = [_mean(mean, self.results[first::number]) for first in range(number)]
        return self.steps[means.index(max(means))]


def choose_step(position: Position, seat: Seat, dealer: Dealer, until: Callable[[], bool], level: Level) -> Step:
    """Choose a step for the seat that is to move."""
    world = resample_secrets(position, dealer)
    steps = list_candidates(world)
    if len(steps) == 1:
        return steps[0]
    outlook, worths = _look_out(world, dealer, until, OUTLOOKS[level])
    candidates = [Candidate(alike, _estimate(world, alike[0], seat, outlook, worths)) for alike in _alike(world, steps)]
    field, rounds = candidates, 0
    while not until() and rounds < CAPS[level] and (len(field) > 1 or len(field[0].steps) > 1):
        luck = Luck.draw(dealer.below(1 << 62), len(position.players))
        luck.hasty[seat] = False  # It knows of itself that it looks ahead.
        for candidate in field:
            candidate.results.append(_play_out(world, candidate.next_step, seat, luck, outlook, worths))
            if until():
                break
        else:
            world = resample_secrets(position, dealer)
            rounds += 1
            if rounds % ROUNDS == 0:
                field = _promising(field)
    best, *others = _ranked(field)
    if BLUNDERS[level] and len(candidates) > 1 and dealer.below(BLUNDERS[level]) == 0:
        best = others[0] if others else _ranked(candidates)[1]
    return best.best_step


def _mean(prior: float, results: Sequence[float]) -> float:
    return (ESTIMATE * prior + sum(results)) / (ESTIMATE + len(results))


def _promising(field: Sequence[Candidate]) -> list[Candidate]:
    """Leave out the steps that are worse than the best by more than chance."""
    best, *others = _ranked(field)
    return [best, *(other for other in others if not _is_worse(other, best))]


def _is_worse(candidate: Candidate, best: Candidate) -> bool:
    differences = [high - low for high, low in zip(best.results, candidate.results, strict=True)]
    number = len(differences)
    mean = sum(differences) / number
    variance = sum([(difference - mean) ** 2 for difference in differences]) / number
    return min(mean, best.mean - candidate.mean) > SURE * sqrt(variance / number)


def _look_out(world: Position, dealer: Dealer, until: Callable[[], bool], number: int) -> tuple[Outlook, Worths]:
    """Play on from a position many times, to see where the price tables go and the later worth of a treasure."""
    start, ends = Course.of(world), list[Course]()
    outlook = Outlook.of(start, ends)
    worths = outlook.worths(start.tables)
    while len(ends) < number and not until():
        end = Course.of(resample_secrets(world, dealer))
        end.play(Luck.draw(dealer.below(1 << 62), len(world.players)), worths)
        ends.append(end)
        if len(ends) % LOOKS == 0:
            outlook = Outlook.of(start, ends)
            worths = outlook.worths(start.tables)
    outlook = Outlook.of(start, ends)
    return outlook, outlook.worths(start.tables)


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


def _alike(position: Position, steps: Sequence[Step]) -> Iterable[list[Step]]:
    """Put steps together that take the same kind of piece in the same way."""
    found: dict[Hashable, list[Step]] = {}
    for step in steps:
        key: Hashable = step
        if isinstance(step, Take | TakeByLaw):
            key = step.kind, step.tile == NEIGHBOUR, position.board[step.cell], step.disposal
        found.setdefault(key, []).append(step)
    return found.values()


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
    """Rank the families of the hand; first those that can be spared: it has several of them, or few cells for them."""
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
    return sorted(field, key=lambda candidate: (-candidate.mean, _is_extra(candidate.steps[0])))


def _is_extra(step: Step) -> bool:
    return isinstance(step, SellKept | SwapKept | SwapOnBoard | TakeByLaw) or (
        isinstance(step, Take) and step.tile == NEIGHBOUR
    )


def _estimate(world: Position, step: Step, seat: Seat, outlook: Outlook, worths: Worths) -> float:
    after = apply_step(world, step).position
    if after.ending:
        return _worth(add_scores(after), seat, CERTAIN)
    if after.stage == "law":
        after = _resolve(after, seat, outlook, worths)
    return _worth(outlook.scores(Course.of(after), worths), seat)


def _play_out(world: Position, step: Step, seat: Seat, luck: Luck, outlook: Outlook, worths: Worths) -> float:
    after = apply_step(world, step).position
    if after.stage == "law":
        after = _resolve(after, seat, outlook, worths)
    if after.ending:
        return _worth(add_scores(after), seat, CERTAIN)
    return _worth(Course.of(after).play(luck, worths), seat)


def _resolve(position: Position, seat: Seat, outlook: Outlook, worths: Worths) -> Position:
    """Carry out the law in hand in the way that promises most."""
    steps = [step for step in legal_steps(position) if not isinstance(step, SwapOnBoard)]
    stride = max(1, len(steps) // RESOLUTIONS)
    tried = [apply_step(position, step).position for step in steps[::stride]]
    return max(tried, key=lambda after: _worth(outlook.scores(Course.of(after), worths), seat))


def _worth(scores: Sequence[float], seat: Seat, slope: float = LEAD) -> float:
    """Value scores for a seat from 0 to 1."""
    others = max(score for other, score in enumerate(scores) if other != seat)
    return 1 / (1 + exp(max(-20.0, min(20.0, (others - scores[seat]) / slope))))
