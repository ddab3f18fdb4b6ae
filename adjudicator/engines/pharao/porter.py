"""The porter's work: turning cards, laying lanterns and taking them up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from adjudicator.engines.pharao.cards import SIDES_OF, TEXTS
from adjudicator.engines.pharao.changes import spent, with_player
from adjudicator.engines.pharao.grid import CELLS, NAMES, bit
from adjudicator.engines.pharao.position import Position
from adjudicator.engines.pharao.told import Notes, told


def rotate(position: Position, words: Sequence[str]) -> tuple[Position, Notes]:
    """Turn a card, with whatever is on it."""
    cell, sides = CELLS[words[1]], words[2]
    before = TEXTS[position.ways.sides(cell)]
    position = spent(replace(position, ways=position.ways.laid(cell, SIDES_OF[sides])))
    turned = told("rotated", position, cell=words[1], before=before, sides=sides, left=position.turn.left)
    return position, (turned,)


def lay_lantern(position: Position, words: Sequence[str]) -> tuple[Position, Notes]:
    """Lay a lantern on the porter's card."""
    return _lantern(position, words, 1)


def take_lantern(position: Position, words: Sequence[str]) -> tuple[Position, Notes]:
    """Take up the lantern on the porter's card."""
    return _lantern(position, words, -1)


def _lantern(position: Position, words: Sequence[str], laid: int) -> tuple[Position, Notes]:
    player = position.mover
    player = replace(player, lanterns=player.lanterns ^ bit(player.porter), stock=player.stock - laid)
    position = with_player(spent(position), player)
    cell = NAMES[player.porter]
    return position, (told(words[0], position, cell=cell, stock=player.stock, left=position.turn.left),)
