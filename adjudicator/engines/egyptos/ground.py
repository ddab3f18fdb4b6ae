"""The piece of the plane where the pyramids stand, as bits, and the way back from bits to cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from adjudicator.engines.egyptos.bits import WIDTH, Bits
from adjudicator.engines.egyptos.plane import FIRST, Cell, cell_at, offsets
from adjudicator.engines.egyptos.position import Stones

EXTENT = 24
"""So many pyramids that hang together are at most so wide and high."""
GAP = 3
"""Lines further apart than this are drawn together to this: no neighbourhood and no row reaches over them."""
MIDDLE = WIDTH // 2


def _bit(column: int, row: int) -> Bits:
    return 1 << (row + 1) * WIDTH + column + MIDDLE


# Seen from the lowest pyramid, no pyramid of the same group lies outside the first table, and none of its neighbours
# outside the second.
_STONES = {cell_at(column, row): _bit(column, row) for row in range(EXTENT) for column in range(-EXTENT + 1, EXTENT)}
_CELLS = {
    cell_at(column, row): _bit(column, row) for row in range(-1, EXTENT + 1) for column in range(-EXTENT, EXTENT + 1)
}
_BACK = {bit.bit_length(): cell for cell, bit in _CELLS.items()}


class Ground(NamedTuple):
    """Black's and gold's pyramids as bits, with the tables that lead from cells to bits and back."""

    black: Bits
    gold: Bits
    corner: Cell
    places: Mapping[Cell, Bits]
    back: Mapping[int, Cell]

    def bit(self, cell: Cell) -> Bits:
        """Give the bit of a cell; none for a cell that touches no pyramid and bears none."""
        return self.places.get(cell - self.corner, 0)

    def cells(self, bits: Bits) -> list[Cell]:
        """List the cells of bits that are pyramids or touch one, from the lowest row up."""
        corner, back = self.corner, self.back
        found = []
        while bits:
            low = bits & -bits
            found.append(corner + back[low.bit_length()])
            bits ^= low
        return found


@lru_cache(maxsize=256)
def ground_of(stones: Stones) -> Ground:
    """Lay the pyramids out as bits, drawing groups that have drifted far apart together.

    It is remembered, because reading an order, listing the steps and playing one look at the same table in turn.
    """
    black, gold = stones
    corner = min(black[0], gold[0]) if gold else black[0] if black else FIRST
    try:
        return Ground(
            sum([_STONES[cell - corner] for cell in black]),
            sum([_STONES[cell - corner] for cell in gold]),
            corner,
            _CELLS,
            _BACK,
        )
    except KeyError:
        return _drawn_together(black, gold)


def _drawn_together(black: Sequence[Cell], gold: Sequence[Cell]) -> Ground:
    spots = [offsets(cell) for cell in (*black, *gold)]
    columns = _renumbered(column for column, _ in spots)
    rows = _renumbered(row for _, row in spots)
    places = {
        cell_at(column, row): 1 << up * WIDTH + across for column, across in columns.items() for row, up in rows.items()
    }
    back = {bit.bit_length(): cell for cell, bit in places.items()}
    return Ground(sum(places[cell] for cell in black), sum(places[cell] for cell in gold), FIRST, places, back)


def _renumbered(lines: Iterable[int]) -> dict[int, int]:
    """Number the lines that bear pyramids, and those beside them, anew without wide gaps between them."""
    places: dict[int, int] = {}
    place, before = 1, None
    for line in sorted(set(lines)):
        place += min(line - before, GAP) if before is not None else 0
        places |= {line - 1: place - 1, line: place, line + 1: place + 1}
        before = line
    return places
