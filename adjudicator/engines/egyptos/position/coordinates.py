"""The unbounded plane: a cell is one integer, and its name is the same all match long.

A cell counts from M13, where the first pyramid stands: ``row * SPAN + column``, both signed. Steps in a direction are
then additions, and the order of the integers is the order of reading from the lowest row up. A step widens the plane by
one cell at most, so that nobody comes near two thousand million columns.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NewType

Cell = NewType("Cell", int)

SPAN = 1 << 32
REACH = 12
"""How far the letters A to Y and the numbers 1 to 25 go from M13, each way."""

FIRST = Cell(0)
"""M13."""


def cell_at(column: int, row: int) -> Cell:
    """Give the cell so many columns and rows away from M13."""
    return Cell(row * SPAN + column)


@lru_cache(maxsize=4096)
def offsets(cell: Cell) -> tuple[int, int]:
    """Give a cell's column and row, counted from M13."""
    row = (cell + SPAN // 2) // SPAN
    return cell - row * SPAN, row


def column_label(column: int) -> str:
    """Write a column as the boards do: its letter, or its offset where the letters have run out."""
    return chr(ord("M") + column) if abs(column) <= REACH else f"{column:+d}"


def row_label(row: int) -> str:
    """Write a row as the boards do: its number, or its offset where the numbers have run out."""
    return str(13 + row) if abs(row) <= REACH else f"{row:+d}"


@lru_cache(maxsize=4096)
def name_of(cell: Cell) -> str:
    """Write a cell in its canonical form, ``M14`` or ``(-13:+2)``."""
    column, row = offsets(cell)
    if abs(column) <= REACH and abs(row) <= REACH:
        return column_label(column) + row_label(row)
    return f"({column:+d}:{row:+d})"


def spoken_name(cell: Cell) -> str:
    """Write a cell; of one that no board will ever show, the row as people write it: ``M99``."""
    column, row = offsets(cell)
    return f"{column_label(column)}{13 + row}" if abs(column) <= REACH and row > 2 * REACH else name_of(cell)


def names_of(cells: Iterable[Cell]) -> tuple[str, ...]:
    """Write cells in their canonical form, column by column, as people list them."""
    return tuple(name_of(cell) for cell in sorted(cells, key=offsets))


@lru_cache(maxsize=65536)  # a refused order is compared with hundreds of legal ones
def distance(one: Cell, other: Cell) -> int:
    """Measure how far apart two cells are, as the square of the straight line."""
    (column, row), (across, up) = offsets(one), offsets(other)
    return (column - across) ** 2 + (row - up) ** 2
