"""The table as boards show it: the pyramid, the price tables, the stacks and the players' things."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Literal

from adjudicator.engines.cheops.position.laws import Law
from adjudicator.engines.cheops.position.pieces import (
    COLOUR_INDEX,
    COLOURS,
    FACE_DOWN_LAW,
    FAMILIES,
    NEIGHBOUR,
    Board,
    Colour,
)
from adjudicator.engines.cheops.position.position import Position
from adjudicator.engines.cheops.position.pricetables import Entry
from adjudicator.engines.cheops.position.pyramid import CELL_NAMES, ROW_LENGTHS, ROWS, Cell, list_row_cells
from adjudicator.engines.contract import Seat


@dataclass(frozen=True, slots=True)
class Square:
    """One cell of the pyramid."""

    name: str
    piece: str
    """A treasure's colour, ``?`` for a face-down law, a family or ``V``."""
    families: str = ""
    """The families that the player to move could lay here now."""

    @property
    def kind(self) -> Literal["treasure", "law", "family", "neighbour"]:
        """Kind of the piece that lies on it."""
        if self.piece == FACE_DOWN_LAW:
            return "law"
        if self.piece == NEIGHBOUR:
            return "neighbour"
        return "family" if self.piece in FAMILIES else "treasure"

    @property
    def mark(self) -> str:
        """The characters that stand for it in a text: marked where the player to move could lay a tile."""
        return f"[{self.piece}]" if self.families else f" {self.piece} "


@dataclass(frozen=True, slots=True)
class Line:
    """One row of the pyramid, from left to right."""

    label: str
    squares: tuple[Square, ...]

    @property
    def indent(self) -> int:
        """Indent in half cells, from the left end of the bottom row."""
        return ROW_LENGTHS["A"] - len(self.squares)

    def margin(self, pitch: int) -> str:
        """The blanks before it in a text in which a cell takes `pitch` characters."""
        return " " * (self.indent * pitch // 2)


@dataclass(frozen=True, slots=True)
class Number:
    """One row of a price table."""

    entry: Entry
    covered: bool
    valid: bool
    """Whether it is the number that counts now."""
    law7: str
    """The number of law 7, if it lies here; else empty."""
    attested: bool

    @property
    def text(self) -> str:
        """The entry in print: ``15``, ``15/5`` (others, majority) or ``5x``."""
        return self.entry.text

    @property
    def kind(self) -> Literal["law7", "multiple", "majority", "plain"]:
        """The kind of sentence that explains it."""
        return "law7" if self.law7 else self.entry.kind

    @property
    def mark(self) -> str:
        """The characters that stand for it in a text: covered numbers are struck out."""
        return "--" if self.covered else self.law7 or self.text


@dataclass(frozen=True, slots=True)
class Column:
    """The price table of one colour."""

    colour: Colour
    numbers: tuple[Number, ...]
    law: Law
    """The law under it."""
    full: bool

    @property
    def covered(self) -> int:
        """How many numbers are covered, by sold treasures."""
        return sum(number.covered for number in self.numbers)

    @property
    def free_numbers(self) -> tuple[Number, ...]:
        """The numbers that are not covered."""
        return tuple(number for number in self.numbers if not number.covered)

    @property
    def free(self) -> int:
        """How many more treasures can be sold before it is full."""
        return sum(not number.covered for number in self.numbers) - 1

    @property
    def now(self) -> str:
        """The number that counts now."""
        return next(number.law7 or number.text for number in self.numbers if number.valid)


@dataclass(frozen=True, slots=True)
class Stack:
    """A stack of family tiles."""

    number: int
    top: str
    """The family on top; empty when there is none."""
    height: int
    drawable: bool
    """Whether the player to move could draw from it now."""


@dataclass(frozen=True, slots=True)
class Seated:
    """The tiles, treasures, laws and money of one seat."""

    seat: Seat
    hand: tuple[str, ...]
    kept: tuple[tuple[Colour, int], ...]
    """Each colour of which the seat has kept treasures, and how many."""
    laws: tuple[Law, ...]
    cash: int | None
    """None if the viewer may not know it."""


def draw_lines(board: Board, families: tuple[tuple[Cell, str], ...]) -> tuple[Line, ...]:
    """Draw the pyramid from the top row down; `families` are those that may be laid, by cell."""
    placeable = dict(families)
    return tuple(
        Line(row, tuple(Square(CELL_NAMES[cell], board[cell], placeable.get(cell, "")) for cell in list_row_cells(row)))
        for row in reversed(ROWS)
    )


def draw_columns(position: Position, attested: tuple[tuple[bool, ...], ...]) -> tuple[Column, ...]:
    """Draw the price tables, in the order of the colours."""
    return tuple(
        Column(colour, _draw_numbers(position, colour, flags), position.law_under(colour), position.is_full(colour))
        for colour, flags in zip(COLOURS, attested, strict=True)
    )


def list_table_rows(columns: Sequence[Column]) -> list[list[str]]:
    """Draw price tables as rows of cells: the colours, the numbers, and the laws under the tables if there are any."""
    marks = [[number.mark for number in column.numbers] for column in columns]
    rows: list[list[str]] = [[column.colour for column in columns], *map(list, zip_longest(*marks, fillvalue=""))]
    laws = [f"L{column.law:d}" if column.law else "" for column in columns]
    return [*rows, laws] if any(laws) else rows


def _draw_numbers(position: Position, colour: Colour, attested: tuple[bool, ...]) -> tuple[Number, ...]:
    index = COLOUR_INDEX[colour]
    covered = position.covered[index]

    def number(row: int, entry: Entry) -> Number:
        law7 = str(position.numeral) if position.laws.over == (index, row) else ""
        return Number(entry, row < covered, row == covered, law7, attested[row])

    return tuple(number(row, entry) for row, entry in enumerate(position.tables[index]))
