"""The pyramid and the price tables as boards show them: rows of squares, columns of numbers."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.engines.cheops.pieces import COLOURS, FAMILIES, LAW, NEIGHBOUR
from adjudicator.engines.cheops.position import Law, Position
from adjudicator.engines.cheops.pricetables import Entry
from adjudicator.engines.cheops.pyramid import LENGTHS, NAMES, ROWS, row_cells


@dataclass(frozen=True, slots=True)
class Square:
    """One cell of the pyramid."""

    name: str
    piece: str
    """A treasure's colour, ``?`` for a face-down law, a family or ``V``."""
    families: str = ""
    """The families that the player to move could lay here now."""

    @property
    def kind(self) -> str:
        """``treasure``, ``law``, ``family`` or ``neighbour``."""
        if self.piece == LAW:
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
        """How many half cells the row is set in from the bottom row's left end."""
        return LENGTHS["A"] - len(self.squares)


@dataclass(frozen=True, slots=True)
class Number:
    """One row of a price table."""

    text: str
    """The entry in print: ``15``, ``15/5`` (others, majority) or ``5x``."""
    covered: bool
    valid: bool
    """Whether it is the number that counts now."""
    law7: str
    """What law 7 on it says instead; empty without."""
    attested: bool

    @property
    def mark(self) -> str:
        """The characters that stand for it in a text: covered numbers are struck out."""
        return "--" if self.covered else self.law7 or self.text


@dataclass(frozen=True, slots=True)
class Column:
    """The price table of one colour."""

    colour: str
    numbers: tuple[Number, ...]
    law: Law
    """The law under it, or 0."""
    full: bool

    @property
    def free(self) -> int:
        """How many more treasures can be sold before it is full."""
        return sum(not number.covered for number in self.numbers) - 1

    @property
    def now(self) -> str:
        """What counts now."""
        return next(number.law7 or number.text for number in self.numbers if number.valid)


def lines_of(board: str, families: tuple[tuple[int, str], ...]) -> tuple[Line, ...]:
    """Draw the pyramid from the top row down; `families` are those that may be laid, by cell."""
    placeable = dict(families)
    return tuple(
        Line(row, tuple(Square(NAMES[cell], board[cell], placeable.get(cell, "")) for cell in row_cells(row)))
        for row in reversed(ROWS)
    )


def columns_of(position: Position, attested: tuple[tuple[bool, ...], ...]) -> tuple[Column, ...]:
    """Draw the price tables, in the order of the colours."""
    return tuple(
        Column(colour, _numbers(position, place, attested[place]), position.laws.under[place], position.is_full(place))
        for place, colour in enumerate(COLOURS)
    )


def _numbers(position: Position, place: int, attested: tuple[bool, ...]) -> tuple[Number, ...]:
    covered = position.covered[place]

    def number(row: int, entry: Entry) -> Number:
        law7 = str(position.numeral) if position.laws.over == (place, row) else ""
        return Number(entry.text, row < covered, row == covered, law7, attested[row])

    return tuple(number(row, entry) for row, entry in enumerate(position.tables[place]))
