"""The house player: one player for every game, who knows nothing but the contract.

1. It takes a step that wins at once.
2. It strikes out the steps after which somebody else would win at once, if any step is left then.
3. Among the rest it spends its time on random play-outs, most of them on the steps that did best so far (UCB1), and
   lets a step share in the play-outs in which it was played later (all moves as first), so that little goes far.

A game that can value a position (`Evaluator`) needs none of this: there it takes the step after which it is best off.

It never looks at what its seat may not know: every look ahead starts from a position that `Engine.resample` drew anew.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import log, sqrt
from typing import Generic

from adjudicator.engines.contract import Dealer, Engine, Evaluator, P, S, Seat, View
from adjudicator.match.one_ply import look_one_ply_ahead
from adjudicator.match.rollout import Horizon, KillerMoves, Playout, roll_out, wins

UCB_C = 0.35
RAVE_K = 60
WORLDS = 4
SCOUTS = 3
LAST_LOOKS = 12

Spent = Callable[[], bool]


def choose_step(engine: Engine[P, S, View], position: P, seat: Seat, *, dealer: Dealer, until: Spent) -> S:
    """Choose a legal step for a seat that is to move. `until` is asked before each piece of work whether to stop."""
    legal = engine.legal_steps(position)
    if len(legal) == 1:
        return legal[0]
    if isinstance(engine, Evaluator):
        return look_one_ply_ahead(engine, engine.evaluate, position, seat, dealer=dealer, until=until)
    return Search(engine, position, seat, dealer).best(until)


def time_budget(seconds: float, clock: Callable[[], float]) -> Spent:
    """Stop when a clock has gone on by so many seconds."""
    end = clock() + seconds
    return lambda: clock() >= end


def work_budget(pieces: int) -> Spent:
    """Stop after so many pieces of work, on every machine alike."""
    left = iter(range(pieces))
    return lambda: next(left, None) is None


@dataclass(slots=True)
class Candidate(Generic[S]):
    """A step that might be chosen, and what the play-outs said about it so far."""

    step: S
    visits: int = 0
    worth: float = 0.0
    shared_visits: int = 0
    shared_worth: float = 0.0
    looked: bool = False
    """Whether every answer to it was looked at."""

    def value(self) -> float:
        """Mix what its own play-outs say with the shared ones, which count less the more there are of its own."""
        own = (self.worth + 0.5) / (self.visits + 1)
        shared = (self.shared_worth + 0.5) / (self.shared_visits + 1)
        trust = sqrt(RAVE_K / (3 * self.visits + RAVE_K))
        return trust * shared + (1 - trust) * own

    def promise(self, total: int) -> float:
        """Tell how much a further play-out would be worth: good so far, or not tried enough."""
        return self.value() + UCB_C * sqrt(log(total + 1) / (self.visits + 1))


@dataclass(slots=True)
class Search(Generic[P, S]):
    """One search for a step."""

    engine: Engine[P, S, View]
    position: P
    seat: Seat
    dealer: Dealer
    memory: KillerMoves[S] = field(default_factory=KillerMoves)
    horizon: Horizon = field(default_factory=Horizon)
    total: int = 0

    def best(self, until: Spent) -> S:
        """Search until told to stop, and choose."""
        worlds = [self._resampled() for _ in range(WORLDS)]
        steps = self.dealer.shuffled(self.engine.legal_steps(self.position))
        for step in steps:
            if all(wins(self.engine, world, step, self.seat) for world in worlds[: self._needed(worlds)]):
                return step
        # A threat that shows in one sample only is no reason to strike a step out.
        certain = self._needed(worlds) == 1
        field = [Candidate(step) for step in steps]
        if certain:
            field = self._scouted(field)
        while len(field) > 1 and not until():
            self._look_on(field, certain=certain)
        return self._final(field, certain=certain).step

    def _needed(self, worlds: Sequence[P]) -> int:
        """One world is enough where nothing is hidden."""
        return 1 if all(world == self.position for world in worlds) else len(worlds)

    def _resampled(self) -> P:
        return self.engine.resample(self.position, self.seat, self.dealer)

    def _scouted(self, field: list[Candidate[S]]) -> list[Candidate[S]]:
        """Strike out what loses at once, by the answers that a few scouts find; a few answers serve for all."""
        for scout in field[:SCOUTS]:
            self._loses(scout, thoroughly=True)
        if not self.memory.winning:
            return field
        kept = [candidate for candidate in field if not self._loses(candidate, thoroughly=False)]
        if len(kept) <= len(field) // 2:
            kept = [candidate for candidate in kept if not self._loses(candidate, thoroughly=True)]
        return kept or field

    def _loses(self, candidate: Candidate[S], *, thoroughly: bool) -> bool:
        """Tell whether another seat could win at once after a step."""
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
            if wins(self.engine, after, answer, mover):
                self.memory.learn(mover, answer)
                return True
        return False

    def _look_on(self, field: list[Candidate[S]], *, certain: bool) -> None:
        """Spend one piece of work on the most promising candidate."""
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
        """Take the best, looking once more that it does not lose at once."""
        ranked = sorted(field, key=Candidate.value, reverse=True)
        if not certain:
            return ranked[0]
        for candidate in ranked[:LAST_LOOKS]:
            if candidate.looked or not self._loses(candidate, thoroughly=True):
                return candidate
        return ranked[0]
