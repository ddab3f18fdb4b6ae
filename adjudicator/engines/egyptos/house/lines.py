"""Content of a single line of the table for both colours, computed once for each arrangement of its pyramids.

A line is one integer: bit ``place`` for each of black's pyramids, bit ``WIDTH + place`` for each of gold's. A step
changes four lines, and the same lines come back all the time in a search, so that looking one up costs a tenth of
looking at it.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from adjudicator.engines.egyptos.position.bitboard import WIDTH
from adjudicator.engines.egyptos.position.rules import Overline

ROW = 5
FIVE_BITS = 0b11111
MASK = (1 << WIDTH) - 1

FIVES = (1, 2)
"""Flags of `Line.hot`, by colour: a place completes a row."""
FOURS = (4, 8)
"""Flags of `Line.hot`, by colour: a place makes four of a row of five."""

WORTHS = (0, 1, 7, 28, 60, 0)
"""The worth of five places in a row with so many pyramids of one colour, and none of the other."""
OPEN_THREE = 45
"""The worth of a line in which one more pyramid threatens two rows at once."""

MOST = 30_000
"""The lines that are remembered at most, about 15 MB."""


Places: TypeAlias = tuple[int, ...]
"""Places on a line."""


class Line(NamedTuple):
    """A line. What is told of both colours is black's and gold's."""

    score: int
    """Black's worth less gold's."""
    hot: int = 0
    fives: tuple[Places, Places] = ((), ())
    """Places that complete a row; where longer rows do not win, they may make one too long."""
    fours: tuple[Places, Places] = ((), ())
    """Places that make four of a row of five, so that the fifth has to be prevented."""
    doubles: tuple[Places, Places] = ((), ())
    """Those among them that leave two places for the fifth."""


class KnownLines(dict[int, Line]):
    """The lines that were looked at so far, by their integers."""

    def __init__(self, overline: Overline) -> None:
        super().__init__()
        self.exact = overline == "not"

    def __missing__(self, key: int) -> Line:
        if len(self) >= MOST:
            self.clear()
        self[key] = line = self._look(key & MASK, key >> WIDTH)
        return line

    def _look(self, black: int, gold: int) -> Line:
        one, other = self._look_for(black, gold), self._look_for(gold, black)
        (fives, fours, doubles, worth), (their_fives, their_fours, their_doubles, their_worth) = one, other
        hot = (
            bool(fives) * FIVES[0]
            + bool(their_fives) * FIVES[1]
            + bool(fours) * FOURS[0]
            + bool(their_fours) * FOURS[1]
        )
        score = worth - their_worth
        if not hot:
            return Line(score)
        return Line(
            score,
            hot,
            (places_of(fives), places_of(their_fives)),
            (places_of(fours), places_of(their_fours)),
            (places_of(doubles), places_of(their_doubles)),
        )

    def _look_for(self, mine: int, other: int) -> tuple[int, int, int, int]:
        """Find one colour's fives, fours and doubles, and the worth of the line for it."""
        fives = fours = doubles = worth = 0
        threes: list[int] = []
        for start in range(max((mine & -mine).bit_length() - ROW, 0), mine.bit_length()):
            places = FIVE_BITS << start
            if other & places:
                continue
            blank = places & ~mine
            missing = blank.bit_count()
            if missing == 1:
                fives |= blank
            if self.exact and mine & (1 << start + ROW | 1 << start >> 1):
                continue
            worth += WORTHS[ROW - missing]
            if missing == 2:
                fours |= blank
                threes.append(blank)
        for place in bits_of(fours):
            fifths = 0
            for blank in threes:
                if blank & place:
                    fifths |= blank ^ place
            if fifths & fifths - 1:
                doubles |= place
        return fives, fours, doubles, worth + OPEN_THREE if doubles else worth


def bits_of(bits: int) -> list[int]:
    """Split a set into its single bits, lowest first."""
    found = []
    while bits:
        low = bits & -bits
        found.append(low)
        bits ^= low
    return found


def places_of(bits: int) -> Places:
    """List the numbers of the bits in a set, lowest first."""
    return tuple(bit.bit_length() - 1 for bit in bits_of(bits))


LINES: dict[Overline, KnownLines] = {"wins": KnownLines("wins"), "not": KnownLines("not")}
"""Shared by all searches: the content of a line does not depend on the match."""
