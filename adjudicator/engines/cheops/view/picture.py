"""The layout of the picture: where everything on the table is drawn. The template draws it, and computes no place.

The picture has a fixed width and grows downwards: the pyramid between the price tables, the lines that say what to do
next, buttons, stacks, players, remarks, and at the end the count.
"""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from adjudicator.engines.cheops.position.pieces import COLOURS, NEIGHBOUR, Colour
from adjudicator.engines.cheops.position.scoring import Count
from adjudicator.engines.cheops.view.board import Column, Line, Number, Seated, Square, Stack
from adjudicator.engines.contract import Seat
from adjudicator.engines.svg_layout import (
    READABLE,
    Button,
    Placed,
    buttons_height,
    place_across,
    place_buttons,
    place_down,
)

WIDTH, SIDE, TOP = 760, 20, 20
CELL, ROW = 60, 62
FITTING = 4
"""Characters of a mark that fit into a price table."""
CAPTION, CAPTION_LINE = 12, 28
"""Characters of a line of a caption, and how far it is to the next one."""
CROWDED = 4
"""Players with whom the columns of the count are narrow."""
FEW_ORDERS = 6
"""The most legal orders that are all written out as buttons. Of more, those that no place on the table stands for are
written out, and all orders for the one cell that is chosen."""
PLACELESS = ("end", "pass", "law", "remove", "pay", "discard", "hold", "law10", "joker")
"""The first words of the orders that no place on the table stands for."""
_LEFT = (WIDTH - 11 * CELL) // 2
_INNER = WIDTH - 2 * SIDE
_GROUND = TOP + 11 * ROW
_LINE = 30
"""From one line of text to the next."""
_PLAYER = 94
"""From one player to the next: a line for name, laws and money, and one for tiles and treasures."""
_TABLE = 78
"""From one price table to the next."""

NumberState = Literal["covered", "offered", "law7", "free"]


@dataclass(frozen=True, slots=True)
class Table:
    """Everything that the picture shows."""

    columns: tuple[Column, ...]
    lines: tuple[Line, ...]
    stacks: tuple[Stack, ...]
    neighbours: int
    players: tuple[Seated, ...]
    to_move: Seat | None
    counts: tuple[Count, ...]
    """Empty until the match is over."""


@dataclass(frozen=True, slots=True)
class PlacedNumber:
    """One number of a price table. `order` is the one that a click stands for, here and below; empty for none."""

    number: Number
    state: NumberState
    y: int
    height: int
    baseline: int
    font: int
    squeezed: bool
    """Whether its mark is too long to be written as wide as it is."""
    order: str


@dataclass(frozen=True, slots=True)
class PlacedColumn:
    """A price table."""

    column: Column
    x: int
    y: int
    height: int
    numbers: tuple[PlacedNumber, ...]
    law: int
    """The height at which a law under the table is drawn."""
    order: str


@dataclass(frozen=True, slots=True)
class PlacedSquare:
    """A cell of the pyramid."""

    square: Square
    x: int
    y: int
    lit: bool
    """Whether it can be clicked, or a family fits on it."""
    families: tuple[Placed[str], ...]
    """A mark for each family that fits on it: four colours in four places."""
    order: str


@dataclass(frozen=True, slots=True)
class PlacedStack:
    """A stack of tiles. `backs` are the tiles below the top one, the lowest first."""

    stack: Stack
    x: int
    y: int
    backs: tuple[Placed[int], ...]
    order: str


@dataclass(frozen=True, slots=True)
class PlacedPlayer:
    """The things in front of a player, in two lines."""

    seated: Seated
    y: int
    moves: bool
    hand: tuple[Placed[str], ...]
    kept: tuple[Placed[tuple[Colour, int]], ...]
    laws: tuple[Placed[int], ...]


@dataclass(frozen=True, slots=True)
class CountPanel:
    """The count at the end: a line for each colour, a column for each player."""

    y: int
    players: tuple[Placed[Seated], ...]
    """Placed at the right edges of their columns."""
    lines: tuple[Placed[Count], ...]
    crowded: bool
    """Whether the columns have room for short names and for sums alone."""


@dataclass(frozen=True, slots=True)
class Picture:
    """The picture, laid out."""

    height: int
    interactive: bool
    columns: tuple[PlacedColumn, ...]
    squares: tuple[PlacedSquare, ...]
    said: tuple[Placed[str], ...]
    buttons: tuple[Button, ...]
    stacks: tuple[PlacedStack, ...]
    neighbours: tuple[Placed[str], ...]
    neighbours_y: int
    players: tuple[PlacedPlayer, ...]
    remarks: tuple[Placed[str], ...]
    count: CountPanel | None

    @property
    def ground_height(self) -> int:
        """The height of the ground below the pyramid, without the rounded end of the picture."""
        return self.height - _GROUND - 10

    @property
    def floor(self) -> int:
        """Where the rounded end of the picture begins."""
        return self.height - 20

    def place_caption(self, text: str, x: int, y: int) -> tuple[Placed[str], ...]:
        """Break a caption into lines that fit beside the pyramid, and place them."""
        return place_down(textwrap.wrap(text, CAPTION, break_long_words=False), x, y, CAPTION_LINE)


def lay_out(
    table: Table, legal: Mapping[str, str], offers: Mapping[str, str], said: Sequence[str], remarks: Sequence[str]
) -> Picture:
    """Lay out the picture. `offers` give cells their orders; the other arguments are those of the view's `picture`."""
    below = _GROUND + 36
    buttons_top = below + _LINE * len(said) - 12
    few = len(legal) <= FEW_ORDERS or any(all(cell in order.split() for order in legal) for cell in offers)
    buttons = place_buttons(
        {order: text for order, text in legal.items() if few or order.split()[0] in PLACELESS},
        SIDE,
        buttons_top,
        _INNER,
    )
    choosing = buttons_top + 16 + buttons_height(buttons)
    stacks = choosing + 32
    seats = choosing + 132
    written = seats + _PLAYER * len(table.players) + 26
    counting = written + _LINE * len(remarks) + 4
    return Picture(
        height=counting + (336 if table.counts else 4),
        interactive=bool(offers or buttons),
        columns=_place_columns(table.columns, legal),
        squares=_place_squares(table.lines, offers),
        said=place_down(said, SIDE, below, _LINE),
        buttons=buttons,
        stacks=_place_stacks(table.stacks, stacks, legal),
        neighbours=place_across([NEIGHBOUR] * table.neighbours, WIDTH - SIDE - 23, stacks, -54),
        neighbours_y=stacks,
        players=tuple(
            _place_player(seated, seats + number * _PLAYER, moves=seated.seat == table.to_move)
            for number, seated in enumerate(table.players)
        ),
        remarks=place_down(remarks, SIDE, written, _LINE),
        count=_place_count(table, counting - 6) if table.counts else None,
    )


def _place_columns(columns: Sequence[Column], legal: Collection[str]) -> tuple[PlacedColumn, ...]:
    """Place half of the price tables on the left of the pyramid, and half on the right."""
    depth = max(len(column.numbers) for column in columns)
    step, half = min(28, 196 // depth), len(COLOURS) // 2
    left = [SIDE + number * _TABLE for number in range(half)]
    right = [WIDTH - SIDE + 4 - number * _TABLE for number in range(half, 0, -1)]
    return tuple(
        PlacedColumn(
            column,
            x,
            TOP,
            46 + depth * step,
            _place_numbers(column, step, legal),
            TOP + 58 + depth * step,
            _if_legal(f"under {column.colour}", legal),
        )
        for column, x in zip(columns, (*left, *right), strict=True)
    )


def _place_numbers(column: Column, step: int, legal: Collection[str]) -> tuple[PlacedNumber, ...]:
    placed = []
    for row, number in enumerate(column.numbers):
        top, order = TOP + 42 + row * step, _if_legal(f"over {column.colour}{row + 1}", legal)
        placed.append(
            PlacedNumber(
                number,
                "covered" if number.covered else "offered" if order else "law7" if number.law7 else "free",
                top,
                step - 2,
                top + step // 2 + 8,
                min(READABLE, step - 4),
                len(number.mark) > FITTING,
                order,
            )
        )
    return tuple(placed)


def _place_squares(lines: Sequence[Line], offers: Mapping[str, str]) -> tuple[PlacedSquare, ...]:
    return tuple(
        _place_square(square, _LEFT + line.indent * CELL // 2 + place * CELL, TOP + row * ROW, offers)
        for row, line in enumerate(lines)
        for place, square in enumerate(line.squares)
    )


def _place_square(square: Square, x: int, y: int, offers: Mapping[str, str]) -> PlacedSquare:
    families = tuple(Placed(family, x - 9 + 13 * int(family), y + 1) for family in square.families)
    lit = square.name in offers or bool(families)
    return PlacedSquare(square, x, y, lit, families, offers.get(square.name, ""))


def _place_stacks(stacks: Sequence[Stack], y: int, legal: Collection[str]) -> tuple[PlacedStack, ...]:
    return tuple(
        PlacedStack(
            placed.item,
            placed.x,
            y,
            # More than four tiles look like four.
            tuple(
                Placed(depth, placed.x + 3 * depth, y - 3 * depth)
                for depth in range(min(placed.item.height, 4) - 1, 0, -1)
            ),
            _if_legal(f"draw {placed.item.number}", legal),
        )
        for placed in place_across(stacks, SIDE + 62, y, 140)
    )


def _place_player(seated: Seated, y: int, *, moves: bool) -> PlacedPlayer:
    above, below, right = y + 24, y + 64, SIDE + _INNER
    return PlacedPlayer(
        seated,
        y,
        moves,
        hand=place_across(seated.hand, SIDE + 28, below, 36),
        kept=place_across(seated.kept, SIDE + 204, below, 84),
        # Laws end where the money begins.
        laws=place_across(seated.laws, right - 60 - 46 * len(seated.laws), above, 46),
    )


def _place_count(table: Table, y: int) -> CountPanel:
    pitch = (_INNER - 150) // len(table.players)
    return CountPanel(
        y,
        place_across(table.players, SIDE + 144 + pitch, y + 24, pitch),
        place_down(table.counts, SIDE + 26, y + 54, 34),
        len(table.players) >= CROWDED,
    )


def _if_legal(order: str, legal: Collection[str]) -> str:
    return order if order in legal else ""
