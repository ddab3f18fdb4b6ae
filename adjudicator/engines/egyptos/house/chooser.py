"""The house player of Egyptos (`contract.Chooser`): the settings of each level, and the choice at the root.

At every level it completes a row of five. Unless it is easy, it never lets the other player complete one that could be
prevented, however little time it has.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from adjudicator.engines.contract import Dealer, Level, Seat
from adjudicator.engines.egyptos.house.search import SURE, SWAPPED, Moment, Ranked, Search
from adjudicator.engines.egyptos.house.search_state import NOWHERE, Layout, Move, SearchState, Spot, lay_out
from adjudicator.engines.egyptos.house.threats import (
    FULL,
    ForcedWins,
    OutOfBudget,
    find_win,
    hopeful_spots,
    winning_spots,
)
from adjudicator.engines.egyptos.position.position import Position, Step, Word
from adjudicator.engines.egyptos.steps.apply import apply_step
from adjudicator.engines.egyptos.steps.legal import legal_steps


@dataclass(frozen=True, slots=True)
class Skill:
    """Settings of a level."""

    depth: int
    """How many steps it looks ahead."""
    fours: int
    """How many fours it follows in the search for a forced win."""
    quiet: int
    """How many steps it follows threats beyond that."""
    whim: int
    """The bonus that chance gives to a step, at most; in units of `lines.WORTHS`."""
    blind: int
    """Positions in one of which it overlooks a threat of the other player; 0: it overlooks none."""


SKILLS = {
    Level.EASY: Skill(depth=0, fours=0, quiet=0, whim=30, blind=5),
    Level.FAIR: Skill(depth=1, fours=1, quiet=0, whim=80, blind=0),
    Level.STRONG: Skill(depth=20, fours=6, quiet=4, whim=2, blind=0),
}
FORCING = (800, 200)
"""The positions that the search for a forced win looks at before the general search: of laying, and of moving."""
OPENING, OPENING_WHIM = 7, 12
"""With fewer than `OPENING` pyramids laid, a level has at least `OPENING_WHIM`, so that no two matches begin alike."""


def choose_step(position: Position, seat: Seat, *, dealer: Dealer, until: Callable[[], bool], level: Level) -> Step:
    """Choose a legal step for the seat to move, as the contract has it."""
    del seat  # nothing is hidden, and there is one seat that moves
    steps = legal_steps(position)
    if len(steps) == 1 or (table := lay_out(position)) is None:  # so widely scattered that nobody has a row in sight
        return steps[dealer.below(len(steps))]
    state, layout = table
    legal = {layout.move(step): step for step in steps if not isinstance(step, Word)}
    choice = Choice(position, state, layout, legal, SKILLS[level])
    if win := find_win(state, position.colour, moving=not position.laying):
        return legal[win]
    best = choice.make(dealer, until)
    if position.may_swap and best.value < best.bonus:
        return Word.SWAP
    return legal[best.move]


@dataclass(frozen=True, slots=True)
class Choice:
    """The choice of one step."""

    position: Position
    state: SearchState
    layout: Layout
    legal: Mapping[Move, Step]
    skill: Skill

    def make(self, dealer: Dealer, until: Callable[[], bool]) -> Ranked:
        """Choose among the steps that are not lost at once."""
        position, skill = self.position, self.skill
        overlooks = bool(skill.blind) and not dealer.below(skill.blind)
        moves = self._overlooking() if overlooks else self._safe()
        drawn = self._repeating()
        ranked = self._ranked([move for move in moves if move not in drawn], dealer)
        if skill.fours and (move := self._forced(until)):
            return Ranked(move, SURE)
        if skill.depth and len(ranked) > 1:
            swap = position.variant.opening == "swap" and position.laid < SWAPPED
            search = Search(self._fresh(), until, swap=swap, quiet=skill.quiet)
            search.deepen(ranked, position.colour, Moment(position.laid, position.moves, 0), skill.depth)
        if drawn and (not ranked or ranked[0].value < 0):
            return Ranked(drawn[0], 0)
        return ranked[0]

    def _fresh(self) -> SearchState:
        """Set the table up anew: a search that is broken off leaves its own in disorder."""
        return SearchState.of(self.position, self.layout)

    def _safe(self) -> list[Move]:
        """List the steps after which the other player cannot win at once; all, if there are none."""
        return self._keeping(thorough=False) or self._keeping(thorough=True) or list(self.legal)

    def _keeping(self, *, thorough: bool) -> list[Move]:
        """List the steps that keep the other player from a row; `thorough`: also those that leave its cell empty.

        The others make it unreachable, or bind the pyramids that could go there. They are rare, and slow to find.
        """
        state, colour = self.state, self.position.colour
        moving = self.position.laid + 1 >= FULL
        found = []
        targets: dict[Spot, list[Spot]] = {}
        for origin, target in self.legal:
            targets.setdefault(origin, []).append(target)
        for origin, spots in targets.items():
            if origin != NOWHERE:
                state.toggle(origin, colour)
            hopes = hopeful_spots(state, 1 - colour, moving=moving)
            dangers = winning_spots(state, 1 - colour, moving=moving) if hopes else ()
            for spot in spots:
                if hopes:
                    if dangers and spot not in dangers and not thorough:
                        continue
                    state.toggle(spot, colour)
                    lost = find_win(state, 1 - colour, moving=moving)
                    state.toggle(spot, colour)
                    if lost:
                        continue
                found.append(Move(origin, spot))
            if origin != NOWHERE:
                state.toggle(origin, colour)
        return found

    def _overlooking(self) -> list[Move]:
        """List the steps that do not prevent a row of the other player."""
        dangers = winning_spots(self.state, 1 - self.position.colour, moving=not self.position.laying)
        return [move for move in self.legal if move.target not in dangers] or list(self.legal)

    def _ranked(self, moves: Sequence[Move], dealer: Dealer) -> list[Ranked]:
        """Rank steps by their effects on the lines, in no order of their own."""
        state, colour = self.state, self.position.colour
        sign = -1 if colour else 1
        gains = {
            spot: sign * state.gain(spot, colour) for spot in {spot for move in moves for spot in move} - {NOWHERE}
        }
        gains[NOWHERE] = 0
        now = sign * state.score
        ranked = [Ranked(move, now + gains[move.origin] + gains[move.target]) for move in dealer.shuffled(moves)]
        whim = max(self.skill.whim, OPENING_WHIM if self.position.laid < OPENING else 0)
        for one in ranked:
            one.bonus = dealer.below(whim + 1)
            one.value += one.bonus
        ranked.sort(key=lambda one: -one.value)
        return ranked

    def _forced(self, until: Callable[[], bool]) -> Move | None:
        """Find the first step of a win by fours, the shortest first."""
        position, forced = self.position, ForcedWins(self._fresh(), until)
        forced.allowance = FORCING[not position.laying]
        try:
            for fours in range(1, self.skill.fours + 1):
                move = forced.find(position.colour, position.laid, fours)
                if move in self.legal:
                    return move
        except OutOfBudget:
            pass
        return None

    def _repeating(self) -> list[Move]:
        """List the steps that end the match in a draw, as the position behind them has stood before."""
        position, last = self.position, self.position.variant.repetition_draw - 1
        stood = position.seen.split()
        if position.laying or last < 0 or max(map(stood.count, stood), default=0) < last:
            return []
        return [move for move, step in self.legal.items() if apply_step(position, step).position.ending == "repetition"]
