"""Treasures: taking, laying down and stealing them, none of which costs an action."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from adjudicator.engines.pharao.changes import laid_down, taken_up, with_player
from adjudicator.engines.pharao.collapse import owned
from adjudicator.engines.pharao.grid import NAMES, Cell
from adjudicator.engines.pharao.legal import TREASURE_WORDS
from adjudicator.engines.pharao.position import BUST, COLOURS, Position, Treasure
from adjudicator.engines.pharao.told import Notes, told

WORTH = {word: treasure for treasure, word in TREASURE_WORDS.items()}


def take(position: Position, words: Sequence[str]) -> tuple[Position, Notes]:
    """Pick up a treasure from the archaeologist's card."""
    treasure, cell = WORTH[words[1]], _here(position)
    took = told("took", position, treasure=treasure, cell=NAMES[cell])
    position, notes = _carrying(taken_up(position, cell, treasure), treasure)
    return position, (took, *notes)


def drop(position: Position, words: Sequence[str]) -> tuple[Position, Notes]:
    """Lay down what the archaeologist carries."""
    del words
    cell, treasure, turn = _here(position), position.mover.carries, position.turn
    position = laid_down(with_player(position, replace(position.mover, carries=0)), cell, treasure)
    position = replace(position, turn=replace(turn, dropped=(*turn.dropped, treasure)))
    return position, (told("dropped", position, treasure=treasure, cell=NAMES[cell]),)


def steal(position: Position, words: Sequence[str]) -> tuple[Position, Notes]:
    """Take from another archaeologist on the same card what he carries."""
    victim = COLOURS.index(words[1])
    player, cell = position.players[victim], NAMES[_here(position)]
    stole = told("stole", position, victim_seat=victim, treasure=player.carries, cell=cell)
    position, notes = _carrying(with_player(position, replace(player, carries=0), victim), player.carries)
    return position, (stole, *notes)


def _carrying(position: Position, treasure: Treasure) -> tuple[Position, Notes]:
    position = with_player(position, replace(position.mover, carries=treasure))
    return owned(position, position.turn.seat) if treasure == BUST else (position, ())


def _here(position: Position) -> Cell:
    return position.mover.archaeologist
