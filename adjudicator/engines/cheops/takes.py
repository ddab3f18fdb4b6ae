"""The steps that lay a tile and take what lies there, for families, neighbours and law 11 alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from adjudicator.engines.cheops.fates import fates
from adjudicator.engines.cheops.pieces import COLOURS, LAW, Board, Tile
from adjudicator.engines.cheops.placement import family_cells
from adjudicator.engines.cheops.position import Position, Step
from adjudicator.engines.cheops.pyramid import NAMES, Cell

Endings = Mapping[str, tuple[str, ...]]
"""What may stand behind the cell, by what lies on it."""

_SPACED = tuple(f" {name}" for name in NAMES)


def endings(position: Position) -> dict[str, tuple[str, ...]]:
    """Give the words that may follow a cell: what becomes of a treasure, and nothing for a law."""
    found = {colour: tuple(f" {fate}" for fate in fates(position, place)) for place, colour in enumerate(COLOURS)}
    return found | {LAW: ("",)}


def takes(board: Board, tile: Tile, cells: Iterable[Cell], words: Endings) -> list[Step]:
    """List the steps that lay a tile on one of these cells."""
    return [tile + _SPACED[cell] + word for cell in cells for word in words[board[cell]]]


def family_takes(position: Position, prefix: str = "", words: Endings | None = None) -> list[Step]:
    """List the steps that lay a family of the hand."""
    board, words = position.board, words or endings(position)
    steps: list[Step] = []
    for family in sorted(set(position.mover.hand)):
        steps += takes(board, prefix + family, family_cells(board, family), words)
    return steps
