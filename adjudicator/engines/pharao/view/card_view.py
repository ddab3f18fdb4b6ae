"""One card of the square as everybody sees it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from adjudicator.engines.contract import Seat
from adjudicator.engines.pharao.position.cards import FIXED, LETTERS, TEXTS, Shape
from adjudicator.engines.pharao.position.grid import ALL_CELLS, CELLS, COLUMNS, NAMES, SIZE, Bits, Cell, bit, neighbours
from adjudicator.engines.pharao.position.position import (
    ARCHAEOLOGIST,
    COLOURS,
    FIGURES,
    NO_TREASURE,
    Figure,
    Position,
    Treasure,
)
from adjudicator.engines.pharao.steps.collapse import next_to_fall

State = Literal["start", "corridor", "chamber", "flipped", "hidden", "fallen"]


@dataclass(frozen=True, slots=True)
class StandingFigure:
    """A figure on a card."""

    seat: Seat
    figure: Figure
    carries: Treasure = NO_TREASURE

    @property
    def mark(self) -> str:
        """Its sign on text boards: ``Ra``, ``Bp``."""
        return f"{COLOURS[self.seat][0].upper()}{self.figure[0]}"


@dataclass(frozen=True, slots=True)
class CardView:
    """A card, how it lies, and all that is on it."""

    name: str
    state: State
    shape: Shape = FIXED
    chamber: str = ""
    sides: str = ""
    """The open sides."""
    ways: str = ""
    """The sides over which one can go on, as the next card is open too."""
    figures: tuple[StandingFigure, ...] = ()
    lanterns: tuple[Seat, ...] = ()
    treasures: tuple[Treasure, ...] = ()
    falls: bool = False
    """Whether it falls next."""
    struck: bool = False
    """Whether the last trap came this way."""
    trail: str = ""
    """The sides over which it came and went, as cards lie now."""

    @property
    def column(self) -> int:
        """Its column, 0 in the west."""
        return COLUMNS.index(self.name[0])

    @property
    def row(self) -> int:
        """Its row, 0 in the north."""
        return SIZE - int(self.name[1])

    @property
    def standing(self) -> bool:
        """Tell whether it lies face up in the pyramid."""
        return self.state not in ("hidden", "fallen")

    @property
    def leads(self) -> tuple[tuple[str, str], ...]:
        """The ways on: each side over which one can go, and the card there."""
        beside = dict(zip(LETTERS, neighbours(CELLS[self.name]), strict=True))
        return tuple((side, NAMES[cell]) for side, cell in beside.items() if side in self.ways and cell is not None)

    @property
    def stubs(self) -> str:
        """The open sides over which no way leads on."""
        return "".join(side for side in self.sides if side not in self.ways)

    @property
    def figure_marks(self) -> tuple[str, ...]:
        """The signs of the figures on it."""
        return tuple(figure.mark for figure in self.figures)

    @property
    def treasure_marks(self) -> tuple[str, ...]:
        """The signs of the treasures on it: their worth."""
        return tuple(map(str, self.treasures))

    @property
    def lantern_marks(self) -> tuple[str, ...]:
        """The signs of the lanterns on it: the letters of their owners."""
        return tuple(COLOURS[seat][0] for seat in self.lanterns)

    @property
    def inside(self) -> tuple[str, ...]:
        """The signs that stand on the card itself as far as there is room: figures, or else treasures."""
        return self.figure_marks or self.treasure_marks

    @property
    def marks(self) -> tuple[str, ...]:
        """The signs of all that is on it, the lanterns in one word."""
        return (*self.figure_marks, *self.treasure_marks, *filter(None, ["".join(self.lantern_marks)]))


def list_cards(position: Position) -> tuple[CardView, ...]:
    """Show all cards, in the order of the cells."""
    falling = next_to_fall(position)
    struck = position.struck.path if position.struck is not None else 0
    return tuple(
        _card_view(position, cell, falls=bool(falling >> cell & 1), struck=struck if struck >> cell & 1 else 0)
        for cell in ALL_CELLS
    )


def _card_view(position: Position, cell: Cell, *, falls: bool, struck: Bits) -> CardView:
    """Show a card. `struck` holds all cards of the trap's way if this is one of them, or else none."""
    name, state = NAMES[cell], _state(position, cell)
    if state in ("hidden", "fallen"):
        return CardView(name, state, falls=falls)
    players, ways = list(enumerate(position.players)), position.ways.joined_cells(bit(cell))
    return CardView(
        name,
        state,
        position.shapes[cell],
        position.chamber(cell),
        TEXTS[position.ways.sides(cell)],
        _sides_to(cell, ways),
        figures=tuple(
            StandingFigure(seat, figure, player.carries if figure is ARCHAEOLOGIST else NO_TREASURE)
            for seat, player in players
            for figure in FIGURES
            if player.figure(figure) == cell
        ),
        lanterns=tuple(seat for seat, player in players if player.lanterns >> cell & 1),
        treasures=position.lying(cell),
        falls=falls,
        struck=bool(struck),
        trail=_sides_to(cell, ways & struck),
    )


def _state(position: Position, cell: Cell) -> State:
    if position.fallen >> cell & 1:
        return "fallen"
    if position.secret >> cell & 1:
        return "hidden"
    if cell == position.start:
        return "start"
    if cell == position.turn.flipped:
        return "flipped"
    return "chamber" if position.chamber(cell) else "corridor"


def _sides_to(cell: Cell, others: Bits) -> str:
    return "".join(
        letter
        for letter, other in zip(LETTERS, neighbours(cell), strict=True)
        if other is not None and others >> other & 1
    )
