"""What a figure sees from where it stands: its card's sides, how far one action takes it, and the way home."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from adjudicator.engines.contract import Seat
from adjudicator.engines.pharao.cards import LETTERS
from adjudicator.engines.pharao.grid import NAMES, Bits, Cell, bit, names_in, neighbours
from adjudicator.engines.pharao.legal import cells_in_reach, cells_to_flip, cells_to_rotate, usable_lanterns
from adjudicator.engines.pharao.paths import actions_between
from adjudicator.engines.pharao.position import ARCHAEOLOGIST, FIGURES, NO_TREASURE, Figure, Position, Treasure

Beyond = Literal["way", "wall", "wall_beyond", "hidden", "hidden_wall", "fallen", "edge"]
"""What lies on a side: a way, the card's own wall, the next card's wall, a hidden card that the card is open or closed
towards, a hole, or the edge of the square."""


@dataclass(frozen=True, slots=True)
class CardSide:
    """One side of a figure's card."""

    side: str
    beyond: Beyond
    cell: str = ""
    """The next card."""
    flipped: bool = False
    """Whether that card was turned over, and waits to be laid."""

    @property
    def shown(self) -> Beyond | Literal["flipped"]:
        """What boards say of it: how a card lies is not settled before it is laid."""
        return "flipped" if self.flipped else self.beyond


@dataclass(frozen=True, slots=True)
class Surroundings:
    """One figure's surroundings."""

    seat: Seat
    figure: Figure
    cell: str
    carries: Treasure
    gates: tuple[CardSide, ...]
    """To the north, east, south and west."""
    reach: tuple[str, ...]
    """The cards that one action leads to."""
    home: int | None
    """The actions to the start card, as lanterns lie now; None if there is no way."""
    cards: tuple[str, ...]
    """What an archaeologist could turn over, or a porter rotate, from here."""

    @property
    def runs(self) -> tuple[str, ...]:
        """The cards beyond the next ones, which own lanterns lead to."""
        beside = {gate.cell for gate in self.gates if gate.beyond == "way"}
        return tuple(cell for cell in self.reach if cell not in beside)


def list_surroundings(position: Position) -> tuple[Surroundings, ...]:
    """Look about from every figure that is in the pyramid, seat by seat."""
    return tuple(
        _surroundings(position, seat, figure)
        for seat, player in enumerate(position.players)
        for figure in FIGURES
        if player.figure(figure) >= 0
    )


def _surroundings(position: Position, seat: Seat, figure: Figure) -> Surroundings:
    player = position.players[seat]
    cell = player.figure(figure)
    archaeologist = figure is ARCHAEOLOGIST
    cards = cells_to_flip(position, cell) if archaeologist else cells_to_rotate(position, cell)
    return Surroundings(
        seat,
        figure,
        NAMES[cell],
        player.carries if archaeologist else NO_TREASURE,
        _card_sides(position, cell),
        names_in(cells_in_reach(position, player, figure)),
        actions_between(position.ways, cell, position.start, usable_lanterns(position, player, figure)),
        names_in(cards),
    )


def _card_sides(position: Position, cell: Cell) -> tuple[CardSide, ...]:
    faced, joined = position.ways.faced_cells(bit(cell)), position.ways.joined_cells(bit(cell))
    return tuple(
        CardSide(side, "edge")
        if other is None
        else CardSide(side, _beyond(position, other, faced, joined), NAMES[other], other == position.turn.flipped)
        for side, other in zip(LETTERS, neighbours(cell), strict=True)
    )


def _beyond(position: Position, other: Cell, faced: Bits, joined: Bits) -> Beyond:
    is_open = bool(faced >> other & 1)
    if position.fallen >> other & 1:
        return "fallen"
    if not position.ways.cards >> other & 1:
        return "hidden" if is_open else "hidden_wall"
    if joined >> other & 1:
        return "way"
    return "wall_beyond" if is_open else "wall"
