"""The view of a position, which hides nothing, with the words and windows that its boards show."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from adjudicator.engines.contract import Seat, View
from adjudicator.engines.egyptos.notation.notation import format_step
from adjudicator.engines.egyptos.position.coordinates import Cell, names_of
from adjudicator.engines.egyptos.position.position import (
    BLACK,
    COLOURS,
    GOLD,
    PYRAMIDS,
    Ending,
    Position,
    Stones,
    Word,
    cells_of,
)
from adjudicator.engines.egyptos.position.repetition import occurrences
from adjudicator.engines.egyptos.position.rules import RULES
from adjudicator.engines.egyptos.position.scoring import outcome_of, winning_cells
from adjudicator.engines.egyptos.steps.legal import frontier, movable_stones
from adjudicator.engines.egyptos.view.board import NARROW, SVG, WIDE, Board, Frame, Table, board_of
from adjudicator.engines.egyptos.view.picture import Picture, lay_out


@dataclass(frozen=True, slots=True)
class EgyptosView(View):
    """A table as everybody sees it."""

    phase: Literal["laying", "moving", "over"]
    ending: Ending
    seats: tuple[Seat, Seat]
    """Who plays black, and who plays gold."""
    turn: str
    """The colour that is to move; empty when the match is over."""
    stones: Stones
    frontier: tuple[Cell, ...]
    """The empty cells that touch a pyramid."""
    last: tuple[Cell, ...] | Word
    last_turn: str
    """The colour that laid, moved or passed last; empty before the first step and after a swap."""
    winners: tuple[Seat, ...]
    """Who has won by the rules, both after a draw; nobody while the match goes on."""
    row: tuple[Cell, ...]
    """The row that won."""
    moves: int
    move_cap: int
    occurrences: int
    """How often this position has stood in the moving phase."""
    may_swap: bool
    origins: tuple[Cell, ...]
    """The pyramids that the colour to move can move."""
    corners: bool
    """Whether a corner is enough to touch."""

    @property
    def wide(self) -> Board:
        """The window of the 72-column board."""
        return self._board(WIDE)

    @property
    def narrow(self) -> Board:
        """The window of the 40-column board."""
        return self._board(NARROW)

    @property
    def black(self) -> tuple[str, ...]:
        """The cells of black's pyramids, column by column."""
        return names_of(self.stones[BLACK])

    @property
    def gold(self) -> tuple[str, ...]:
        """The cells of gold's pyramids, column by column."""
        return names_of(self.stones[GOLD])

    @property
    def left(self) -> tuple[int, int]:
        """How many pyramids black and gold have still to lay."""
        return PYRAMIDS - len(self.black), PYRAMIDS - len(self.gold)

    @property
    def touching(self) -> tuple[str, ...]:
        """The empty cells that touch a pyramid, column by column."""
        return names_of(self.frontier)

    @property
    def winning(self) -> tuple[str, ...]:
        """The cells of the row that won."""
        return names_of(self.row)

    @property
    def last_cells(self) -> tuple[str, ...]:
        """The cell that was laid on, or the two of a move; none after a pass or a swap."""
        return tuple(format_step((cell,)) for cell in cells_of(self.last))

    @property
    def last_cell(self) -> str:
        """Where the last step led; empty after a pass or a swap."""
        return self.last_cells[-1] if self.last_cells else ""

    @property
    def last_origin(self) -> str:
        """Where the last move came from; empty after another step."""
        return self.last_cells[0] if len(self.last_cells) > 1 else ""

    @property
    def last_step(self) -> str:
        """Kind of the last step and who made it, as in ``black_laid``; ``swap``, or empty before the first step."""
        if not self.last_turn:
            return "swap" if self.last == Word.SWAP else ""
        if self.last == Word.PASS:
            return f"{self.last_turn}_passed"
        return f"{self.last_turn}_{'moved' if self.last_origin else 'laid'}"

    def offers(self, legal: Iterable[str]) -> dict[str, str]:
        """Give each cell that can be pointed at the order that it stands for.

        That is a cell to lay on, or a pyramid to move; where all orders move the same one, a cell to move it to.
        """
        orders = [order.split() for order in legal if order not in tuple(Word)]
        if len({cells[0] for cells in orders}) == 1:
            return {cells[-1]: " ".join(cells) for cells in orders}
        return {cells[0]: cells[0] for cells in orders}

    def picture(self, legal: Iterable[str]) -> Picture:
        """Lay out the picture. `legal` are the orders that can be clicked, none where nothing can."""
        return lay_out(self._board(SVG), self.offers(legal))

    @property
    def movable(self) -> tuple[str, ...]:
        """The pyramids that the colour to move can move, column by column."""
        return names_of(self.origins)

    def _board(self, frame: Frame) -> Board:
        return board_of(Table(self.stones, self.frontier, cells_of(self.last), self.row, self.origins), frame)


def view_of(position: Position, seat: Seat | None) -> EgyptosView:
    """Build the view of a seat or a spectator; all views are equal but for `seat`."""
    over, colour = bool(position.ending), position.colour
    return EgyptosView(
        rules=RULES.key,
        seat=seat,
        to_move=None if over else position.seat_of(colour),
        sides=COLOURS if position.black == 0 else COLOURS[::-1],
        phase="over" if over else "laying" if position.laying else "moving",
        ending=position.ending,
        seats=(position.seat_of(BLACK), position.seat_of(GOLD)),
        turn="" if over else COLOURS[colour],
        stones=position.stones,
        frontier=frontier(position),
        last=position.last,
        last_turn=COLOURS[1 - colour] if position.last and position.last != Word.SWAP else "",
        winners=outcome.winners if (outcome := outcome_of(position)) else (),
        row=winning_cells(position),
        moves=position.moves,
        move_cap=position.variant.move_cap,
        occurrences=occurrences(position),
        may_swap=position.may_swap,
        origins=movable_stones(position),
        corners=position.variant.contact == "corner",
    )
