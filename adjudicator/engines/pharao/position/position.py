"""A position of Das Gold des Pharao: the pyramid, who stands where with what, and how far the turn has come.

Positions are stored as JSON by their field names and values, so neither may change.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple, NewType

from adjudicator.engines.contract import Seat
from adjudicator.engines.pharao.position.cards import Shape
from adjudicator.engines.pharao.position.grid import ALL, NOWHERE, Bits, Cell
from adjudicator.engines.pharao.position.paths import Paths
from adjudicator.engines.pharao.position.rules import ACTIONS, Variant

Treasure = NewType("Treasure", int)
"""A treasure is its worth: equal ones are not told apart (Q18)."""
NO_TREASURE = Treasure(0)
BUST = Treasure(5)
LANTERNS = 5
"""Each player's lanterns (GOLD-SETUP-3)."""

Lying = tuple[Cell, Treasure]
"""A treasure in the pyramid, and its cell."""


class Figure(StrEnum):
    """A player's two figures."""

    ARCHAEOLOGIST = "archaeologist"
    PORTER = "porter"


FIGURES = tuple(Figure)
ARCHAEOLOGIST, PORTER = FIGURES
"""The members once more, for code that runs often: Python 3.11 needs long to find a member of an enum."""


class Colour(StrEnum):
    """The seats' colours, in the order of the seats."""

    RED = "red"
    BLUE = "blue"
    GREEN = "green"
    YELLOW = "yellow"


COLOURS = tuple(Colour)


class Trap(StrEnum):
    """The trap on a photo, if any."""

    NONE = ""
    MUMMY = "mummy"
    CURSE = "curse"


class Photo(NamedTuple):
    """A photo: the number of treasures that it shows, and its trap."""

    treasures: int
    trap: Trap


class Ending(StrEnum):
    """Why the match is over; empty while it goes on."""

    NONE = ""
    COLLAPSE = "collapse"
    STALL = "stall"


@dataclass(frozen=True, slots=True)
class Player:
    """Possessions of one seat: its figures, its lanterns, and the treasures safe on its token."""

    archaeologist: Cell
    porter: Cell
    carries: Treasure = NO_TREASURE
    lanterns: Bits = 0
    """Where its lanterns lie."""
    stock: int = LANTERNS
    """The lanterns still to be laid."""
    photos: int = 0
    banked: tuple[Treasure, ...] = ()
    changes: tuple[tuple[int, int], ...] = ()
    """Each change of its points: the moment, and the points from then on."""

    @property
    def complete(self) -> bool:
        """Tell whether it still has both figures."""
        return self.archaeologist >= 0 and self.porter >= 0

    @property
    def points(self) -> int:
        """Count photos and treasures, less the lost figures (GOLD-SCORE-1, GOLD-LOSS-1)."""
        lost = 2 * (self.archaeologist < 0) + (self.porter < 0)
        return self.photos + sum(self.banked) - lost

    def figure(self, figure: Figure) -> Cell:
        """Tell where a figure stands; `NOWHERE` if it is lost."""
        return self.archaeologist if figure is ARCHAEOLOGIST else self.porter

    def with_figure(self, figure: Figure, cell: Cell) -> Player:
        """Put a figure on a card."""
        return replace(self, archaeologist=cell) if figure is ARCHAEOLOGIST else replace(self, porter=cell)


@dataclass(frozen=True, slots=True)
class Turn:
    """How far the turn has come."""

    seat: Seat
    left: int = ACTIONS
    """The actions left."""
    flipped: Cell = NOWHERE
    """The card that was turned over and waits to be laid."""
    dropped: tuple[Treasure, ...] = ()
    """Treasures that the archaeologist has laid down since the last action (Q2)."""
    lively: bool = False
    """Whether a card was turned over or a treasure banked (Q3)."""
    spared: bool = False
    """Whether the end of this turn does not count for the collapse (G25, G30)."""


@dataclass(frozen=True, slots=True)
class Collapse:
    """The clock of the collapse, from the discovery of the bust on."""

    chamber: Cell
    """Where the bust was found."""
    seat: Seat
    """The clock's owner: the ends of this seat's turns count (G26, Q4)."""
    countdown: int
    """The owner's turns until the chamber falls; 0 once it has fallen."""
    waves: int = 0
    """How often something fell."""


@dataclass(frozen=True, slots=True)
class Struck:
    """The last trap that was released and the cards on its way. It is shown until its seat is to move again."""

    seat: Seat
    trap: Trap
    cell: Cell
    path: Bits


@dataclass(frozen=True, slots=True)
class Position:
    """Everything that decides how a match may go on."""

    variant: Variant
    start: Cell
    shapes: tuple[Shape, ...]
    """The shape of every card by cell, face up or not."""
    chambers: tuple[tuple[Cell, str], ...]
    """The burial chambers, seen or not, and their names."""
    ways: Paths
    secret: Bits
    """The cards that nobody has seen, standing or fallen."""
    photos: tuple[Photo, ...]
    """The photos still in the box, in the order to be drawn."""
    stack: tuple[Treasure, ...]
    """The treasures that nobody has found, in the order to be drawn, without the bust."""
    players: tuple[Player, ...]
    turn: Turn
    fallen: Bits = 0
    treasures: tuple[Lying, ...] = ()
    """The treasures that lie in the pyramid."""
    collapse: Collapse | None = None
    moment: int = 0
    """The number of scoring events so far (Q5)."""
    quiet: int = 0
    """The turns in a row without a card turned over or a treasure banked (Q3)."""
    struck: Struck | None = None
    ending: Ending = Ending.NONE

    @property
    def mover(self) -> Player:
        """The player whose turn it is."""
        return self.players[self.turn.seat]

    @property
    def hidden(self) -> Bits:
        """The cards that lie face down in the pyramid."""
        return self.secret & ~self.fallen

    @property
    def last_to_stand(self) -> bool:
        """Tell whether only the start card is left."""
        return self.fallen == ALL ^ 1 << self.start

    def chamber(self, cell: Cell) -> str:
        """Name the burial chamber of a cell, seen or not; empty for a corridor."""
        return next((name for place, name in self.chambers if place == cell), "")

    def lying(self, cell: Cell) -> tuple[Treasure, ...]:
        """List the treasures that lie on a card."""
        return tuple(treasure for place, treasure in self.treasures if place == cell)
