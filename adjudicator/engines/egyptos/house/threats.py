"""Rows of five that a step makes, the steps that prevent them, and wins that can be forced by threats.

Wins in one step are exact for all options: a candidate that the lines show is tried by the rules' own functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from adjudicator.engines.egyptos.house.search_state import NOWHERE, Move, SearchState, Spot
from adjudicator.engines.egyptos.position.bitboard import winning_row
from adjudicator.engines.egyptos.position.position import PYRAMIDS, Colour

FULL = 2 * PYRAMIDS
ATTACKERS = 4
"""The pyramids that are tried for a four, when they are moved."""


class OutOfBudget(Exception):
    """The search has to stop now. Its table is no longer of use."""


def winning_moves(state: SearchState, colour: Colour, spots: Sequence[Spot], *, moving: bool) -> Iterator[Move]:
    """Yield the steps to any of these empty spots that make a row of five; some of them may come twice."""
    if moving:
        yield from _winning_by_moving(state, colour, spots)
        return
    for spot in spots:
        if state.touches(spot) and winning_row(state.stones[colour] | 1 << spot, state.variant.overline):
            yield Move(NOWHERE, spot)


def _winning_by_moving(state: SearchState, colour: Colour, spots: Sequence[Spot]) -> Iterator[Move]:
    mine, overline = state.stones[colour], state.variant.overline
    if overline == "wins":  # a pyramid that shares no row with a spot of `fives` is none of those in the row
        yield from (
            Move(origin, spot)
            for spot in spots
            for origin in state.apart(spot, colour)
            if state.landings(origin) >> spot & 1
        )
    for spot in spots:
        for origin in state.spots[colour]:
            if winning_row(mine ^ 1 << origin | 1 << spot, overline) and state.landings(origin) >> spot & 1:
                yield Move(origin, spot)


def winning_spots(state: SearchState, colour: Colour, *, moving: bool) -> list[Spot]:
    """List the spots on which a colour would complete a row with its next step."""
    spots = hopeful_spots(state, colour, moving=moving)
    if not spots or (not moving and state.lays_freely):
        return spots
    return [spot for spot in spots if next(winning_moves(state, colour, [spot], moving=moving), None)]


def hopeful_spots(state: SearchState, colour: Colour, *, moving: bool) -> list[Spot]:
    """List the spots on which a colour may complete a row with its next step: all where it would, and maybe others."""
    if moving and state.variant.overline == "not" and winning_row(state.stones[colour], "wins"):
        return state.frontier()  # to take a pyramid from a row that is too long may win, wherever it goes
    return state.fives(colour)


def find_win(state: SearchState, colour: Colour, *, moving: bool) -> Move | None:
    """Find a step that wins at once."""
    spots = winning_spots(state, colour, moving=moving)
    return next(winning_moves(state, colour, spots[:1], moving=moving), None) if spots else None


def moves_to(
    state: SearchState, colour: Colour, spots: Sequence[Spot], *, moving: bool, origins: int = PYRAMIDS
) -> list[Move]:
    """List the legal steps to any of these empty spots; if pyramids move, with so many of the idlest."""
    if not moving:
        return [Move(NOWHERE, spot) for spot in spots if state.touches(spot)]
    found: list[Move] = []
    if spots:
        for origin in idlest(state, colour):
            if reached := state.landings(origin):
                found += [Move(origin, spot) for spot in spots if reached >> spot & 1]
                origins -= 1
                if not origins:
                    break
    return found


def idlest(state: SearchState, colour: Colour) -> list[Spot]:
    """List the pyramids of a colour, those first whose lines are worth least."""
    return [spot for _, spot in state.gains(state.spots[colour], colour)]


class ForcedWins:
    """The search for wins by fours: each step threatens a row of five, and the other player has to prevent it."""

    def __init__(self, state: SearchState, until: Callable[[], bool]) -> None:
        self.state = state
        self.until = until
        self.allowance = 0
        """How many more positions may be looked at; without any left, no win is found."""
        self.barren: dict[tuple[int, Colour], int] = {}
        """Positions without such a win, and how many fours were tried."""

    def find(self, colour: Colour, laid: int, fours: int) -> Move | None:
        """Find the first step of a win by so many fours at most, for the colour to move. Raises `OutOfBudget`.

        A defence by a step that binds all the attacker's pyramids, elsewhere on the table, is not looked for.
        """
        if self.until():
            raise OutOfBudget
        state, other, moving = self.state, 1 - colour, laid >= FULL
        if win := find_win(state, colour, moving=moving):
            return win
        self.allowance -= 1
        if not fours or self.allowance < 0:
            return None
        key = (state.key, colour)
        if self.barren.get(key, 0) >= fours:
            return None
        spots = state.fours(colour)
        if spots and (dangers := winning_spots(state, other, moving=moving)):
            spots = [spot for spot in spots if [spot] == dangers]
        for move in moves_to(state, colour, spots, moving=moving, origins=ATTACKERS):
            state.play(move, colour)
            won = self._is_lost_for(other, laid + (not moving), fours - 1)
            state.play(move, colour)
            if won:
                return move
        if self.allowance >= 0:
            self.barren[key] = fours
        return None

    def _is_lost_for(self, colour: Colour, laid: int, fours: int) -> bool:
        """Tell whether the colour to move cannot defend itself against a four."""
        state, other, moving = self.state, 1 - colour, laid >= FULL
        dangers = winning_spots(state, other, moving=moving)
        if not dangers or find_win(state, colour, moving=moving):
            return False
        if len(dangers) > 1:
            return True
        for move in moves_to(state, colour, dangers, moving=moving):
            state.play(move, colour)
            won = self.find(other, laid + (not moving), fours)
            state.play(move, colour)
            if not won:
                return False
        return True
