"""Where tiles may be laid: families beside no tile of their own, neighbours anywhere that is open.

The same board is asked about many times between two tiles, so the answers are cached.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from adjudicator.engines.cheops.position.pieces import NEIGHBOUR, TILES, Board, put_piece
from adjudicator.engines.cheops.position.pyramid import BELOW, BOTTOM, SUPPORTS, TOUCHING, Cell


@lru_cache(maxsize=1024)
def open_cells(board: Board) -> tuple[Cell, ...]:
    """List the cells with something to take in the bottom row or on two tiles (CHEOPS-PLACE-1 to -3, D4)."""
    bottom = [cell for cell in BOTTOM if board[cell] not in TILES]
    higher = [
        cell
        for cell, left, right in SUPPORTS
        if board[cell] not in TILES and board[left] in TILES and board[right] in TILES
    ]
    return (*bottom, *higher)


@lru_cache(maxsize=4096)
def family_cells(board: Board, family: str) -> tuple[Cell, ...]:
    """List the open cells that touch no tile of a family (CHEOPS-PLACE-4, D3)."""
    return tuple(cell for cell in open_cells(board) if family not in [board[beside] for beside in TOUCHING[cell]])


def can_place_family(board: Board, hand: Collection[str]) -> bool:
    """Tell whether any family of a hand may be laid somewhere."""
    return any(family_cells(board, family) for family in hand)


def neighbour_cells(board: Board, hand: Collection[str], *, check: bool) -> tuple[Cell, ...]:
    """List the cells where a neighbour may be laid: with the check, those that leave the hand a cell (D5, Q3)."""
    cells = open_cells(board)
    # The neighbour takes one cell. If the hand has two cells or more, one is left, and no board need be tried.
    if not check or len({cell for family in hand for cell in family_cells(board, family)}) > 1:
        return cells
    return tuple(cell for cell in cells if can_place_family(put_piece(board, cell, NEIGHBOUR), hand))


def missing_supports(board: Board, cell: Cell) -> tuple[Cell, ...]:
    """List the cells below that have no tile yet."""
    return tuple(below for below in BELOW[cell] if board[below] not in TILES)


def same_family_beside(board: Board, cell: Cell, family: str) -> tuple[Cell, ...]:
    """List the tiles of a family that touch a cell."""
    return tuple(sorted(beside for beside in TOUCHING[cell] if board[beside] == family))
