"""A position of Das Gold des Pharao: the pyramid, who stands where with what, and how far the turn has come."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from adjudicator.engines.contract import Seat
from adjudicator.engines.pharao.cards import Shape
from adjudicator.engines.pharao.grid import ALL, NOWHERE, Bits, Cell
from adjudicator.engines.pharao.variant import ACTIONS, Variant
from adjudicator.engines.pharao.ways import Ways

Step = str
"""A step is its canonical form: ``A C3``, ``flip C4``, ``turn NES``, ``rotate C4 NE``, ``take bust``, ``end``."""

Treasure = int
"""A treasure is its worth."""
BUST: Treasure = 5
LANTERNS = 5
"""So many each."""

Figure = Literal["archaeologist", "porter"]
FIGURES: tuple[Figure, Figure] = ("archaeologist", "porter")
COLOURS = ("red", "blue", "green", "yellow")

Trap = Literal["", "mummy", "curse"]
Photo = tuple[int, Trap]
"""How many treasures it shows, and what else."""
Lying = tuple[Cell, Treasure]

Ending = Literal["", "collapse", "stall"]


@dataclass(frozen=True, slots=True)
class Player:
    """What one seat has: its figures (nowhere once they are lost), its lanterns, and what is safe on its token."""

    archaeologist: Cell
    porter: Cell
    carries: Treasure = 0
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
        """Count photos and treasures, less the figures that were lost."""
        lost = 2 * (self.archaeologist < 0) + (self.porter < 0)
        return self.photos + sum(self.banked) - lost

    def figure(self, figure: Figure) -> Cell:
        """Tell where a figure stands."""
        return self.archaeologist if figure == "archaeologist" else self.porter


@dataclass(frozen=True, slots=True)
class Turn:
    """How far the turn has come."""

    seat: Seat
    left: int = ACTIONS
    flipped: Cell = NOWHERE
    """The card that was turned over and still waits to be laid."""
    dropped: tuple[Treasure, ...] = ()
    """What the archaeologist laid down since the last action."""
    lively: bool = False
    """Whether a card was turned over or a treasure banked."""
    spared: bool = False
    """Whether the end of this turn does not count for the collapse."""


@dataclass(frozen=True, slots=True)
class Collapse:
    """The clock of the collapse, from the discovery of the bust on."""

    chamber: Cell
    """Where the bust was found."""
    seat: Seat
    """The ends of whose turns count."""
    countdown: int
    """So many of them until the chamber falls; 0 once it has fallen."""
    waves: int = 0
    """How often something fell."""


@dataclass(frozen=True, slots=True)
class Struck:
    """The last trap that got out and the cards on its way, for one round of letters."""

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
    """The shape of every card by cell, face up or not; empty for the start card, which never turns."""
    chambers: tuple[tuple[Cell, str], ...]
    """Which cards are burial chambers, and their names."""
    ways: Ways
    secret: Bits
    """The cards that nobody has seen, standing or fallen."""
    photos: tuple[Photo, ...]
    """Those still in the box, in the order to be drawn."""
    stack: tuple[Treasure, ...]
    players: tuple[Player, ...]
    turn: Turn
    fallen: Bits = 0
    treasures: tuple[Lying, ...] = ()
    """Those that lie in the pyramid."""
    collapse: Collapse | None = None
    moment: int = 0
    """How many scoring events there were."""
    quiet: int = 0
    """How many turns in a row saw no card turned over and nothing banked."""
    struck: Struck | None = None
    ending: Ending = ""

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
