"""Positions that are the same in play: turned, mirrored, moved on the plane, or with the colours exchanged.

Neither the plane nor any rule has a direction or a middle, and the colours differ only in which of them is to move:
black began, and from then on they take turns. So a position is the pyramids of who is to move and those of the other
player, in the least of the eight forms in which they can be seen. While pyramids are laid, black is the colour of which
more lie, or who is to move with as many, so that the colours can be told from the key. When they are moved, black to
move is the same as gold to move with all colours exchanged.

Before a swap the player to move may do something that they may not do behind it. How often a position has stood and
how long pyramids have been moved are no part of the key.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.engines.contract import Options
from adjudicator.engines.egyptos.position.coordinates import SPAN, offsets
from adjudicator.engines.egyptos.position.position import Position
from adjudicator.engines.egyptos.position.rules import RULES, Variant

OPENING_LENGTH = 12
"""Six pyramids each: hardly two matches are the same for longer."""
OPENING_OPTIONS = ("overline", "opening", "contact")
"""The other options are about moving, which comes after the opening."""

Spot = tuple[int, int]
_TURNED = ((1, 0, 0, 1), (0, -1, 1, 0), (-1, 0, 0, -1), (0, 1, -1, 0))
_WAYS = (*_TURNED, *((-a, b, -c, d) for a, b, c, d in _TURNED))
"""The eight ways to see the plane, as matrices."""


def first_position(options: Options, seats: int) -> Position:
    """Build the empty table; seat 0 begins."""
    RULES.check_seats(seats)
    return Position(Variant.of(options), 0)


def opening_key(position: Position, steps: Sequence[str]) -> str:
    """Name a position and all that are the same in play."""
    del steps  # all that matters is on the table
    mine = [offsets(cell) for cell in position.stones[position.colour]]
    others = [offsets(cell) for cell in position.stones[1 - position.colour]]
    least = min(_forms(mine, others))
    mark = " swap" if position.may_swap else ""
    return "/".join(" ".join(map(str, cells)) for cells in least) + mark


def _forms(mine: Sequence[Spot], others: Sequence[Spot]) -> Iterator[tuple[list[int], list[int]]]:
    """Yield the pyramids as they are seen in each way, counted from the corner of the rectangle around them."""
    for a, b, c, d in _WAYS:
        seen = [(a * column + b * row, c * column + d * row) for column, row in (*mine, *others)]
        left = min((column for column, _ in seen), default=0)
        bottom = min((row for _, row in seen), default=0)
        cells = [(row - bottom) * SPAN + column - left for column, row in seen]
        yield sorted(cells[: len(mine)]), sorted(cells[len(mine) :])
