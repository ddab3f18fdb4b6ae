"""The square drawn in characters: every card with the walls of its corridor, so that one sees where it leads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from adjudicator.engines.pharao.filling import filled
from adjudicator.engines.pharao.grid import COLUMNS, SIZE
from adjudicator.engines.pharao.square import Square

HIDDEN = "###"
FLIPPED = "???"
START = "@"
"""Stands on the start card."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The characters of a card, walls included."""

    width: int
    height: int
    inset: int
    """How far from the card's edges the walls to the west and east stand."""

    @property
    def right(self) -> int:
        """The place of the wall to the east."""
        return self.width - 1 - self.inset

    @property
    def bottom(self) -> int:
        """The line of the wall to the south."""
        return self.height - 1


WIDE = Frame(11, 5, 2)
NARROW = Frame(6, 5, 0)
EDGE = ":"
"""Stands to the west and the east of the square: no line is empty, as letters make one of several that are."""


@dataclass(frozen=True, slots=True)
class Picture:
    """The lines of a board, and the cards on which more stands than they have room for."""

    columns: str
    """The line with the letters above and below."""
    lines: tuple[str, ...]
    crowded: tuple[Square, ...]


def picture_of(squares: Sequence[Square], frame: Frame) -> Picture:
    """Draw the square from the north down.

    Walls are ``-`` and ``|``, those of chambers ``=``, ``[`` and ``]``; the corners of a card are ``x`` if it falls
    next, and ``o`` if a trap came over it.
    """
    columns = "".join(letter.center(frame.width) for letter in COLUMNS)
    lines, crowded = list[str](), list[Square]()
    for row in range(SIZE - 1, -1, -1):
        cards = []
        for square in squares[row * SIZE : (row + 1) * SIZE]:
            card, full = _drawn(square, frame)
            cards.append(card)
            crowded += [square] * full
        for number, pieces in enumerate(zip(*cards, strict=True)):
            label = str(row + 1) if number == frame.height // 2 else " "
            lines.append(f"{label}{EDGE}{''.join(pieces)}{EDGE}{label}".rstrip())
    return Picture(f"  {columns}".rstrip(), tuple(lines), tuple(crowded))


def _drawn(square: Square, frame: Frame) -> tuple[list[str], bool]:
    """Draw a card; tell whether some of what is on it had no room."""
    canvas, full = [[" "] * frame.width for _ in range(frame.height)], False
    if square.state in ("hidden", "flipped"):
        back = HIDDEN if square.state == "hidden" else FLIPPED
        canvas[frame.height // 2] = list(back.center(frame.width))
    elif square.standing:
        _build(canvas, square, frame)
        marks = [*([START] if square.state == "start" else ()), *square.marks]
        full = filled(canvas, marks, range(frame.inset + 1, frame.right))
    if square.falls or square.struck:
        for line in (canvas[0], canvas[-1]):
            line[0] = line[-1] = "x" if square.falls else "o"
    return ["".join(line) for line in canvas], full


def _build(canvas: list[list[str]], square: Square, frame: Frame) -> None:
    """Draw the walls of a card: those across its closed sides, and those along the ways out to west and east."""
    flat, west, east = ("=", "[", "]") if square.chamber else ("-", "|", "|")
    for side, place, wall in (("W", frame.inset, west), ("E", frame.right, east)):
        for line in range(frame.height):
            is_corner = line in (0, frame.bottom)
            if side not in square.sides:
                canvas[line][place] = wall
            elif is_corner:
                outer = range(frame.inset) if side == "W" else range(frame.right + 1, frame.width)
                for column in outer:
                    canvas[line][column] = flat
                canvas[line][place] = "+"
    for side, line in (("N", 0), ("S", frame.bottom)):
        if side not in square.sides:
            for column in range(frame.inset + 1, frame.right):
                canvas[line][column] = flat
            for place in (frame.inset, frame.right):
                canvas[line][place] = flat if canvas[line][place] == "+" else "+"
