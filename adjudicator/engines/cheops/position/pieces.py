"""The pieces on the board: treasures in six colours, face-down laws, and the tiles that take their places.

A board is a text of one character a cell, so that it can be compared, stored and read at a glance.
"""

from __future__ import annotations

from typing import Final, Literal, NewType

from adjudicator.engines.cheops.position.pyramid import Cell

Colour = Literal["R", "G", "B", "O", "N", "M"]
"""Red, green, blue, orange, black (noir, nero) and brown (marron, marrone)."""
Family = Literal["1", "2", "3", "4"]
Tile = Literal["1", "2", "3", "4", "V"]
Families = str
"""Several family tiles, one character each: a hand or a stack."""
Board = NewType("Board", str)

COLOURS: tuple[Colour, ...] = ("R", "G", "B", "O", "N", "M")
COLOUR_INDEX = {colour: index for index, colour in enumerate(COLOURS)}
"""The place of a colour in every tuple that has a value for each colour."""
TREASURES = 10
"""Treasures per colour on the pyramid."""

FACE_DOWN_LAW: Final = "?"
FAMILIES: tuple[Family, ...] = ("1", "2", "3", "4")
NEIGHBOUR: Final = "V"
TILE_KINDS: tuple[Tile, ...] = ("1", "2", "3", "4", "V")
TILES: frozenset[str] = frozenset(TILE_KINDS)
FAMILY_TILES = 16
"""Tiles per family."""
HAND_SIZE = 4
NEIGHBOURS = 4
NEIGHBOUR_PRICE = 20

_COLOUR_OF: dict[str, Colour] = {colour: colour for colour in COLOURS}


def read_colour(text: str) -> Colour | None:
    """Read the letter of a colour; None for any other text, and for a piece that is no treasure."""
    return _COLOUR_OF.get(text)


def treasure_at(board: Board, cell: Cell) -> Colour:
    """Give the colour of the treasure on a cell. Raises `KeyError` if a law or a tile lies there."""
    return _COLOUR_OF[board[cell]]


def put_piece(board: Board, cell: Cell, piece: str) -> Board:
    """Put a piece where another one lies."""
    return Board(board[:cell] + piece + board[cell + 1 :])


def is_cleared(board: Board) -> bool:
    """Tell whether nothing is left to take."""
    return TILES.issuperset(board)
