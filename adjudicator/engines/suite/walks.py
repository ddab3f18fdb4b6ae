"""Matches played at random, and a sample of their positions for the checks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from adjudicator.engines.contract import AnyPosition, AnyStep, Note
from adjudicator.engines.suite.cases import Case
from adjudicator.engines.suite.chance import Chance

WALKS = 2
STEPS = 400
"""Steps after which a walk is cut off; with the usual options it must end, within fifty times as many."""
LONG_FACTOR = 50
SAMPLES = 8


@dataclass(frozen=True, slots=True)
class Walk:
    """The positions of one match, with the steps and notes between them."""

    positions: tuple[AnyPosition, ...]
    steps: tuple[AnyStep, ...]
    notes: tuple[tuple[Note, ...], ...]
    over: bool


def start_match(case: Case, seed: str) -> AnyPosition:
    """Deal and set up a match."""
    deal = case.engine.deal(case.chosen, case.seats, Chance(seed))
    return case.engine.setup(case.chosen, case.seats, deal)


@lru_cache(maxsize=256)
def random_walk(case: Case, number: int) -> Walk:
    """Play a match at random."""
    engine, chance = case.engine, Chance(f"walk {number}")
    positions, steps, notes = [start_match(case, f"deal {number}")], list[AnyStep](), list[tuple[Note, ...]]()
    most = STEPS * LONG_FACTOR if case.usual else STEPS
    while (legal := engine.legal_steps(positions[-1])) and len(steps) < most:
        step = legal[chance.below(len(legal))]
        result = engine.apply(positions[-1], step)
        steps.append(step)
        notes.append(result.notes)
        positions.append(result.position)
    return Walk(tuple(positions), tuple(steps), tuple(notes), not legal)


def sample_positions(case: Case) -> list[AnyPosition]:
    """Choose positions from all the walks: the first ones, the last, and some between."""
    found: list[AnyPosition] = []
    for number in range(WALKS):
        positions = random_walk(case, number).positions
        stride = max(1, len(positions) // SAMPLES)
        found += [*positions[:3], *positions[3:-1:stride], positions[-1]]
    return found
