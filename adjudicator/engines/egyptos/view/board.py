"""The window of the plane that a board shows: the lines, the pyramids on them, and those outside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from adjudicator.engines.egyptos.position.coordinates import (
    FIRST,
    Cell,
    cell_at,
    column_label,
    name_of,
    names_of,
    offsets,
    row_label,
)
from adjudicator.engines.egyptos.position.position import Stones

Frame = tuple[int, int, int]
"""The characters of a line, the blanks before it, and the lines at most."""

WIDE: Frame = (72, 2, 40)
NARROW: Frame = (40, 0, 40)
SVG: Frame = (130, 0, 40)


@dataclass(frozen=True, slots=True)
class Square:
    """One cell of a board."""

    name: str
    stone: str = ""
    """``black``, ``gold`` or nothing."""
    touches: bool = False
    last: bool = False
    """The last step led here."""
    vacated: bool = False
    """The last step led away from here."""
    wins: bool = False

    @property
    def marked(self) -> bool:
        """Whether a picture shows anything in it."""
        return bool(self.stone) or self.touches or self.last or self.vacated or self.wins

    @property
    def mark(self) -> str:
        """The characters that stand for it in a text."""
        sign = {"black": "X", "gold": "O"}.get(self.stone, "." if self.touches else "")
        return f"({sign})" if self.last else f"[{sign}]" if self.wins else sign


@dataclass(frozen=True, slots=True)
class Line:
    """One row of a board, from left to right."""

    label: str
    squares: tuple[Square, ...]

    def marks(self, pitch: int) -> str:
        """Write the characters that stand for its squares in a text, each square so many wide."""
        return "".join([square.mark.center(pitch) for square in self.squares])


@dataclass(frozen=True, slots=True)
class Board:
    """A window, from the highest row down, and the pyramids that lie outside it."""

    columns: tuple[str, ...]
    lines: tuple[Line, ...]
    pitch: int
    """The characters that a cell takes."""
    margin: int
    """The characters before the first cell."""
    black_outside: tuple[str, ...]
    gold_outside: tuple[str, ...]
    example: str
    """The name of a cell beyond the letters or numbers; empty when the window shows none."""

    @property
    def signs(self) -> tuple[str, ...]:
        """The signs of the text boards that need to be explained."""
        squares = [square for line in self.lines for square in line.squares]
        shown = {
            "first": not any(square.stone for square in squares),
            "touches": any(square.touches for square in squares) and any(square.stone for square in squares),
            "last": any(square.last for square in squares),
            "wins": any(square.wins for square in squares),
        }
        return tuple(sign for sign, there in shown.items() if there)

    @property
    def letters(self) -> str:
        """The line of letters above and below."""
        return " " * (self.margin + 1) + "".join(letters.center(self.pitch) for letters in self.columns)


class Table(NamedTuple):
    """Everything that a board is drawn from."""

    stones: Stones
    frontier: tuple[Cell, ...]
    """The empty cells that touch a pyramid."""
    last: tuple[Cell, ...]
    """The cells of the last step."""
    row: tuple[Cell, ...]
    """The row that won."""
    movable: tuple[Cell, ...]
    """The pyramids that the player to move can move."""


def board_of(table: Table, frame: Frame) -> Board:
    """Choose the window, all pyramids and one line more on each side if they fit, and fill it."""
    across, up, pitch, margin = _window(table, frame)
    stones, last, row = table.stones, table.last, table.row
    black, gold, empty = (frozenset(cells) for cells in (*stones, table.frontier))

    def square(cell: Cell) -> Square:
        stone = "black" if cell in black else "gold" if cell in gold else ""
        return Square(name_of(cell), stone, cell in empty, cell in last[-1:], cell in last[:-1], cell in row)

    def line(level: int) -> Line:
        cells = map(Cell, range(cell_at(across[0], level), cell_at(across[-1], level) + 1))
        return Line(row_label(level), tuple([marked.get(cell) or _bare(cell) for cell in cells]))

    def outside(cells: frozenset[Cell]) -> tuple[str, ...]:
        return names_of(cell for cell in cells if not _shows(across, up, cell))

    marked = {cell: square(cell) for cell in black | gold | empty | {*last, *row}}
    lines = [line(level) for level in up[::-1]]
    squares = (square for line in lines for square in line.squares)
    return Board(
        columns=tuple(map(column_label, across)),
        lines=tuple(lines),
        pitch=pitch,
        margin=margin,
        black_outside=outside(black),
        gold_outside=outside(gold),
        example=next((square.name for square in squares if square.name[0] == "(" and square.mark), ""),
    )


@lru_cache(maxsize=4096)
def _bare(cell: Cell) -> Square:
    """Show a cell on which nothing stands and which touches nothing, as most of them are."""
    return Square(name_of(cell))


def _shows(across: range, up: range, cell: Cell) -> bool:
    column, row = offsets(cell)
    return column in across and row in up


def _window(table: Table, frame: Frame) -> tuple[range, range, int, int]:
    """Give the columns and rows to show, the width of a cell and that of the margin."""
    width, indent, height = frame
    stones = (*table.stones[0], *table.stones[1]) or (FIRST,)
    columns, rows = zip(*map(offsets, stones), strict=True)
    column, row = offsets(table.last[-1] if table.last else stones[0])
    movable = [offsets(cell) for cell in table.movable]
    across, up = _around(columns), _around(rows)
    pitch = max(3, 1 + max(len(column_label(end)) for end in (across[0], across[-1])))
    label = max(len(row_label(end)) for end in (up[0], up[-1]))
    room = (width - indent - 2 * label - 2) // pitch
    across = _scrolled(across, room, column, [place[0] for place in movable])
    return across, _scrolled(up, height, row, [place[1] for place in movable]), pitch, indent + label


def _around(lines: tuple[int, ...]) -> range:
    return range(min(lines) - 1, max(lines) + 2)


def _scrolled(lines: range, room: int, focus: int, crowd: Sequence[int]) -> range:
    """Cut the lines to the room there is: with the focus, and with most of the crowd; of equal cuts the one with the
    focus nearest to its middle.
    """
    if len(lines) <= room:
        return lines

    def merit(cut: range) -> tuple[int, int, int]:
        return focus in cut, sum(line in cut for line in crowd), -abs(focus - cut[room // 2])

    return max((range(start, start + room) for start in range(lines.start, lines.stop - room + 1)), key=merit)
