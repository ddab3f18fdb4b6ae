"""The pyramid: eleven rows of cells, what each cell rests on, and what touches it.

A cell is its number in the order of the board: A1 to A11 from the left, then B1, up to K1.
"""

from __future__ import annotations

Cell = int

ROWS = "ABCDEFGHIJK"
LENGTHS = {row: len(ROWS) - level for level, row in enumerate(ROWS)}
"""How many cells a row has."""

NAMES = tuple(f"{row}{place}" for row in ROWS for place in range(1, LENGTHS[row] + 1))
CELLS = {name: cell for cell, name in enumerate(NAMES)}
SIZE = len(NAMES)

BOTTOM = range(LENGTHS["A"])


def _at(level: int, place: int) -> tuple[Cell, ...]:
    """Give the cell of a place in a row, both counted from 0; none outside the pyramid."""
    if not (0 <= level < len(ROWS) and 0 <= place < len(ROWS) - level):
        return ()
    return (CELLS[f"{ROWS[level]}{place + 1}"],)


_PLACES = tuple((ROWS.index(name[0]), int(name[1:]) - 1) for name in NAMES)

BELOW = tuple(_at(level - 1, place) + _at(level - 1, place + 1) for level, place in _PLACES)
"""The two cells that a cell rests on; none in the bottom row."""

ABOVE = tuple(_at(level + 1, place - 1) + _at(level + 1, place) for level, place in _PLACES)
"""The cells that rest on a cell, two at most."""

TOUCHING = tuple(
    _at(level, place - 1) + _at(level, place + 1) + BELOW[cell] + ABOVE[cell]
    for cell, (level, place) in enumerate(_PLACES)
)
"""The cells around a cell, six at most."""

RESTING = tuple((cell, *below) for cell, below in enumerate(BELOW) if below)
"""Each cell above the bottom row with the two below it."""


def distance(one: Cell, other: Cell) -> int:
    """Measure how far apart two cells are, in half cells across and rows up."""
    (level, place), (height, spot) = _PLACES[one], _PLACES[other]
    return abs(2 * place + level - 2 * spot - height) + 2 * abs(level - height)


def row_cells(row: str) -> range:
    """List the cells of a row from the left."""
    first = CELLS[f"{row}1"]
    return range(first, first + LENGTHS[row])
