"""The house player: one bot for every game, built on the engine contract alone.

1. Take a step that wins at once.
2. Remove the steps that let another seat win at once, unless that removes all.
3. Choose among the rest by flat Monte Carlo search: random play-outs, most of them for the best steps so far (UCB1).
   Each play-out also counts for the steps that the seat played later in it (all moves as first, with RAVE's weights).

If the engine is a `Chooser`, it chooses instead. If it has an `Evaluator`, `look_one_ply_ahead` is used.

Below the level `strong` it thinks less and overlooks steps, as people do: the best one, or the one that defends.

The bot never uses a fact that its seat may not know: each search starts from a position drawn by `Engine.resample`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import ceil, log, sqrt
from typing import Generic

from adjudicator.engines.contract import Chooser, ChooserWithPast, Dealer, Engine, Evaluator, Level, P, S, Seat, View
from adjudicator.match.house.one_ply import look_one_ply_ahead
from adjudicator.match.house.rollout import Horizon, KillerMoves, Playout, roll_out, wins_at_once

UCB_C = 0.35
RAVE_K = 60
WORLDS = 4
SCOUTS = 3
LAST_LOOKS = 12

Spent = Callable[[], bool]

SEEN = {Level.EASY: 0.5, Level.FAIR: 0.9}
"""The share of the legal steps that it considers; the others it overlooks, each time other ones."""
MOST_WORK = {Level.EASY: 12, Level.FAIR: 120}
"""Pieces of work for a step, however much time there is: as strong on every machine."""


def choose_step(
    engine: Engine[P, S, View],
    position: P,
    seat: Seat,
    *,
    dealer: Dealer,
    until: Spent,
    level: Level = Level.STRONG,
    past: Sequence[P] = (),
) -> S:
    """Choose a legal step for a seat that is to move. `until` is asked before each piece of work whether to stop.

    `past` has the positions with which the latest turns began (`ChooserWithPast`).
    """
    legal = engine.legal_steps(position)
    if len(legal) == 1:
        return legal[0]
    if isinstance(engine, ChooserWithPast):
        seen: S = engine.choose(position, seat, dealer=dealer, until=until, level=level, past=past)
        return seen
    if isinstance(engine, Chooser):
        step: S = engine.choose(position, seat, dealer=dealer, until=until, level=level)
        return step
    if level in SEEN:
        legal = dealer.shuffled(legal)[: ceil(SEEN[level] * len(legal))]
        until = _either(until, work_budget(MOST_WORK[level]))
    if isinstance(engine, Evaluator):
        return look_one_ply_ahead(engine, engine.evaluate, position, seat, legal, dealer=dealer, until=until)
    return Search(engine, position, seat, dealer).best(until, legal)


def turns_to_show(engine: Engine[P, S, View], position: P) -> int:
    """Tell of how many of the latest turns the house player of a game wants to see the beginning."""
    return engine.looks_back(position) if isinstance(engine, ChooserWithPast) else 0


def time_budget(seconds: float, clock: Callable[[], float]) -> Spent:
    """Stop after some seconds on the given clock."""
    end = clock() + seconds
    return lambda: clock() >= end


def turn_budgets(seconds: float, budget: Callable[[float], Spent]) -> Iterator[Spent]:
    """Give each step of a turn half the time of the one before, so that a turn takes twice the seconds at most."""
    while True:
        yield budget(seconds)
        seconds /= 2


def _either(first: Spent, second: Spent) -> Spent:
    return lambda: first() or second()


def work_budget(pieces: int) -> Spent:
    """Stop after a number of pieces of work, so that the choice is the same on every machine."""
    left = iter(range(pieces))
    return lambda: next(left, None) is None


@dataclass(slots=True)
class Candidate(Generic[S]):
    """A legal step with its statistics: its own play-outs, and shared ones in which it came later (RAVE)."""

    step: S
    visits: int = 0
    worth: float = 0.0
    shared_visits: int = 0
    shared_worth: float = 0.0
    looked: bool = False
    """Whether every answer to it was searched for an immediate win."""

    def value(self) -> float:
        """Estimate the result, from 0 to 1: the weight of the shared play-outs falls as its own grow in number."""
        own = (self.worth + 0.5) / (self.visits + 1)
        shared = (self.shared_worth + 0.5) / (self.shared_visits + 1)
        trust = sqrt(RAVE_K / (3 * self.visits + RAVE_K))
        return trust * shared + (1 - trust) * own

    def promise(self, total: int) -> float:
        """Return the upper confidence bound: high for a good step, and for one with few play-outs."""
        return self.value() + UCB_C * sqrt(log(total + 1) / (self.visits + 1))


@dataclass(slots=True)
class Search(Generic[P, S]):
    """The search for one step."""

    engine: Engine[P, S, View]
    position: P
    seat: Seat
    dealer: Dealer
    memory: KillerMoves[S] = field(default_factory=KillerMoves)
    horizon: Horizon = field(default_factory=Horizon)
    total: int = 0

    def best(self, until: Spent, legal: Sequence[S]) -> S:
        """Search until `until()` is true, and choose one of these legal steps."""
        worlds = [self._resampled() for _ in range(WORLDS)]
        steps = self.dealer.shuffled(legal)
        for step in steps:
            if all(
                wins_at_once(self.engine, world, step, self.seat) for world in worlds[: self._samples_needed(worlds)]
            ):
                return step
        # With hidden information an answer may win in one sample and be illegal in the next: remove no step for it.
        certain = self._samples_needed(worlds) == 1
        field = [Candidate(step) for step in steps]
        if certain:
            # Where little is hidden, all samples may be the same by chance: the true position is not looked at then.
            self.position = worlds[0]
            field = self._pruned(field)
        while len(field) > 1 and not until():
            self._explore(field, certain=certain)
        return self._final(field, certain=certain).step

    def _samples_needed(self, worlds: Sequence[P]) -> int:
        """Return 1 if the samples are all the same, as nothing is hidden; else all."""
        return 1 if all(world == worlds[0] for world in worlds[1:]) else len(worlds)

    def _resampled(self) -> P:
        return self.engine.resample(self.position, self.seat, self.dealer)

    def _pruned(self, field: list[Candidate[S]]) -> list[Candidate[S]]:
        """Remove the steps that lose at once.

        1. Search every answer to a few steps, and remember the answers that win.
        2. Try only these answers after the other steps: one threat usually refutes most steps.
        3. If that removed at least half of them, the seat is under attack: search every answer to the rest as well.
        """
        for scout in field[:SCOUTS]:
            self._loses(scout, thoroughly=True)
        if not self.memory.winning:
            return field
        kept = [candidate for candidate in field if not self._loses(candidate, thoroughly=False)]
        if len(kept) <= len(field) // 2:
            kept = [candidate for candidate in kept if not self._loses(candidate, thoroughly=True)]
        return kept or field

    def _loses(self, candidate: Candidate[S], *, thoroughly: bool) -> bool:
        """Tell whether the next seat can win at once after a step; remembered answers only, unless `thoroughly`."""
        after = self.engine.apply(self.position, candidate.step).position
        mover = self.engine.to_move(after)
        if mover is None or mover == self.seat:
            candidate.looked = True
            return False
        answers = self.engine.legal_steps(after)
        if self.memory.recall(self.engine, after, mover, answers) is not None:
            return True
        if not thoroughly or candidate.looked:
            return False
        candidate.looked = True
        for answer in answers:
            if wins_at_once(self.engine, after, answer, mover):
                self.memory.learn(mover, answer)
                return True
        return False

    def _explore(self, field: list[Candidate[S]], *, certain: bool) -> None:
        """Spend one piece of work on the most promising step: from its second visit a full search of its answers."""
        candidate = max(field, key=lambda candidate: candidate.promise(self.total))
        if certain and candidate.visits and not candidate.looked and self._loses(candidate, thoroughly=True):
            field.remove(candidate)
            return
        world = self.position if certain else self._resampled()
        after = self.engine.apply(world, candidate.step).position
        self._credit(field, candidate, roll_out(self.engine, after, self.dealer, self.memory, self.horizon))

    def _credit(self, field: Sequence[Candidate[S]], candidate: Candidate[S], line: Playout[S]) -> None:
        worth = line.worth(self.seat)
        self.total += 1
        candidate.visits += 1
        candidate.worth += worth
        played: set[S] = {step for seat, step in line.steps if seat == self.seat} | {candidate.step}
        for other in field:
            if other.step in played:
                other.shared_visits += 1
                other.shared_worth += worth

    def _final(self, field: Sequence[Candidate[S]], *, certain: bool) -> Candidate[S]:
        """Take the best step, after a last check of the leaders for an answer that wins at once."""
        ranked = sorted(field, key=Candidate.value, reverse=True)
        if not certain:
            return ranked[0]
        for candidate in ranked[:LAST_LOOKS]:
            if candidate.looked or not self._loses(candidate, thoroughly=True):
                return candidate
        return ranked[0]
