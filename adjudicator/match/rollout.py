"""Playing a position on at random, as the house player does to see what becomes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Generic

from adjudicator.engines.contract import Dealer, Engine, Outcome, P, S, Seat, View

PATIENCE = 0.99
REMEMBERED = 6


@dataclass(slots=True)
class Horizon:
    """How many steps a play-out looks ahead: few, as long as something comes to an end within them now and then.

    A row of five is won by what is near; a game that is only counted at its end has to be played to that end.
    """

    steps: int = 10
    longest: int = 1000
    patience: int = 24
    undecided: int = 0

    def learn(self, *, decided: bool) -> None:
        """Look half as far again after many play-outs in a row that came to no end."""
        self.undecided = 0 if decided else self.undecided + 1
        if self.undecided == self.patience:
            self.undecided = 0
            self.steps = min(self.steps * 3 // 2, self.longest)


@dataclass(frozen=True, slots=True)
class Playout(Generic[S]):
    """A line of play: its steps with their seats, and how it ended (None: it was broken off)."""

    steps: Sequence[tuple[Seat, S]]
    outcome: Outcome | None

    def worth(self, seat: Seat) -> float:
        """Value the line for a seat from 0 (lost) to 1 (won): what is certain sooner counts for more."""
        if self.outcome is None:
            return 0.5
        return 0.5 + (utility(self.outcome, seat) - 0.5) * PATIENCE ** len(self.steps)


def utility(outcome: Outcome, seat: Seat) -> float:
    """Tell which part of the other seats this one left behind; those that share its place count half."""
    mine, others = outcome.places[seat], len(outcome.places) - 1
    behind = sum(place > mine for place in outcome.places)
    beside = outcome.places.count(mine) - 1
    return (behind + beside / 2) / others


def wins(engine: Engine[P, S, View], position: P, step: S, seat: Seat) -> bool:
    """Tell whether a step ends the game with this seat alone in the first place."""
    outcome = engine.outcome(engine.apply(position, step).position)
    return outcome is not None and utility(outcome, seat) == 1


@dataclass(slots=True)
class KillerMoves(Generic[S]):
    """The steps that won lately, by seat: what won once is tried first wherever it is legal again."""

    winning: dict[Seat, list[S]] = field(default_factory=dict)

    def learn(self, seat: Seat, step: S) -> None:
        """Put a step that won in front."""
        known = self.winning.setdefault(seat, [])
        if step in known:
            known.remove(step)
        known.insert(0, step)
        del known[REMEMBERED:]

    def recall(self, engine: Engine[P, S, View], position: P, seat: Seat, legal: Sequence[S]) -> S | None:
        """Find a remembered step that wins here too."""
        for step in self.winning.get(seat, ()):
            if step in legal and wins(engine, position, step, seat):
                return step
        return None


def roll_out(
    engine: Engine[P, S, View], position: P, dealer: Dealer, memory: KillerMoves[S], horizon: Horizon
) -> Playout[S]:
    """Play a position on to the end, or as far as the horizon: by memory where it wins, else at random."""
    steps: list[tuple[Seat, S]] = []
    while (seat := engine.to_move(position)) is not None and len(steps) < horizon.steps:
        legal = engine.legal_steps(position)
        step = memory.recall(engine, position, seat, legal)
        if step is None:
            step = legal[dealer.below(len(legal))]
        position = engine.apply(position, step).position
        steps.append((seat, step))
    outcome = engine.outcome(position)
    horizon.learn(decided=outcome is not None)
    if outcome is not None and steps and utility(outcome, steps[-1][0]) == 1:
        memory.learn(*steps[-1])
    return Playout(steps, outcome)
