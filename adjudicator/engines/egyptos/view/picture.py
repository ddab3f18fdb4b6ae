"""The layout of the picture: where the cells and their labels are drawn. The template computes no place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from adjudicator.engines.egyptos.view.board import Board, Square
from adjudicator.engines.svg_layout import Placed, place_across, place_down, readable_size

CELL, EDGE = 40, 44
SMALLEST = 14
"""Size of the labels of a narrow window; a wide one is shown smaller, and has larger labels."""
FITTING = 2
"""Characters of a label that fit beside each other."""


@dataclass(frozen=True, slots=True)
class PlacedSquare:
    """A cell, placed by its upper left corner. `order` is the one that a click stands for; empty for none."""

    square: Square
    x: int
    y: int
    order: str


@dataclass(frozen=True, slots=True)
class Label:
    """The name of a column or row; `squeezed` if it is too long to be written as wide as it is."""

    text: str
    squeezed: bool


@dataclass(frozen=True, slots=True)
class Picture:
    """The picture, laid out."""

    width: int
    height: int
    interactive: bool
    font: int
    """The size of the labels."""
    columns: tuple[Placed[Label], ...]
    """The letters above the board, placed by the middles of their columns."""
    rows: tuple[Placed[Label], ...]
    """The numbers to its left, placed by their baselines."""
    squares: tuple[PlacedSquare, ...]
    """Those in which there is something to be seen or to be clicked."""

    @property
    def plane_width(self) -> int:
        """The width of the plane on which the cells lie, which ends 4 beyond them."""
        return self.width - 2 * (EDGE - 4)

    @property
    def plane_height(self) -> int:
        """Its height."""
        return self.height - 2 * (EDGE - 4)

    @property
    def right(self) -> int:
        """The middle of the numbers to the right of the board."""
        return self.width - EDGE // 2 + 1

    @property
    def bottom(self) -> int:
        """The baseline of the letters below the board."""
        return self.height - EDGE + 24


def lay_out(board: Board, offers: Mapping[str, str]) -> Picture:
    """Lay out a window. `offers` give cells their orders."""
    width = len(board.columns) * CELL + 2 * EDGE
    font = max(SMALLEST, readable_size(width))
    sink = font * 3 // 8  # from the middle of a row to the baseline of its label
    return Picture(
        width=width,
        height=len(board.lines) * CELL + 2 * EDGE,
        interactive=bool(offers),
        font=font,
        columns=place_across(map(_label, board.columns), EDGE + CELL // 2, EDGE - 14, CELL),
        rows=place_down((_label(line.label) for line in board.lines), EDGE // 2 - 1, EDGE + CELL // 2 + sink, CELL),
        squares=tuple(
            PlacedSquare(square, EDGE + column * CELL, EDGE + row * CELL, offers.get(square.name, ""))
            for row, line in enumerate(board.lines)
            for column, square in enumerate(line.squares)
            if square.marked or square.name in offers
        ),
    )


def _label(text: str) -> Label:
    return Label(text, squeezed=len(text) > FITTING)
