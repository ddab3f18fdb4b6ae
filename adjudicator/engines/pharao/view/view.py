"""View of a position, with the pieces of the boards. It is the same for every seat and for spectators."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from adjudicator.engines.contract import Seat, View
from adjudicator.engines.pharao.notation.notation import Rotate, cell_of, parse_step
from adjudicator.engines.pharao.position.cards import LYINGS, TEXTS
from adjudicator.engines.pharao.position.components import Components
from adjudicator.engines.pharao.position.grid import NAMES, SIZE, names_in
from adjudicator.engines.pharao.position.position import BUST, COLOURS, Ending, Figure, Position, Trap
from adjudicator.engines.pharao.position.rules import KEY
from adjudicator.engines.pharao.position.scoring import outcome_of
from adjudicator.engines.pharao.steps.collapse import next_to_fall
from adjudicator.engines.pharao.steps.turns import NOTICE_ROUNDS, quiet_turns_left
from adjudicator.engines.pharao.view.board import NARROW, WIDE, Board, draw_board
from adjudicator.engines.pharao.view.card_view import CardView, list_cards
from adjudicator.engines.pharao.view.legend import Sign, list_signs
from adjudicator.engines.pharao.view.picture import Picture, Scene, lay_out
from adjudicator.engines.pharao.view.scoreboard import Standing, list_standings
from adjudicator.engines.pharao.view.surroundings import Surroundings, list_surroundings

BustState = Literal["hidden", "lying", "carried", "safe", "lost"]
Task = Literal["over", "lay_chamber", "lay_corridor", "play", "no_action"]


@dataclass(frozen=True, slots=True)
class Ahead:
    """The cards that fall next, and when: at the end of a turn of `seat`, `turns` of its turns from now."""

    cells: tuple[str, ...]
    seat: Seat
    turns: int
    """1 is the next of them to end."""
    counted: bool
    """Whether the turn that is being played is one of them."""

    @property
    def now(self) -> bool:
        """Tell whether it falls at the end of this turn."""
        return self.counted and self.turns == 1

    @property
    def when(self) -> Literal["now", "after_this", "next", "later"]:
        """Which sentence says when: after this turn and more of them, or after more of them alone."""
        if self.now:
            return "now"
        return "after_this" if self.counted else "next" if self.turns == 1 else "later"

    @property
    def more(self) -> int:
        """How many turns of the seat end after the one that is being played, until it falls."""
        return self.turns - self.counted


@dataclass(frozen=True, slots=True)
class Alarm:
    """The last trap that was released, and the cards that it came over."""

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
    """The ways in which that card can lie."""
    squares: tuple[CardView, ...]
    standings: tuple[Standing, ...]
    surroundings: tuple[Surroundings, ...]
    ahead: Ahead | None
    alarm: Alarm | None
    bust: BustState
    photos_left: int
    treasures_left: int
    """The treasures that nobody has found, without the bust."""
    quiet_left: int | None
    """The quiet turns until the match is scored as it stands; None if it never is."""
    quiet_soon: bool
    """Whether that is near enough to be told."""
    winners: tuple[Seat, ...]
    """Who has won by the rules; nobody while the match goes on."""
    reconstructed: tuple[str, ...]
    """The parts of the components that no public description attests."""

    @property
    def wide(self) -> Board:
        """The board of 72 columns."""
        return draw_board(self.squares, WIDE)

    @property
    def narrow(self) -> Board:
        """The board of 40 columns."""
        return draw_board(self.squares, NARROW)

    @property
    def rows(self) -> tuple[tuple[CardView, ...], ...]:
        """The cards row by row, from the north."""
        return tuple(self.squares[row * SIZE : (row + 1) * SIZE] for row in range(SIZE - 1, -1, -1))

    @property
    def task(self) -> Task:
        """The next thing to do, for the player to move."""
        if self.phase == "over":
            return "over"
        if self.flipped:
            return "lay_chamber" if self.square(self.flipped).chamber else "lay_corridor"
        return "play" if self.left else "no_action"

    @property
    def lost(self) -> tuple[tuple[Seat, Figure], ...]:
        """The figures that fell with the pyramid, of all seats."""
        return tuple((standing.seat, figure) for standing in self.standings for figure in standing.lost)

    @property
    def layouts(self) -> tuple[str, ...]:
        """The ways in which open cards lie, by their open sides."""
        return tuple(sorted({card.sides for card in self.open_cards if card.sides}))

    @property
    def start(self) -> CardView:
        """The start card."""
        return next(square for square in self.squares if square.state == "start")

    @property
    def open_cards(self) -> tuple[CardView, ...]:
        """The cards that lie face up."""
        return tuple(square for square in self.squares if square.standing)

    @property
    def hidden(self) -> tuple[str, ...]:
        """The cards that lie face down."""
        return tuple(square.name for square in self.squares if square.state == "hidden")

    @property
    def bust_cell(self) -> str:
        """The card where the bust lies; empty if it lies on none."""
        return next((square.name for square in self.squares if BUST in square.treasures), "")

    @property
    def untouched(self) -> bool:
        """Tell whether nobody has brought anything home yet, nor lost it: the match is young."""
        return self.phase == "exploring" and not any(standing.points for standing in self.standings)

    @property
    def fallen(self) -> tuple[str, ...]:
        """The cards that have fallen."""
        return tuple(square.name for square in self.squares if square.state == "fallen")

    @property
    def mine(self) -> tuple[Surroundings, ...]:
        """The surroundings of the reader's figures; a spectator has those of the seat to move."""
        seat = self.to_move if self.seat is None else self.seat
        return tuple(figure for figure in self.surroundings if figure.seat == seat)

    @property
    def ranking(self) -> tuple[Standing, ...]:
        """The table of seats, the best first."""
        return tuple(sorted(self.standings, key=lambda standing: standing.place))

    @property
    def tied(self) -> tuple[Standing, ...]:
        """The lines of the table whose points somebody else has too, the best first."""
        counts = Counter(standing.points for standing in self.standings)
        return tuple(standing for standing in self.ranking if counts[standing.points] > 1)

    def legend(self, board: Board) -> tuple[Sign, ...]:
        """List the signs of a text board that need to be explained."""
        shown = () if self.phase == "over" else self.lost
        return tuple(list_signs(self.squares, board, self.sides, shown))

    def square(self, name: str) -> CardView:
        """Find a card by its name."""
        return next(square for square in self.squares if square.name == name)

    def offers(self, legal: Iterable[str]) -> dict[str, str]:
        """Give each card that can be pointed at the order that it stands for: the whole step if there is only one,
        or else its beginning, or the card alone. `legal` are canonical steps.
        """
        found: dict[str, list[str]] = {}
        for order in legal:
            if cell := _card_in(order):
                found.setdefault(cell, []).append(order)
        return {cell: _shared_order(cell, orders) for cell, orders in found.items()}

    def elsewhere(self, legal: Iterable[str]) -> tuple[str, ...]:
        """List the orders that no card stands for. `legal` are canonical steps."""
        return tuple(order for order in legal if not _card_in(order))

    def picture(
        self, legal: Mapping[str, str], said: Sequence[str], warned: Sequence[str], remarks: Sequence[str]
    ) -> Picture:
        """Lay out the picture. `legal` are the orders that can be clicked, each as the reader would write it; none
        where nothing can. `said` are the lines below the square, `warned` the warnings, and `remarks` those at the end.
        """
        scene = Scene(
            rows=self.rows,
            standings=self.standings,
            ranking=self.ranking,
            to_move=self.to_move,
            trap_cell=self.alarm.cell if self.alarm else "",
            over=self.phase == "over",
        )
        return lay_out(scene, legal, self.offers(legal), self.elsewhere(legal), (said, warned, remarks))


def _card_in(order: str) -> str:
    """Name the card in an order; none in one that is about a figure's own card."""
    cell = cell_of(parse_step(order))
    return "" if cell is None else NAMES[cell]


def _shared_order(cell: str, orders: Sequence[str]) -> str:
    if len(orders) == 1:
        return orders[0]
    return f"rotate {cell}" if all(isinstance(parse_step(order), Rotate) for order in orders) else cell


def build_view(position: Position, seat: Seat | None, components: Components | None = None) -> PharaoView:
    """Reduce a position to what lies open. `components` tell which parts of the game are a reconstruction."""
    turn, quiet = position.turn, quiet_turns_left(position)
    flipped = turn.flipped >= 0
    return PharaoView(
        rules=KEY,
        seat=seat,
        to_move=None if position.ending else turn.seat,
        sides=COLOURS[: len(position.players)],
        phase=_phase(position),
        ending=position.ending,
        left=turn.left,
        flipped=NAMES[turn.flipped] if flipped else "",
        lyings=tuple(TEXTS[sides] for sides in LYINGS[position.shapes[turn.flipped]]) if flipped else (),
        squares=list_cards(position),
        standings=list_standings(position),
        surroundings=list_surroundings(position),
        ahead=_ahead(position),
        alarm=_alarm(position),
        bust=_bust(position),
        photos_left=len(position.photos),
        treasures_left=len(position.stack),
        quiet_left=quiet,
        quiet_soon=quiet is not None and quiet <= NOTICE_ROUNDS * len(position.players),
        winners=outcome.winners if (outcome := outcome_of(position)) else (),
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


def _bust(position: Position) -> BustState:
    if position.collapse is None:
        return "hidden"
    if any(BUST in player.banked for player in position.players):
        return "safe"
    if any(player.carries == BUST for player in position.players):
        return "carried"
    return "lying" if any(treasure == BUST for _, treasure in position.treasures) else "lost"
