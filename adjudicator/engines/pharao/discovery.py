"""Discovering: turning a card over, laying it, and the photo of a burial chamber."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from adjudicator.engines.pharao.cards import SIDES_OF
from adjudicator.engines.pharao.changes import laid_down, scored, spent, with_player
from adjudicator.engines.pharao.collapse import discovered
from adjudicator.engines.pharao.grid import CELLS, NAMES, NOWHERE, Cell, bit
from adjudicator.engines.pharao.position import BUST, Position, Treasure
from adjudicator.engines.pharao.told import Notes, told
from adjudicator.engines.pharao.traps import released
from adjudicator.engines.pharao.turns import finished


def flip(position: Position, words: Sequence[str]) -> tuple[Position, Notes]:
    """Turn a card over for all to see; how it lies is chosen next."""
    cell = CELLS[words[1]]
    position = spent(position, lively=True)
    position = replace(position, secret=position.secret & ~bit(cell), turn=replace(position.turn, flipped=cell))
    seen = told(
        "flipped",
        position,
        cell=NAMES[cell],
        shape=position.shapes[cell],
        chamber=position.chamber(cell),
        left=position.turn.left,
    )
    return position, (seen,)


def lay(position: Position, words: Sequence[str]) -> tuple[Position, Notes]:
    """Lay the card that was turned over, and only then open it if it is a chamber."""
    cell, sides = position.turn.flipped, words[1]
    position = replace(
        position, ways=position.ways.laid(cell, SIDES_OF[sides]), turn=replace(position.turn, flipped=NOWHERE)
    )
    notes: Notes = (told("turned", position, cell=NAMES[cell], sides=sides),)
    if not position.chamber(cell):
        return position, notes
    position, more = _photographed(position, cell)
    return position, (*notes, *more)


def _photographed(position: Position, cell: Cell) -> tuple[Position, Notes]:
    """Draw a photo: first the treasures, then the trap, and the photo's own point last."""
    (number, trap), *photos = position.photos
    found, stack = _drawn(position, number)
    position = laid_down(replace(position, photos=tuple(photos), stack=stack), cell, *found)
    photo = told("photo", position, cell=NAMES[cell], chamber=position.chamber(cell), treasures=found, trap=trap)
    notes: Notes = (photo,)
    if BUST in found:
        position, more = discovered(position, cell)
        notes = (*notes, *more)
    awake = False
    if trap:
        position, more, awake = released(position, trap, cell)
        notes = (*notes, *more)
    player = position.mover
    position = with_player(position, replace(player, photos=player.photos + 1))
    position = scored(position, position.players)
    if not trap or not (awake or position.variant.trap_ends_turn == "always"):
        return position, notes
    lost = (told("turn_lost", position, left=position.turn.left),) if position.turn.left else ()
    position, more = finished(position)
    return position, (*notes, *lost, *more)


def _drawn(position: Position, number: int) -> tuple[tuple[Treasure, ...], tuple[Treasure, ...]]:
    """Take treasures from the stack; behind its last one comes the bust, and nothing after it."""
    found, rest = position.stack[:number], position.stack[number:]
    if number > len(found) and position.collapse is None:
        found = (*found, BUST)
    return found, rest
