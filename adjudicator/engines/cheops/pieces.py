"""What lies on the board: treasures in six colours, face-down laws, and the tiles that took their places.

A board is a text of one character a cell, so that it can be compared, kept and read at a glance.
"""

from __future__ import annotations

from adjudicator.engines.cheops.pyramid import Cell

Board = str
Tile = str

COLOURS = "RGBONM"
"""Red, green, blue, orange, black (noir, nero) and brown (marron, marrone)."""
COLOUR_PLACES = {colour: place for place, colour in enumerate(COLOURS)}
TREASURES = 10
"""So many of each colour lie on the pyramid."""

LAW = "?"
FAMILIES = "1234"
NEIGHBOUR: Tile = "V"
TILES = FAMILIES + NEIGHBOUR
FAMILY_TILES = 16
"""So many tiles has each family."""
HAND = 4
NEIGHBOURS = 4
NEIGHBOUR_PRICE = 20


def with_piece(board: Board, cell: Cell, piece: str) -> Board:
    """Put a piece where another one lay."""
    return board[:cell] + piece + board[cell + 1 :]


def is_cleared(board: Board) -> bool:
    """Tell whether nothing is left to take."""
    return all(piece in TILES for piece in board)
