"""What a figure sees from where it stands: what is open, how far one action takes it, and the way home."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from adjudicator.engines.contract import Seat
from adjudicator.engines.pharao.cards import LETTERS
from adjudicator.engines.pharao.grid import NAMES, Bits, Cell, bit, names_in, neighbours
from adjudicator.engines.pharao.legal import flippable, lanterns_of, reach, turnable
from adjudicator.engines.pharao.position import FIGURES, Figure, Position, Treasure
from adjudicator.engines.pharao.ways import actions_between

Beyond = Literal["way", "wall", "wall_beyond", "hidden", "hidden_wall", "fallen", "edge"]
"""What lies on a side: a way, the card's own wall, the next card's wall, a hidden card that the card is open or closed
towards, a hole, or the edge of the square."""


@dataclass(frozen=True, slots=True)
class Gate:
    """One side of a figure's card."""

    side: str
    beyond: Beyond
    cell: str = ""
    """The next card."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """One figure's surroundings."""

    seat: Seat
    figure: Figure
    cell: str
    carries: Treasure
    gates: tuple[Gate, ...]
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


def outlooks_of(position: Position) -> tuple[Outlook, ...]:
    """Look about from every figure that is in the pyramid, seat by seat."""
    return tuple(
        _outlook(position, seat, figure)
        for seat, player in enumerate(position.players)
        for figure in FIGURES
        if player.figure(figure) >= 0
    )


def _outlook(position: Position, seat: Seat, figure: Figure) -> Outlook:
    player = position.players[seat]
    cell = player.figure(figure)
    cards = flippable(position, cell) if figure == "archaeologist" else turnable(position, cell)
    return Outlook(
        seat,
        figure,
        NAMES[cell],
        player.carries if figure == "archaeologist" else 0,
        _gates(position, cell),
        names_in(reach(position, player, figure)),
        actions_between(position.ways, cell, position.start, lanterns_of(position, player, figure)),
        names_in(cards),
    )


def _gates(position: Position, cell: Cell) -> tuple[Gate, ...]:
    outlets, steps = position.ways.outlets(bit(cell)), position.ways.steps(bit(cell))
    return tuple(
        Gate(side, "edge") if other is None else Gate(side, _beyond(position, other, outlets, steps), NAMES[other])
        for side, other in zip(LETTERS, neighbours(cell), strict=True)
    )


def _beyond(position: Position, other: Cell, outlets: Bits, steps: Bits) -> Beyond:
    is_open = bool(outlets >> other & 1)
    if position.fallen >> other & 1:
        return "fallen"
    if not position.ways.cards >> other & 1:
        return "hidden" if is_open else "hidden_wall"
    if steps >> other & 1:
        return "way"
    return "wall_beyond" if is_open else "wall"
