"""Bitboards: neighbours, groups and rows by shifting bits, and the conversion from cells to bits and back.

Bit ``row * WIDTH + column`` is a cell of a window that leaves room on all sides, so that no shift runs into the next
row.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias, cast

from adjudicator.engines.egyptos.position.coordinates import FIRST, Cell, cell_at, offsets
from adjudicator.engines.egyptos.position.position import Stones
from adjudicator.engines.egyptos.position.rules import Contact, Overline

Bits: TypeAlias = int

WIDTH = 72
AXES = tuple((axis, 2 * axis, 4 * axis) for axis in (1, WIDTH, WIDTH + 1, WIDTH - 1))
"""The directions of rows, with their doubles and fourfolds."""
EXTENT = 24
"""The width and height that a group of all 24 pyramids can reach."""
GAP = 3
"""Lines further apart than this are drawn together to this: no neighbourhood and no row reaches over them."""
MIDDLE = WIDTH // 2


def spread_bits(cells: Bits, contact: Contact) -> Bits:
    """Add all the cells that touch some."""
    wide = cells | cells << 1 | cells >> 1
    tall = cells if contact == "side" else wide
    return wide | tall << WIDTH | tall >> WIDTH


def group_of(seed: Bits, cells: Bits, contact: Contact) -> Bits:
    """Flood fill: collect the cells that are connected with the seed."""
    while (grown := spread_bits(seed, contact) & cells) != seed:
        seed = grown
    return seed


def connected_groups(cells: Bits, contact: Contact) -> list[Bits]:
    """Split cells into groups that do not touch each other."""
    found = []
    while cells:
        found.append(group_of(cells & -cells, cells, contact))
        cells ^= found[-1]
    return found


def locally_removable(cells: Bits, contact: Contact) -> Bits:
    """Find cells that can be removed without splitting a group, by a local test: their neighbours are connected.

    Walking around a cell from side to side, one counts where a new run of neighbours begins; with no more than one
    run, nothing needs the cell.
    """
    right, up, left, down = cells >> 1, cells >> WIDTH, cells << 1, cells << WIDTH
    up_right, up_left, down_left, down_right = up >> 1, up << 1, down << 1, down >> 1
    if contact == "side":
        one, other = right & ~(up_right & up), up & ~(up_left & left)
        third, fourth = left & ~(down_left & down), down & ~(down_right & right)
    else:
        one, other = ~right & (up_right | up), ~up & (up_left | left)
        third, fourth = ~left & (down_left | down), ~down & (down_right | right)
    return cells & ~(one & other | third & fourth | (one | other) & (third | fourth))


def is_locally_removable(cell: Bits, cells: Bits, contact: Contact) -> bool:
    """The same test for a single cell, which is faster."""
    around = cells >> cell.bit_length() - _TO_CORNER
    return _RINGS[contact][around & 0o7 | around >> _TO_BESIDE & 0o70 | around >> _TO_ABOVE & 0o700]


def _ring_holds(square: int, contact: Contact) -> bool:
    middle = 1 << WIDTH + 1
    cells = square & 0o7 | (square >> 3 & 0o7) << WIDTH | (square >> 6) << 2 * WIDTH | middle
    return bool(locally_removable(cells, contact) & middle)


_CONTACTS: tuple[Contact, ...] = ("corner", "side")
_RINGS = {contact: [_ring_holds(square, contact) for square in range(0o1000)] for contact in _CONTACTS}
_TO_BESIDE, _TO_ABOVE, _TO_CORNER = WIDTH - 3, 2 * WIDTH - 6, WIDTH + 2


def stays_connected_without(stone: Bits, cells: Bits, contact: Contact) -> bool:
    """Tell whether a connected set stays connected without one cell, by a flood fill between its neighbours."""
    rest = cells ^ stone
    neighbours = spread_bits(stone, contact) & rest
    group = neighbours & -neighbours
    while neighbours & ~group:
        # `spread`, inlined: most of the time of listing legal steps is spent here.
        wide = group | group << 1 | group >> 1
        tall = group if contact == "side" else wide
        grown = (wide | tall << WIDTH | tall >> WIDTH) & rest
        if grown == group:
            return False
        group = grown
    return True


def winning_row(cells: Bits, overline: Overline) -> Bits:
    """Find a whole row of five or, where more than five win too, of more; empty when there is none."""
    for axis, two, four in AXES:
        pairs = cells & cells >> axis
        starts = pairs & pairs >> two
        if not starts or not (starts := starts & cells >> four):
            continue
        if overline == "not":
            starts &= ~(cells << axis | cells >> axis + four)
        if starts:
            return _whole_row(starts & -starts, cells, axis)
    return 0


def _whole_row(row: Bits, cells: Bits, axis: int) -> Bits:
    while (longer := (row | row << axis | row >> axis) & cells) != row:
        row = longer
    return row


def _bit(column: int, row: int) -> Bits:
    return 1 << (row + 1) * WIDTH + column + MIDDLE


# Seen from the lowest pyramid, no pyramid of the same group lies outside the first table, and none of its neighbours
# outside the second.
_STONES: dict[int, Bits] = {
    cell_at(column, row): _bit(column, row) for row in range(EXTENT) for column in range(-EXTENT + 1, EXTENT)
}
_CELLS: dict[int, Bits] = {
    cell_at(column, row): _bit(column, row) for row in range(-1, EXTENT + 1) for column in range(-EXTENT, EXTENT + 1)
}
_BACK = {bit.bit_length(): cell for cell, bit in _CELLS.items()}


class Bitboard(NamedTuple):
    """Black's and gold's pyramids as bits, with the tables that lead from cells to bits and back."""

    black: Bits
    gold: Bits
    corner: Cell
    places: Mapping[int, Bits]
    back: Mapping[int, int]

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
        return cast("list[Cell]", found)


@lru_cache(maxsize=256)
def bitboard_of(stones: Stones) -> Bitboard:
    """Lay the pyramids out as bits, drawing groups that have drifted far apart together.

    It is remembered, because reading an order, listing the steps and playing one look at the same table in turn.
    """
    black, gold = stones
    corner = min(black[0], gold[0]) if gold else black[0] if black else FIRST
    try:
        return Bitboard(
            sum([_STONES[cell - corner] for cell in black]),
            sum([_STONES[cell - corner] for cell in gold]),
            corner,
            _CELLS,
            _BACK,
        )
    except KeyError:
        return _drawn_together(black, gold)


def _drawn_together(black: Sequence[Cell], gold: Sequence[Cell]) -> Bitboard:
    spots = [offsets(cell) for cell in (*black, *gold)]
    columns = _renumbered(column for column, _ in spots)
    rows = _renumbered(row for _, row in spots)
    places: dict[int, Bits] = {
        cell_at(column, row): 1 << up * WIDTH + across for column, across in columns.items() for row, up in rows.items()
    }
    back = {bit.bit_length(): cell for cell, bit in places.items()}
    return Bitboard(sum(places[cell] for cell in black), sum(places[cell] for cell in gold), FIRST, places, back)


def _renumbered(lines: Iterable[int]) -> dict[int, int]:
    """Number the lines that bear pyramids, and those beside them, anew without wide gaps between them."""
    places: dict[int, int] = {}
    place, before = 1, None
    for line in sorted(set(lines)):
        place += min(line - before, GAP) if before is not None else 0
        places |= {line - 1: place - 1, line: place, line + 1: place + 1}
        before = line
    return places
