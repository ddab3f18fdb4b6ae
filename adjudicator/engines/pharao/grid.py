"""The square of six by six cards: its cells, and sets of them as bits of an integer."""

from __future__ import annotations

Cell = int
"""A place in the square, row by row from the south-west: A1 is 0, B1 is 1, A2 is 6, F6 is 35."""
NOWHERE: Cell = -1
"""The place of a figure that is lost."""
Bits = int
"""A set of cells: bit 0 is A1."""

SIZE = 6
COLUMNS = "ABCDEF"
NAMES = tuple(f"{column}{row}" for row in range(1, SIZE + 1) for column in COLUMNS)
CELLS = {name: cell for cell, name in enumerate(NAMES)}

ALL: Bits = (1 << SIZE * SIZE) - 1
WEST_EDGE: Bits = sum(1 << cell for cell in range(0, SIZE * SIZE, SIZE))
EAST_EDGE: Bits = WEST_EDGE << SIZE - 1
SOUTH_EDGE: Bits = (1 << SIZE) - 1
NORTH_EDGE: Bits = SOUTH_EDGE << SIZE * (SIZE - 1)
BORDER: Bits = WEST_EDGE | EAST_EDGE | SOUTH_EDGE | NORTH_EDGE


def bit(cell: Cell) -> Bits:
    """Make the set of one cell; nowhere gives the empty one."""
    return 1 << cell if cell >= 0 else 0


def cells_in(bits: Bits) -> list[Cell]:
    """List the cells of a set in their order."""
    cells = []
    while bits:
        lowest = bits & -bits
        cells.append(lowest.bit_length() - 1)
        bits ^= lowest
    return cells


def names_in(bits: Bits) -> tuple[str, ...]:
    """Name the cells of a set in their order."""
    return tuple(NAMES[cell] for cell in cells_in(bits))


def beside(bits: Bits) -> Bits:
    """Find the cells that share an edge with one of a set."""
    rows = (bits << SIZE & ALL) | bits >> SIZE
    return rows | (bits & ~EAST_EDGE) << 1 | (bits & ~WEST_EDGE) >> 1


def around(bits: Bits) -> Bits:
    """Find the cells that share an edge or a corner with one of a set."""
    row = bits | (bits & ~EAST_EDGE) << 1 | (bits & ~WEST_EDGE) >> 1
    return (row | row << SIZE | row >> SIZE) & ALL & ~bits


def neighbours(cell: Cell) -> tuple[Cell | None, ...]:
    """Name the cells to the north, east, south and west; None beyond the edge."""
    column, row = cell % SIZE, cell // SIZE
    return (
        cell + SIZE if row < SIZE - 1 else None,
        cell + 1 if column < SIZE - 1 else None,
        cell - SIZE if row else None,
        cell - 1 if column else None,
    )


def distance(cell: Cell, other: Cell) -> int:
    """Count the edges between two cells, as a wave runs."""
    return abs(cell % SIZE - other % SIZE) + abs(cell // SIZE - other // SIZE)
