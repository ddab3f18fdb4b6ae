"""The search for the best step: alpha-beta with iterative deepening over a few promising steps of each position.

1. A row of five that the player to move can complete is a win, and two that the other can complete are a loss. One is
   prevented at once, which does not count as a step of depth.
2. A step that leaves two rows to complete is a win if the other player threatens none. If the other player has such a
   step, only those that prevent it are tried, and fours.
3. Else the steps are tried that do most for the lines through their cells; the later ones a step less deep first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from adjudicator.engines.egyptos.house.lines import FIVES, FOURS
from adjudicator.engines.egyptos.house.search_state import NOWHERE, PASS, Move, SearchState, Spot
from adjudicator.engines.egyptos.house.threats import FULL, ForcedWins, OutOfBudget, find_win, moves_to, winning_spots
from adjudicator.engines.egyptos.position.position import Colour

WIN = 100_000
"""A win at once; each step that it takes costs one."""
SURE = WIN - 1000
"""Values beyond this are forced wins, not estimates."""
TEMPO = 34
"""The worth of being to move."""
LOOMING = 60
"""Cost of two rows that the other threatens with one step, where the search ends."""

TARGETS = 8
"""The cells that are tried in a position."""
ORIGINS = 2
"""The pyramids that are tried for each of them, when they are moved."""
DEFENDERS = 3
"""The same for the cells that prevent two rows at once."""
BLOCKERS = 4
"""The same for the cell that prevents a row."""
QUIET = 4
"""How many steps threats are followed beyond the depth."""
MOVING_QUIET = 1
"""The same while pyramids are moved: each threat has many answers there, and more would leave no time for depth."""
ROOT = 40
"""The steps that the search begins with."""
DEEPEST = 14
"""The most steps ahead, threats included; fewer than `search_state.MARGIN`."""
LATE = 3
"""Candidates that are searched in full; those behind them a step less deep, unless they turn out better."""
SWAPPED = 3
"""The pyramids that lie when the second player may swap."""
LONG = sum(FIVES) + sum(FOURS)
"""The flags that cannot be trusted while rows that are too long may be shortened."""
MEMORY = 60_000
"""The positions that are remembered at most, about 15 MB."""


class Known(NamedTuple):
    """Stored knowledge of a position: its value at least, at most, or exactly, and its best step."""

    depth: int
    bound: Literal["exact", "least", "most"]
    value: int
    best: Move | None


@dataclass(slots=True)
class Ranked:
    """A step at the root, with its value from the deepest search so far. The bonus makes the player less uniform."""

    move: Move
    value: int
    bonus: int = 0


class Moment(NamedTuple):
    """How far the match is at a position of the search."""

    laid: int
    moves: int
    ply: int

    @property
    def moving(self) -> bool:
        """Tell whether pyramids are moved now."""
        return self.laid >= FULL

    def next(self) -> Moment:
        """Return the moment a step later."""
        if self.laid < FULL:
            return Moment(self.laid + 1, self.moves, self.ply + 1)
        return Moment(self.laid, self.moves + 1, self.ply + 1)


class Look(NamedTuple):
    """Findings in the lines of a position."""

    value: int | None
    """The value, if it is decided."""
    dangers: Sequence[Spot] = ()
    """Spots on which the other player completes a row with the next step."""
    looming: Sequence[Spot] = ()
    """Spots on which the other player would make two rows to complete at once."""


class Search:
    """The search from one position."""

    def __init__(self, state: SearchState, until: Callable[[], bool], *, swap: bool, quiet: int = QUIET) -> None:
        self.state = state
        self.quiet = quiet
        self.until = until
        self.swap = swap
        self.forced = ForcedWins(state, until)
        self.known: dict[tuple[int, Colour, int], Known] = {}
        self.path: set[tuple[int, Colour]] = set()

    def deepen(self, ranked: list[Ranked], colour: Colour, now: Moment, deepest: int) -> None:
        """Search ever deeper, and keep the steps sorted, best first, until the budget is spent."""
        dropped = ranked[ROOT:]
        del ranked[ROOT:]
        try:
            for depth in range(1, deepest + 1):
                self._search_root(ranked, colour, now, depth)
                if ranked[0].value < -SURE and dropped and deepest > 1:
                    # All that was kept loses, so that something else may be better than it seemed. A level that looks
                    # only one step ahead does not ask.
                    ranked += dropped
                    dropped.clear()
                    self._search_root(ranked, colour, now, depth)
                if abs(ranked[0].value) > SURE:
                    return
                kept = max(4, 24 - 4 * depth)
                dropped += ranked[kept:]
                del ranked[kept:]
        except OutOfBudget:
            return

    def _search_root(self, ranked: list[Ranked], colour: Colour, now: Moment, depth: int) -> None:
        best, after = -WIN, now.next()
        self.path.add((self.state.key, colour))
        for place, one in enumerate(tuple(ranked)):
            self.state.play(one.move, colour)
            value = self._child(1 - colour, after, depth - 1, best - one.bonus, WIN, first=not place) + one.bonus
            if value > best and value > -SURE:
                self.forced.allowance, fours = (40, 2) if after.moving else (200, 4)
                if self.forced.find(1 - colour, after.laid, fours):
                    value = 10 - WIN
            self.state.play(one.move, colour)
            one.value = value
            if value > best:
                best = value
                # Also a search that is broken off has found this one to be better than those before.
                ranked.remove(one)
                ranked.insert(0, one)
        ranked.sort(key=lambda one: -one.value)

    def _child(self, colour: Colour, now: Moment, depth: int, alpha: int, beta: int, *, first: bool) -> int:
        """Value a position for the player who has just moved; with a narrow window unless it is the first (PVS)."""
        if not first:
            value = -self._value(colour, now, depth, -alpha - 1, -alpha)
            if not alpha < value < beta:
                return value
        return -self._value(colour, now, depth, -beta, -alpha)

    def _value(self, colour: Colour, now: Moment, depth: int, alpha: int, beta: int) -> int:
        """Value a position for the colour to move."""
        if self.until():
            raise OutOfBudget
        look = self._look(colour, now)
        if look.value is not None:
            return look.value
        beyond = min(self.quiet, MOVING_QUIET) if now.moving else self.quiet
        quiet = not look.dangers and (not look.looming or depth <= -beyond)
        if now.ply >= DEEPEST or (depth <= 0 and quiet):
            score = -self.state.score if colour else self.state.score
            return score + TEMPO - (LOOMING if look.looming else 0)
        if self.swap and now.laid == SWAPPED:
            return abs(self._best(colour, now, depth, -WIN, WIN, look))
        return self._best(colour, now, depth, alpha, beta, look)

    def _look(self, colour: Colour, now: Moment) -> Look:
        """See whether the match is over, or decided by rows that can be completed, and find the threats."""
        state, other, moving = self.state, 1 - colour, now.moving
        if moving and (now.moves == state.variant.move_cap > 0 or (state.key, colour) in self.path):
            return Look(0)
        heat = LONG if moving and state.variant.overline == "not" else state.heat
        if heat & FIVES[colour] and find_win(state, colour, moving=moving):
            return Look(WIN - now.ply)
        if heat & FIVES[other] and (dangers := winning_spots(state, other, moving=moving)):
            return Look(now.ply + 1 - WIN if len(dangers) > 1 else None, dangers)
        if heat & FOURS[colour] and self._breaks_through(colour, moving=moving):
            return Look(WIN - now.ply - 2)
        return Look(None, (), state.doubles(other) if heat & FOURS[other] else ())

    def _best(self, colour: Colour, now: Moment, depth: int, alpha: int, beta: int, look: Look) -> int:
        """Try the candidates of a position, and remember the result."""
        key = (self.state.key, colour, now.laid)
        known = self.known.get(key)
        if known and known.depth >= depth and self._decides(known, alpha, beta):
            return known.value
        moves = self._candidates(colour, look, moving=now.moving)
        if known and known.best in moves:
            moves.remove(known.best)
            moves.insert(0, known.best)
        low, best, chosen, after = alpha, -WIN, None, now.next()
        deeper = depth if look.dangers else depth - 1
        late = LATE if depth >= 2 and not look.dangers and not look.looming else len(moves)
        self.path.add(key[:2])
        for number, move in enumerate(moves or [PASS]):
            self.state.play(move, colour)
            reduced = deeper - 1 if number >= late else deeper
            value = self._child(1 - colour, after, reduced, max(low, best), beta, first=not number)
            if reduced < deeper and value > max(low, best):
                value = self._child(1 - colour, after, deeper, max(low, best), beta, first=False)
            self.state.play(move, colour)
            if value > best:
                best, chosen = value, move
                if best >= beta:
                    break
        self.path.discard(key[:2])
        if len(self.known) >= MEMORY:
            self.known.clear()
        self.known[key] = Known(depth, "least" if best >= beta else "exact" if best > low else "most", best, chosen)
        return best

    @staticmethod
    def _decides(known: Known, alpha: int, beta: int) -> bool:
        return (
            known.bound == "exact"
            or (known.bound == "least" and known.value >= beta)
            or (known.bound == "most" and known.value <= alpha)
        )

    def _candidates(self, colour: Colour, look: Look, *, moving: bool) -> list[Move]:
        state = self.state
        if look.dangers:
            return promising(state, colour, look.dangers, 1, BLOCKERS, moving=moving)
        if look.looming:
            spots = [*dict.fromkeys((*look.looming, *state.fours(1 - colour), *state.fours(colour)))]
            if moves := promising(state, colour, spots, len(spots), DEFENDERS, moving=moving):
                return moves
        return promising(state, colour, state.frontier(), TARGETS, ORIGINS, moving=moving)

    def _breaks_through(self, colour: Colour, *, moving: bool) -> bool:
        """Tell whether a step makes two rows to complete at once, while the other player threatens none.

        While pyramids are moved, only those are tried that are in line with no such cell.
        """
        state = self.state
        spots = [spot for spot in state.doubles(colour) if state.touches(spot)]
        if not spots or (not moving and state.lays_freely):
            return bool(spots)
        for spot in spots[:2]:
            for origin in state.apart(spot, colour)[:3] if moving else (NOWHERE,):
                if moving and not state.landings(origin) >> spot & 1:
                    continue
                move = Move(origin, spot)
                state.play(move, colour)
                works = len(state.fives(colour)) > 1 and not winning_spots(state, 1 - colour, moving=moving)
                state.play(move, colour)
                if works:
                    return True
        return False


def promising(
    state: SearchState, colour: Colour, spots: Sequence[Spot], targets: int, origins: int, *, moving: bool
) -> list[Move]:
    """List legal steps to the best of these empty spots, best first, by the gain of the lines through their cells."""
    gains = state.gains(spots, colour)[:targets]
    if not moving:
        return moves_to(state, colour, [spot for _, spot in gains], moving=False)
    found: list[tuple[int, Move]] = []
    for loss, origin in state.gains(state.spots[colour], colour):
        reached = state.landings(origin)
        if not reached:
            continue
        found += [(gain + loss, Move(origin, spot)) for gain, spot in gains if reached >> spot & 1]
        origins -= 1
        if not origins:
            break
    found.sort(reverse=True)
    return [move for _, move in found]
