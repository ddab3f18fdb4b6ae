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

WIDTH = 80
AXES = (1, WIDTH, WIDTH + 1, WIDTH - 1)


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


def _ring_holds(square: int, contact: Contact) -> bool:
    """Tell of three by three cells whether those that touch the one in the middle hang together without it."""
    rows = square & 0o7 | (square >> 3 & 0o5) << WIDTH | (square >> 6 & 0o7) << 2 * WIDTH
    ring = rows << WIDTH + 1
    touching = spread(1 << 2 * WIDTH + 2, contact)
    return sum(1 for group in groups(ring, contact) if group & touching) <= 1


_CONTACTS: tuple[Contact, ...] = ("corner", "side")
_RINGS = {contact: tuple(_ring_holds(square, contact) for square in range(0o1000)) for contact in _CONTACTS}
_TO_BESIDE, _TO_ABOVE, _TO_CORNER = WIDTH - 3, 2 * WIDTH - 6, WIDTH + 2


def holds_without(stone: Bits, cells: Bits, contact: Contact) -> bool:
    """Tell whether cells that hang together still do so without one of them: its neighbours find each other."""
    around = cells >> stone.bit_length() - _TO_CORNER
    if _RINGS[contact][around & 0o7 | around >> _TO_BESIDE & 0o70 | around >> _TO_ABOVE & 0o700]:
        return True
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
    for axis in AXES:
        pairs = cells & cells >> axis
        starts = pairs & pairs >> 2 * axis & cells >> 4 * axis
        if starts and overline == "not":
            starts &= ~(cells << axis | cells >> 5 * axis)
        if starts:
            return _whole_row(starts & -starts, cells, axis)
    return 0


def _whole_row(row: Bits, cells: Bits, axis: int) -> Bits:
    while (longer := (row | row << axis | row >> axis) & cells) != row:
        row = longer
    return row
