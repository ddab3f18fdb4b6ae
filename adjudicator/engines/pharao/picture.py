"""The square drawn in characters: every card with its own walls, so that one sees where it is open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from adjudicator.engines.pharao.grid import COLUMNS, SIZE
from adjudicator.engines.pharao.square import Square

HIDDEN = "###"
START = "@"
"""Stands on the start card."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The characters of a card, walls included."""

    width: int
    height: int
    margin: int
    """The characters before the first card, of which the row's number is the first."""


WIDE = Frame(11, 5, 2)
NARROW = Frame(6, 5, 2)


@dataclass(frozen=True, slots=True)
class Picture:
    """The lines of a board, and the cards on which more stands than they have room for."""

    columns: str
    """The line with the letters above and below."""
    lines: tuple[str, ...]
    crowded: tuple[Square, ...]


def picture_of(squares: Sequence[Square], frame: Frame) -> Picture:
    """Draw the square from the north down.

    Walls are ``-`` and ``|``, those of chambers ``=``; the corners of a card are ``x`` if it falls next, ``o`` if a
    trap came over it, else ``+``.
    """
    columns = "".join(letter.center(frame.width) for letter in COLUMNS)
    lines = list[str]()
    for row in range(SIZE - 1, -1, -1):
        cards = [_drawn(square, frame) for square in squares[row * SIZE : (row + 1) * SIZE]]
        for number, pieces in enumerate(zip(*cards, strict=True)):
            label = str(row + 1) if number == frame.height // 2 else " "
            lines.append(f"{label:{frame.margin}}{''.join(pieces)} {label}".rstrip())
    return Picture(
        columns=(" " * frame.margin + columns).rstrip(),
        lines=tuple(lines),
        crowded=tuple(square for square in squares if _packed(square, frame)[1]),
    )


def _drawn(square: Square, frame: Frame) -> list[str]:
    inner, middle = frame.width - 2, frame.height // 2
    if square.state == "fallen":
        return [" " * frame.width] * frame.height
    corner = "x" if square.falls else "o" if square.struck else "+"
    if square.state in ("hidden", "flipped"):
        edge = f"{corner if square.falls else '.'}{'':{inner}}{corner if square.falls else '.'}"
        inside = HIDDEN if square.state == "hidden" else "???"
        return [
            edge if number in (0, frame.height - 1) else (inside if number == middle else "").center(frame.width)
            for number in range(frame.height)
        ]
    wall = "=" if square.chamber else "-"
    north, south = (f"{corner}{_wall(inner, wall, is_open=side in square.sides)}{corner}" for side in "NS")
    contents, _ = _packed(square, frame)
    posts = [[_post(square, side, at_gap=number == middle) for side in "WE"] for number in range(1, frame.height - 1)]
    rows = [f"{west}{text.center(inner)}{east}" for (west, east), text in zip(posts, contents, strict=True)]
    return [north, *rows, south]


def _wall(width: int, wall: str, *, is_open: bool) -> str:
    if not is_open:
        return wall * width
    gap = 3 if width % 2 else 2
    return wall * ((width - gap) // 2) + " " * gap + wall * ((width - gap) // 2)


def _post(square: Square, side: str, *, at_gap: bool) -> str:
    return " " if at_gap and side in square.sides else "|"


def _packed(square: Square, frame: Frame) -> tuple[list[str], bool]:
    """Pack the signs of a card into the lines inside it, closer if they are many; tell whether some had no room."""
    inner, height = frame.width - 2, frame.height - 2
    marks = [*([START] if square.state == "start" else ()), *square.marks]
    for gap in (" ", ""):
        lines = _wrapped(marks, inner, gap)
        if len(lines) <= height:
            break
    crowded = len(lines) > height
    if crowded:
        lines = [*lines[: height - 1], f"{lines[height - 1][: inner - 1]}+"]
    if len(lines) == 1:
        lines = ["", *lines]
    return [*lines, *[""] * (height - len(lines))], crowded


def _wrapped(marks: Sequence[str], width: int, gap: str) -> list[str]:
    lines = [""]
    for mark in marks:
        longer = f"{lines[-1]}{gap if lines[-1] else ''}{mark}"
        if len(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(mark)
    return lines
