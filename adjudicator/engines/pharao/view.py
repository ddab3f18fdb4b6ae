"""What may be seen of a position, the same for everybody, with the boards' pieces."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from adjudicator.engines.contract import Seat, View
from adjudicator.engines.pharao.cards import LYINGS, TEXTS
from adjudicator.engines.pharao.collapse import next_to_fall
from adjudicator.engines.pharao.edition import Components
from adjudicator.engines.pharao.grid import NAMES, SIZE, names_in
from adjudicator.engines.pharao.outlook import Outlook, outlooks_of
from adjudicator.engines.pharao.picture import NARROW, WIDE, Picture, picture_of
from adjudicator.engines.pharao.position import BUST, COLOURS, Ending, Position, Trap
from adjudicator.engines.pharao.square import Square, squares_of
from adjudicator.engines.pharao.standing import Standing, standings_of
from adjudicator.engines.pharao.turns import NOTICE_ROUNDS, quiet_turns_left

BustIs = Literal["hidden", "lying", "carried", "safe", "lost"]


@dataclass(frozen=True, slots=True)
class Ahead:
    """What falls next, and when: at the end of the so many-th turn of `seat` from now."""

    cells: tuple[str, ...]
    seat: Seat
    turns: int
    counted: bool
    """Whether the turn that is being played is the first of them."""

    @property
    def now(self) -> bool:
        """Tell whether it falls at the end of this turn."""
        return self.counted and self.turns == 1


@dataclass(frozen=True, slots=True)
class Alarm:
    """The last trap that got out, and the cards that it came over."""

    seat: Seat
    trap: Trap
    cell: str
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PharaoView(View):
    """A table as everybody sees it."""

    phase: Literal["exploring", "countdown", "falling", "over"]
    ending: Ending
    left: int
    """The actions left in this turn."""
    flipped: str
    """A card that was turned over and waits to be laid."""
    lyings: tuple[str, ...]
    """How that one can lie."""
    squares: tuple[Square, ...]
    standings: tuple[Standing, ...]
    outlooks: tuple[Outlook, ...]
    ahead: Ahead | None
    alarm: Alarm | None
    bust: BustIs
    photos_left: int
    treasures_left: int
    """Those that nobody has seen, without the bust."""
    quiet_left: int | None
    """The quiet turns until the match is scored as it stands; None if it never is."""
    quiet_soon: bool
    """Whether it is time to tell."""
    reconstructed: tuple[str, ...]
    """The parts of the components that no public description attests."""

    @property
    def wide(self) -> Picture:
        """The board of 72 columns."""
        return picture_of(self.squares, WIDE)

    @property
    def narrow(self) -> Picture:
        """The board of 40 columns."""
        return picture_of(self.squares, NARROW)

    @property
    def rows(self) -> tuple[tuple[Square, ...], ...]:
        """The cards row by row, from the north."""
        return tuple(self.squares[row * SIZE : (row + 1) * SIZE] for row in range(SIZE - 1, -1, -1))

    @property
    def start(self) -> Square:
        """The start card."""
        return next(square for square in self.squares if square.state == "start")

    @property
    def open_cards(self) -> tuple[Square, ...]:
        """The cards that lie face up."""
        return tuple(square for square in self.squares if square.standing)

    @property
    def bearing(self) -> tuple[Square, ...]:
        """The cards with anything on them."""
        return tuple(square for square in self.squares if square.bears)

    @property
    def hidden(self) -> tuple[str, ...]:
        """The cards that lie face down."""
        return tuple(square.name for square in self.squares if square.state == "hidden")

    @property
    def fallen(self) -> tuple[str, ...]:
        """The cards that have fallen."""
        return tuple(square.name for square in self.squares if square.state == "fallen")

    @property
    def mine(self) -> tuple[Outlook, ...]:
        """The outlooks of the reader's figures; a spectator has those of the seat to move."""
        seat = self.to_move if self.seat is None else self.seat
        return tuple(outlook for outlook in self.outlooks if outlook.seat == seat)

    @property
    def ranking(self) -> tuple[Standing, ...]:
        """The table of seats, the best first."""
        return tuple(sorted(self.standings, key=lambda standing: standing.place))

    def square(self, name: str) -> Square:
        """Find a card by its name."""
        return next(square for square in self.squares if square.name == name)

    def offers(self, legal: Iterable[str]) -> dict[str, str]:
        """Give each card that can be pointed at the order that it stands for: the whole step if there is only one,
        or else its beginning, or the card alone.
        """
        found: dict[str, list[str]] = {}
        for order in legal:
            if cell := _cell_of(order):
                found.setdefault(cell, []).append(order)
        return {cell: _shared(cell, orders) for cell, orders in found.items()}

    def elsewhere(self, legal: Iterable[str]) -> tuple[str, ...]:
        """List the orders that no card stands for."""
        return tuple(order for order in legal if not _cell_of(order))


def _cell_of(order: str) -> str:
    """Name the card in an order; none in one that is about a figure's own card."""
    return next((word for word in order.split() if word in NAMES), "")


def _shared(cell: str, orders: Sequence[str]) -> str:
    if len(orders) == 1:
        return orders[0]
    return f"rotate {cell}" if all(order.startswith("rotate ") for order in orders) else cell


def view_of(position: Position, seat: Seat | None, components: Components | None = None) -> PharaoView:
    """Show a position to a seat or, all the same, to a spectator."""
    turn, quiet = position.turn, quiet_turns_left(position)
    flipped = turn.flipped >= 0
    return PharaoView(
        rules="pharao/1",
        seat=seat,
        to_move=None if position.ending else turn.seat,
        sides=COLOURS[: len(position.players)],
        phase=_phase(position),
        ending=position.ending,
        left=turn.left,
        flipped=NAMES[turn.flipped] if flipped else "",
        lyings=tuple(TEXTS[sides] for sides in LYINGS[position.shapes[turn.flipped]]) if flipped else (),
        squares=squares_of(position),
        standings=standings_of(position),
        outlooks=outlooks_of(position),
        ahead=_ahead(position),
        alarm=_alarm(position),
        bust=_bust(position),
        photos_left=len(position.photos),
        treasures_left=len(position.stack),
        quiet_left=quiet,
        quiet_soon=quiet is not None and quiet <= NOTICE_ROUNDS * len(position.players),
        reconstructed=tuple(part for part, attested in components.attested if not attested) if components else (),
    )


def _phase(position: Position) -> Literal["exploring", "countdown", "falling", "over"]:
    if position.ending:
        return "over"
    if position.collapse is None:
        return "exploring"
    return "countdown" if position.collapse.countdown else "falling"


def _ahead(position: Position) -> Ahead | None:
    clock, turn = position.collapse, position.turn
    if clock is None or position.ending:
        return None
    counted = turn.seat == clock.seat and not turn.spared
    return Ahead(names_in(next_to_fall(position)), clock.seat, max(clock.countdown, 1), counted)


def _alarm(position: Position) -> Alarm | None:
    struck = position.struck
    return None if struck is None else Alarm(struck.seat, struck.trap, NAMES[struck.cell], names_in(struck.path))


def _bust(position: Position) -> BustIs:
    if position.collapse is None:
        return "hidden"
    if any(BUST in player.banked for player in position.players):
        return "safe"
    if any(player.carries == BUST for player in position.players):
        return "carried"
    return "lying" if any(treasure == BUST for _, treasure in position.treasures) else "lost"
