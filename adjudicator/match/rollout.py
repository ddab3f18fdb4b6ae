"""Playing a position on at random, as the house player does to see what becomes of it."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any

from adjudicator.engines.contract import AnyEngine, Dealer, Outcome, Seat

LONGEST = 60
PATIENCE = 0.99
REMEMBERED = 6


@dataclass(frozen=True, slots=True)
class Line:
    """A line of play: its steps with their seats, and how it ended (None: it was broken off)."""

    steps: Sequence[tuple[Seat, Hashable]]
    outcome: Outcome | None

    def worth(self, seat: Seat) -> float:
        """Value the line for a seat from 0 (lost) to 1 (won): what is certain sooner counts for more."""
        if self.outcome is None:
            return 0.5
        return 0.5 + (standing(self.outcome, seat) - 0.5) * PATIENCE ** len(self.steps)


def standing(outcome: Outcome, seat: Seat) -> float:
    """Tell which part of the other seats this one left behind; those that share its place count half."""
    mine, others = outcome.places[seat], len(outcome.places) - 1
    behind = sum(place > mine for place in outcome.places)
    beside = outcome.places.count(mine) - 1
    return (behind + beside / 2) / others


def wins(engine: AnyEngine, position: Any, step: Any, seat: Seat) -> bool:
    """Tell whether a step ends the game with this seat alone in the first place."""
    outcome = engine.outcome(engine.apply(position, step).position)
    return outcome is not None and standing(outcome, seat) == 1


@dataclass(slots=True)
class Memory:
    """The steps that won lately, by seat: what won once is tried first wherever it is legal again."""

    winning: dict[Seat, list[Any]] = field(default_factory=dict)

    def learn(self, seat: Seat, step: Any) -> None:
        """Put a step that won in front."""
        known = self.winning.setdefault(seat, [])
        if step in known:
            known.remove(step)
        known.insert(0, step)
        del known[REMEMBERED:]

    def recall(self, engine: AnyEngine, position: Any, seat: Seat, legal: Sequence[Any]) -> Any | None:
        """Find a remembered step that wins here too."""
        for step in self.winning.get(seat, ()):
            if step in legal and wins(engine, position, step, seat):
                return step
        return None


def roll(engine: AnyEngine, position: Any, dealer: Dealer, memory: Memory) -> Line:
    """Play a position on to the end, or for a while: by memory where it wins, else at random."""
    steps: list[tuple[Seat, Hashable]] = []
    while (seat := engine.to_move(position)) is not None and len(steps) < LONGEST:
        legal = engine.legal_steps(position)
        step = memory.recall(engine, position, seat, legal)
        if step is None:
            step = legal[dealer.below(len(legal))]
        position = engine.apply(position, step).position
        steps.append((seat, step))
    outcome = engine.outcome(position)
    if outcome is not None and steps and standing(outcome, steps[-1][0]) == 1:
        memory.learn(*steps[-1])
    return Line(steps, outcome)
