"""The square drawn in characters: every card with the walls of its corridor, so that one sees where it leads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from adjudicator.engines.pharao.filling import Canvas, filled
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
    canvas: Canvas = [[" "] * frame.width for _ in range(frame.height)]
    full = False
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


def _build(canvas: Canvas, square: Square, frame: Frame) -> None:
    """Draw the walls of a card: across the sides that are closed, and along the ways out to the west and the east."""
    flat, west, east = ("=", "[", "]") if square.chamber else ("-", "|", "|")
    sides, across = square.sides, range(frame.inset + 1, frame.right)
    for place, wall, side in ((frame.inset, west, "W"), (frame.right, east, "E")):
        if side not in sides:
            for line in canvas:
                line[place] = wall
    for line, side in ((canvas[0], "N"), (canvas[-1], "S")):
        if side not in sides:
            _fill(line, across, flat)
        for place, outside, beside in (
            (frame.inset, range(frame.inset), "W"),
            (frame.right, range(frame.right + 1, frame.width), "E"),
        ):
            if beside in sides:
                _fill(line, outside, flat)
            if (side in sides) == (beside in sides):
                line[place] = "+"
            elif beside in sides:
                line[place] = flat


def _fill(line: list[str], places: range, sign: str) -> None:
    for place in places:
        line[place] = sign
