"""Walking: along the ways and over own lanterns, home with a treasure, and out of the bust's chamber."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from adjudicator.engines.contract import Note, Seat
from adjudicator.engines.pharao.changes import scored, spent, with_player
from adjudicator.engines.pharao.collapse import carried_out
from adjudicator.engines.pharao.grid import CELLS, NAMES, Cell
from adjudicator.engines.pharao.legal import lanterns_of
from adjudicator.engines.pharao.position import BUST, Figure, Player, Position
from adjudicator.engines.pharao.told import Notes, told
from adjudicator.engines.pharao.turns import finished
from adjudicator.engines.pharao.ways import cards_between

WALKERS: dict[str, Figure] = {"A": "archaeologist", "P": "porter"}


def walk(position: Position, words: Sequence[str]) -> tuple[Position, Notes]:
    """Move a figure. Who brings a treasure to the start card has it safe; the bust leaves a falling chamber."""
    figure, goal = WALKERS[words[0]], CELLS[words[1]]
    player = position.mover
    origin = player.figure(figure)
    via = cards_between(position.ways, origin, goal, lanterns_of(position, player, figure))
    notes: Notes = (_walked(position, figure, origin, goal, via),)
    position = with_player(spent(position), _at(player, figure, goal))
    if figure == "porter" or not player.carries:
        return position, notes
    if goal == position.start:
        position = banked(position, [position.turn.seat])
        position = replace(position, turn=replace(position.turn, lively=True))
        notes = (*notes, told("banked", position, treasure=player.carries))
    clock = position.collapse
    # Until its chamber falls the bust is in it, so that whoever walks with it walks out.
    if player.carries != BUST or clock is None or not clock.countdown:
        return position, notes
    position, fall = carried_out(position, clock)
    position, more = finished(position)
    return position, (*notes, *fall, *more)


def banked(position: Position, seats: Sequence[Seat]) -> Position:
    """Make safe what these seats carry, all at one moment."""
    players = tuple(
        replace(player, carries=0, banked=(*player.banked, player.carries)) if seat in seats else player
        for seat, player in enumerate(position.players)
    )
    return scored(position, players)


def _at(player: Player, figure: Figure, cell: Cell) -> Player:
    return replace(player, archaeologist=cell) if figure == "archaeologist" else replace(player, porter=cell)


def _walked(position: Position, figure: Figure, origin: Cell, goal: Cell, via: tuple[Cell, ...]) -> Note:
    return told(
        "moved",
        position,
        figure=figure,
        origin=NAMES[origin],
        cell=NAMES[goal],
        via=tuple(NAMES[cell] for cell in via),
        left=position.turn.left - 1,
    )
