"""A position of Cheops: everything on the table, face up or not, and how far the turn has come.

Positions are stored under the names of these fields, so a field is never renamed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from adjudicator.engines.cheops.position.laws import Law
from adjudicator.engines.cheops.position.pieces import COLOUR_INDEX, COLOURS, NEIGHBOURS, Board, Colour, Families
from adjudicator.engines.cheops.position.pricetables import Table
from adjudicator.engines.cheops.position.pyramid import Cell
from adjudicator.engines.cheops.position.rules import Variant
from adjudicator.engines.contract import Seat

Ending = Literal["", "empty", "full", "stuck", "passes"]
"""Why the match ends: nothing left to take, price tables full, no family fits, or a full round of passes."""
Stage = Literal["before", "law", "after", "joker", "over"]
"""Before the normal take, a law to carry out, after the take, the joker's colour to name, over."""

NONE_OF_ANY_COLOUR = (0,) * len(COLOURS)
NO_LAW_UNDER_ANY_TABLE = (Law.NONE,) * len(COLOURS)


class Player(NamedTuple):
    """The things in front of one seat."""

    cash: int = 0
    hand: Families = "1234"
    """Sorted."""
    kept: tuple[int, ...] = NONE_OF_ANY_COLOUR
    """Treasures by colour."""
    laws: tuple[Law, ...] = ()


class Turn(NamedTuple):
    """How far the turn has come."""

    seat: Seat
    law: Law = Law.NONE
    """The law that was taken and is still to be carried out."""
    bought: bool = False
    """Whether a neighbour was bought."""
    taken: bool = False
    """Whether the normal take is done, or was passed."""
    passed: bool = False
    laid: bool = False
    """Whether any tile was laid."""
    drawn: bool = False
    waiting: Law = Law.NONE
    """A law held in the normal take, which waits for a later turn (Q1)."""


class LawsInPlay(NamedTuple):
    """Where the laws lie that were carried out; held ones lie before their players."""

    market: tuple[Law, ...] = ()
    """On the market price, the last one on top."""
    third: bool = False
    """Whether law 3 lies on the board."""
    under: tuple[Law, ...] = NO_LAW_UNDER_ANY_TABLE
    """The law under the price table of each colour."""
    over: tuple[int, int] | None = None
    """The colour's index and the row that law 7 lies on, both counted from 0."""
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
    """The price tables by colour, as in `COLOURS`."""
    numeral: int
    """The number printed on law 7."""
    board: Board
    hidden: tuple[tuple[Cell, Law], ...]
    """The laws that lie face down."""
    stacks: tuple[Families, Families, Families]
    """From the top down."""
    players: tuple[Player, ...]
    turn: Turn
    covered: tuple[int, ...] = NONE_OF_ANY_COLOUR
    """How many rows of each price table are covered, from the top."""
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
        return next((seat for seat, player in enumerate(self.players) if Law.JOKER in player.laws), None)

    @property
    def stage(self) -> Stage:
        """Kind of the next decision."""
        if self.ending:
            return "over" if self.joker or self.joker_seat is None else "joker"
        if self.turn.law:
            return "law"
        return "after" if self.turn.taken else "before"

    @property
    def price(self) -> int:
        """The market price: by the law on top of it (E29), or the printed one."""
        if not self.laws.market:
            return 10
        return 5 if self.laws.market[-1] == Law.MARKET_PRICE_5 else 15

    @property
    def full_tables(self) -> int:
        """Count the price tables of which only the last number is free."""
        return sum([len(table) - covered == 1 for table, covered in zip(self.tables, self.covered, strict=True)])

    @property
    def tables_to_end(self) -> int:
        """How many full price tables end the match."""
        return 3 if self.laws.third else 2

    def is_full(self, colour: Colour) -> bool:
        """Tell whether only the last number of a colour's price table is free (CHEOPS-TABLE-2)."""
        index = COLOUR_INDEX[colour]
        return self.covered[index] == len(self.tables[index]) - 1

    def law_under(self, colour: Colour) -> Law:
        """Give the law under a colour's price table."""
        return self.laws.under[COLOUR_INDEX[colour]]
