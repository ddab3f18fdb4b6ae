"""Random play-outs for the house player's search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Generic

from adjudicator.engines.contract import Dealer, Engine, Outcome, P, S, Seat, View

PATIENCE = 0.99
REMEMBERED = 6


@dataclass(slots=True)
class Horizon:
    """The length of a play-out in steps: short while some play-outs end within it, else growing.

    A row of five is decided within a few steps; a game that is scored only at its end has to be played to it.
    """

    steps: int = 10
    longest: int = 1000
    patience: int = 24
    undecided: int = 0

    def learn(self, *, decided: bool) -> None:
        """Make play-outs half as long again after many in a row without a result."""
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
        """Value the line for a seat from 0 (lost) to 1 (won); an early result counts for more than a late one."""
        if self.outcome is None:
            return 0.5
        return 0.5 + (utility(self.outcome, seat) - 0.5) * PATIENCE ** len(self.steps)


def utility(outcome: Outcome, seat: Seat) -> float:
    """Return the fraction of the other seats that this one beat; a shared place counts half."""
    mine, others = outcome.places[seat], len(outcome.places) - 1
    behind = sum(place > mine for place in outcome.places)
    beside = outcome.places.count(mine) - 1
    return (behind + beside / 2) / others


def wins_at_once(engine: Engine[P, S, View], position: P, step: S, seat: Seat) -> bool:
    """Tell whether a step ends the game with this seat alone in the first place."""
    outcome = engine.outcome(engine.apply(position, step).position)
    return outcome is not None and utility(outcome, seat) == 1


@dataclass(slots=True)
class KillerMoves(Generic[S]):
    """The killer heuristic: steps that won lately, by seat, are tried first wherever they are legal again."""

    winning: dict[Seat, list[S]] = field(default_factory=dict)

    def learn(self, seat: Seat, step: S) -> None:
        """Move a winning step to the front."""
        known = self.winning.setdefault(seat, [])
        if step in known:
            known.remove(step)
        known.insert(0, step)
        del known[REMEMBERED:]

    def recall(self, engine: Engine[P, S, View], position: P, seat: Seat, legal: Sequence[S]) -> S | None:
        """Return a remembered step that also wins in this position, or None."""
        for step in self.winning.get(seat, ()):
            if step in legal and wins_at_once(engine, position, step, seat):
                return step
        return None


def roll_out(
    engine: Engine[P, S, View], position: P, dealer: Dealer, memory: KillerMoves[S], horizon: Horizon
) -> Playout[S]:
    """Play on to the end or to the horizon: a remembered step if it wins at once, else a random one."""
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
