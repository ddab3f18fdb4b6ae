"""Descriptions: the effect of a step, as letters and pages say beside an order that they offer.

They tell the open pieces: never the face of a card that lies face down.
"""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.engines.contract import Note, Value
from adjudicator.engines.pharao.notation.notation import Drop, Flip, Kind, Lay, Rotate, Steal, Step, Take, Walk
from adjudicator.engines.pharao.position.cards import TEXTS
from adjudicator.engines.pharao.position.grid import NAMES
from adjudicator.engines.pharao.position.position import ARCHAEOLOGIST, COLOURS, Figure, Position

_WALKS: Mapping[Figure, str] = {Figure.ARCHAEOLOGIST: "to_walk", Figure.PORTER: "to_send"}


def describe_step(position: Position, step: Step) -> Note:  # noqa: PLR0911 - one note a kind
    """Describe a legal step."""
    player = position.mover
    match step:
        case Walk(figure, cell):
            if figure is ARCHAEOLOGIST and player.carries and cell == position.start:
                return _note("to_bring_home", treasure=int(player.carries), cell=NAMES[cell])
            return _note(_WALKS[figure], cell=NAMES[cell])
        case Flip(cell):
            return _note("to_flip", cell=NAMES[cell])
        case Lay(sides):
            return _note("to_turn", cell=NAMES[position.turn.flipped], sides=TEXTS[sides])
        case Rotate(cell, sides):
            return _note("to_rotate", cell=NAMES[cell], sides=TEXTS[sides])
        case Take(treasure):
            return _note("to_take", treasure=int(treasure))
        case Drop():
            return _note("to_drop", treasure=int(player.carries))
        case Steal(victim):
            return _note("to_steal", treasure=int(position.players[victim].carries), victim=COLOURS[victim].value)
    if step.kind is Kind.END:
        return _note("to_end")
    return _note(f"to_{step.kind.value}", cell=NAMES[player.porter])


def _note(key: str, **values: Value) -> Note:
    return Note(f"pharao.{key}", tuple(values.items()))
