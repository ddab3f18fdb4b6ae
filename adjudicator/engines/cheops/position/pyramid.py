"""The pyramid: eleven rows of cells, the cells below each one, and those that touch it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NewType

Cell = NewType("Cell", int)
"""A cell is its index on the board: A1 to A11 from the left, then B1, up to K1."""

ROWS = "ABCDEFGHIJK"
"""The letters of the rows, from the bottom."""
ROW_LENGTHS = {row: len(ROWS) - level for level, row in enumerate(ROWS)}
"""How many cells a row has."""

CELL_NAMES = tuple(f"{row}{place}" for row in ROWS for place in range(1, ROW_LENGTHS[row] + 1))
"""The name of each cell, as in ``CELL_NAMES[0] == "A1"``."""
SIZE = len(CELL_NAMES)
CELLS = tuple(map(Cell, range(SIZE)))
CELL_BY_NAME = dict(zip(CELL_NAMES, CELLS, strict=True))

BOTTOM = CELLS[: ROW_LENGTHS["A"]]

_LEVELS_AND_PLACES = tuple((ROWS.index(name[0]), int(name[1:]) - 1) for name in CELL_NAMES)


def _cells_at(level: int, place: int) -> tuple[Cell, ...]:
    """Give the cell at a place of a row, both counted from 0; none outside the pyramid."""
    if not (0 <= level < len(ROWS) and 0 <= place < len(ROWS) - level):
        return ()
    return (CELL_BY_NAME[f"{ROWS[level]}{place + 1}"],)


# A row is set in by half a cell: the cell (level, place) rests on (level - 1, place) and (level - 1, place + 1).
BELOW = tuple(_cells_at(level - 1, place) + _cells_at(level - 1, place + 1) for level, place in _LEVELS_AND_PLACES)
"""The two cells that a cell rests on; none in the bottom row."""

ABOVE = tuple(_cells_at(level + 1, place - 1) + _cells_at(level + 1, place) for level, place in _LEVELS_AND_PLACES)
"""The cells that rest on a cell, two at most."""

TOUCHING = tuple(
    _cells_at(level, place - 1) + _cells_at(level, place + 1) + BELOW[cell] + ABOVE[cell]
    for cell, (level, place) in enumerate(_LEVELS_AND_PLACES)
)
"""The cells around a cell, six at most."""

SUPPORTS = tuple((cell, *BELOW[cell]) for cell in CELLS if BELOW[cell])
"""Each cell above the bottom row with the two below it."""


def measure_distance(one: Cell, other: Cell) -> int:
    """Measure how far apart two cells are, in half cells across and rows up."""
    (level, place), (other_level, other_place) = _LEVELS_AND_PLACES[one], _LEVELS_AND_PLACES[other]
    across = 2 * place + level - 2 * other_place - other_level
    return abs(across) + 2 * abs(level - other_level)


def list_row_cells(row: str) -> Sequence[Cell]:
    """List the cells of a row from the left."""
    first = CELL_BY_NAME[f"{row}1"]
    return CELLS[first : first + ROW_LENGTHS[row]]
