"""The square of six by six cards: its cells, and sets of cells as bits of an integer.

A set as an integer makes "which cells are beside these?" a few shifts instead of a loop: the engine asks that for every
legal step.
"""

from __future__ import annotations

from typing import NewType

Cell = NewType("Cell", int)
"""A place in the square, row by row from the south-west: A1 is 0, B1 is 1, A2 is 6, F6 is 35."""
NOWHERE = Cell(-1)
"""The place of a lost figure, and of a card that is not there."""
Bits = int
"""A set of cells: bit 0 is A1."""

SIZE = 6
COLUMNS = "ABCDEF"
NAMES = tuple(f"{column}{row}" for row in range(1, SIZE + 1) for column in COLUMNS)
ALL_CELLS = tuple(map(Cell, range(SIZE * SIZE)))
CELLS = dict(zip(NAMES, ALL_CELLS, strict=True))

ALL: Bits = (1 << SIZE * SIZE) - 1
WEST_EDGE: Bits = sum(1 << cell for cell in range(0, SIZE * SIZE, SIZE))
EAST_EDGE: Bits = WEST_EDGE << SIZE - 1
SOUTH_EDGE: Bits = (1 << SIZE) - 1
NORTH_EDGE: Bits = SOUTH_EDGE << SIZE * (SIZE - 1)
BORDER: Bits = WEST_EDGE | EAST_EDGE | SOUTH_EDGE | NORTH_EDGE


def bit(cell: Cell) -> Bits:
    """Make the set of one cell; `NOWHERE` gives the empty set."""
    return 1 << cell if cell >= 0 else 0


def cells_in(bits: Bits) -> list[Cell]:
    """List the cells of a set in their order."""
    cells = []
    while bits:
        lowest = bits & -bits
        cells.append(ALL_CELLS[lowest.bit_length() - 1])
        bits ^= lowest
    return cells


def names_in(bits: Bits) -> tuple[str, ...]:
    """Name the cells of a set in their order."""
    return tuple(NAMES[cell] for cell in cells_in(bits))


def cells_beside(bits: Bits) -> Bits:
    """Find the cells that share an edge with a cell of the set. Cells of the set itself may be among them."""
    # A shift by one would wrap from the end of a row to the next row, so the edge is masked first.
    rows = (bits << SIZE & ALL) | bits >> SIZE
    return rows | (bits & ~EAST_EDGE) << 1 | (bits & ~WEST_EDGE) >> 1


def cells_around(bits: Bits) -> Bits:
    """Find the cells outside the set that share an edge or a corner with one of its cells."""
    row = bits | (bits & ~EAST_EDGE) << 1 | (bits & ~WEST_EDGE) >> 1
    return (row | row << SIZE | row >> SIZE) & ALL & ~bits


def neighbours(cell: Cell) -> tuple[Cell | None, ...]:
    """Name the cells to the north, east, south and west; None beyond the edge."""
    return _NEIGHBOURS[cell]


def distance(cell: Cell, other: Cell) -> int:
    """Count the edges between two cells, walls ignored."""
    return abs(cell % SIZE - other % SIZE) + abs(cell // SIZE - other // SIZE)


def _find_neighbours(cell: Cell) -> tuple[Cell | None, ...]:
    column, row = cell % SIZE, cell // SIZE
    return (
        ALL_CELLS[cell + SIZE] if row < SIZE - 1 else None,
        ALL_CELLS[cell + 1] if column < SIZE - 1 else None,
        ALL_CELLS[cell - SIZE] if row else None,
        ALL_CELLS[cell - 1] if column else None,
    )


_NEIGHBOURS = tuple(map(_find_neighbours, ALL_CELLS))
