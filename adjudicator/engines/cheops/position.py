"""A position of Cheops: everything on the table, face up or not, and how far the turn has come."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from adjudicator.engines.cheops.pieces import COLOURS, NEIGHBOURS, Board
from adjudicator.engines.cheops.pricetables import Table
from adjudicator.engines.cheops.pyramid import Cell
from adjudicator.engines.cheops.variant import Variant
from adjudicator.engines.contract import Seat

Step = str
"""A step is its canonical form: ``2 A3 sell``, ``over R3``, ``draw 1``."""

Law = int
Ending = Literal["", "empty", "full", "stuck", "passes"]
"""Why the match ends: nothing left to take, price tables full, no family fits, or a full round of passes."""
Stage = Literal["before", "law", "after", "joker", "over"]
"""Before the normal take, a law to carry out, after the take, the joker's colour to name, over."""

NOTHING = (0,) * len(COLOURS)


class Player(NamedTuple):
    """What lies before one seat."""

    cash: int = 0
    hand: str = "1234"
    """Family tiles, sorted."""
    kept: tuple[int, ...] = NOTHING
    """Treasures by colour."""
    laws: tuple[Law, ...] = ()


class Turn(NamedTuple):
    """How far the turn has come."""

    seat: Seat
    law: Law = 0
    """The law that was taken and is still to be carried out."""
    bought: bool = False
    """Whether a neighbour was bought."""
    taken: bool = False
    """Whether the normal take is done, or was passed."""
    passed: bool = False
    laid: bool = False
    """Whether any tile was laid."""
    drawn: bool = False
    waiting: Law = 0
    """A law held in the normal take, which waits for a later turn."""


class LawsInPlay(NamedTuple):
    """Where the laws lie that were carried out; held ones lie before their players."""

    market: tuple[Law, ...] = ()
    """On the market price, the last one on top."""
    third: bool = False
    """Whether law 3 lies on the board."""
    under: tuple[Law, ...] = NOTHING
    """The law under each price table, or 0."""
    over: tuple[int, int] | None = None
    """The colour's place and the row that law 7 lies on, both counted from 0."""
    box: tuple[Law, ...] = ()
    """Those that went out of play."""


NO_LAWS = LawsInPlay()


@dataclass(frozen=True, slots=True)
class Position:
    """Everything that decides how a match may go on."""

    variant: Variant
    first: Seat
    """Who began."""
    tables: tuple[Table, ...]
    """By colour, as in `COLOURS`."""
    numeral: int
    """What stands on law 7."""
    board: Board
    hidden: tuple[tuple[Cell, Law], ...]
    """The laws that lie face down."""
    stacks: tuple[str, str, str]
    """Family tiles from the top down."""
    players: tuple[Player, ...]
    turn: Turn
    covered: tuple[int, ...] = NOTHING
    """How many rows of each table are covered, from the top."""
    laws: LawsInPlay = NO_LAWS
    neighbours: int = NEIGHBOURS
    passes: int = 0
    """Turns in a row that were passed without a tile laid."""
    ending: Ending = ""
    joker: str = ""
    """The colour that law 9's owner named, or ``none``."""

    @property
    def mover(self) -> Player:
        """The player whose turn it is."""
        return self.players[self.turn.seat]

    @property
    def joker_seat(self) -> Seat | None:
        """The seat that has law 9."""
        return next((seat for seat, player in enumerate(self.players) if 9 in player.laws), None)

    @property
    def stage(self) -> Stage:
        """What kind of decision comes next."""
        if self.ending:
            return "over" if self.joker or self.joker_seat is None else "joker"
        if self.turn.law:
            return "law"
        return "after" if self.turn.taken else "before"

    @property
    def price(self) -> int:
        """The market price: the law on top of it, or what is printed."""
        return {1: 5, 2: 15}[self.laws.market[-1]] if self.laws.market else 10

    @property
    def full_tables(self) -> int:
        """Count the tables of which only the last number is free."""
        return sum([len(table) - covered == 1 for table, covered in zip(self.tables, self.covered, strict=True)])

    @property
    def tables_to_end(self) -> int:
        """How many full tables end the match."""
        return 3 if self.laws.third else 2

    def is_full(self, place: int) -> bool:
        """Tell whether only the last number of a colour's table is free."""
        return self.covered[place] == len(self.tables[place]) - 1
