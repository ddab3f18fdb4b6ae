"""Surroundings of a figure: its possible actions from where it stands in this turn, and its way to the start card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from adjudicator.engines.contract import Seat
from adjudicator.engines.pharao.notation.notation import Drop, Steal, Take
from adjudicator.engines.pharao.position.grid import NAMES, bit, names_in
from adjudicator.engines.pharao.position.paths import actions_between
from adjudicator.engines.pharao.position.position import ARCHAEOLOGIST, FIGURES, Figure, Position, Treasure
from adjudicator.engines.pharao.steps.legal import (
    cells_in_reach,
    cells_to_flip,
    cells_to_rotate,
    free_steps,
    usable_lanterns,
)

LanternDeed = Literal["", "lay", "take_up"]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """One figure's surroundings. What it can do is empty unless its player is to move, and has a card to lay first."""

    seat: Seat
    figure: Figure
    cell: str
    home: int | None
    """The actions to the start card, as lanterns lie now; None if there is no way."""
    active: bool
    """Whether its player has an action to use."""
    reach: tuple[str, ...] = ()
    """The cards that one action leads to."""
    cards: tuple[str, ...] = ()
    """Cards that an archaeologist can turn over, or a porter rotate, from here."""
    lantern: LanternDeed = ""
    """A porter's possible action with a lantern here."""
    takes: tuple[Treasure, ...] = ()
    """The worths of the treasures that an archaeologist can take here."""
    victims: tuple[Seat, ...] = ()
    """Those from whom an archaeologist can steal here."""
    drops: bool = False
    """Whether an archaeologist can lay down their treasure."""


def list_surroundings(position: Position) -> tuple[Surroundings, ...]:
    """Look about from every figure that is in the pyramid, seat by seat."""
    return tuple(
        _surroundings(position, seat, figure)
        for seat, player in enumerate(position.players)
        for figure in FIGURES
        if player.figure(figure) >= 0
    )


def _surroundings(position: Position, seat: Seat, figure: Figure) -> Surroundings:
    player, turn = position.players[seat], position.turn
    cell, archaeologist = player.figure(figure), figure is ARCHAEOLOGIST
    playing = seat == turn.seat and turn.flipped < 0 and not position.ending
    active = playing and turn.left > 0
    reach = cells_in_reach(position, player, figure) if active else 0
    cards = (cells_to_flip if archaeologist else cells_to_rotate)(position, cell) if active else 0
    free = free_steps(position, player) if playing and archaeologist else []
    return Surroundings(
        seat,
        figure,
        NAMES[cell],
        actions_between(position.ways, cell, position.start, usable_lanterns(position, player, figure)),
        active,
        names_in(reach),
        names_in(cards),
        _lantern_deed(position, seat) if active and not archaeologist else "",
        tuple(step.treasure for step in free if isinstance(step, Take)),
        tuple(step.victim for step in free if isinstance(step, Steal)),
        any(isinstance(step, Drop) for step in free),
    )


def _lantern_deed(position: Position, seat: Seat) -> LanternDeed:
    player = position.players[seat]
    if player.lanterns & bit(player.porter):
        return "take_up"
    return "lay" if player.stock else ""
