"""Sets of cells as bits of one integer: neighbours, groups and rows by shifting.

Bit ``row * WIDTH + column`` is a cell of a window that leaves room on all sides, so that no shift runs into the next
row.
"""

from __future__ import annotations

from typing import Literal

Bits = int
Contact = Literal["corner", "side"]
"""What touches: sides and corners, or sides alone."""
Overline = Literal["wins", "not"]
"""Whether a row of more than five wins."""

WIDTH = 72
AXES = tuple((axis, 2 * axis, 4 * axis) for axis in (1, WIDTH, WIDTH + 1, WIDTH - 1))
"""The directions of rows, with their doubles and fourfolds."""


def spread(cells: Bits, contact: Contact) -> Bits:
    """Add all the cells that touch some."""
    wide = cells | cells << 1 | cells >> 1
    tall = cells if contact == "side" else wide
    return wide | tall << WIDTH | tall >> WIDTH


def group_of(seed: Bits, cells: Bits, contact: Contact) -> Bits:
    """Collect the cells that hang together with the seed."""
    while (grown := spread(seed, contact) & cells) != seed:
        seed = grown
    return seed


def groups(cells: Bits, contact: Contact) -> list[Bits]:
    """Split cells into groups that do not touch each other."""
    found = []
    while cells:
        found.append(group_of(cells & -cells, cells, contact))
        cells ^= found[-1]
    return found


def loose_in(cells: Bits, contact: Contact) -> Bits:
    """Find cells that can be missed at a glance, all together: their neighbours hang together directly around them.

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


def is_loose(cell: Bits, cells: Bits, contact: Contact) -> bool:
    """Tell the same of one cell alone, which is quicker."""
    around = cells >> cell.bit_length() - _TO_CORNER
    return _RINGS[contact][around & 0o7 | around >> _TO_BESIDE & 0o70 | around >> _TO_ABOVE & 0o700]


def _ring_holds(square: int, contact: Contact) -> bool:
    middle = 1 << WIDTH + 1
    cells = square & 0o7 | (square >> 3 & 0o7) << WIDTH | (square >> 6) << 2 * WIDTH | middle
    return bool(loose_in(cells, contact) & middle)


_CONTACTS: tuple[Contact, ...] = ("corner", "side")
_RINGS = {contact: [_ring_holds(square, contact) for square in range(0o1000)] for contact in _CONTACTS}
_TO_BESIDE, _TO_ABOVE, _TO_CORNER = WIDTH - 3, 2 * WIDTH - 6, WIDTH + 2


def holds_without(stone: Bits, cells: Bits, contact: Contact) -> bool:
    """Tell whether cells that hang together still do so without one of them: its neighbours find each other."""
    rest = cells ^ stone
    neighbours = spread(stone, contact) & rest
    group = neighbours & -neighbours
    while neighbours & ~group:
        # `spread`, written out: here the lists of steps spend their time.
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
