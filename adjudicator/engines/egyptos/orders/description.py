"""Descriptions: the effect of a step, as letters and pages say beside an order that they offer."""

from __future__ import annotations

from adjudicator.engines.contract import Note
from adjudicator.engines.egyptos.position.coordinates import name_of
from adjudicator.engines.egyptos.position.position import Position, Step, Word

_LAY, _MOVE, _SWAP, _PASS = "egyptos.to_lay", "egyptos.to_move", "egyptos.to_swap", "egyptos.to_pass"


def kind_of(position: Position, step: Step) -> str:
    """Name the kind of a legal step."""
    del position
    if isinstance(step, tuple):  # asked first, as a letter asks for the kinds of hundreds of moves
        return _MOVE if len(step) == 2 else _LAY
    return _SWAP if step is Word.SWAP else _PASS


def describe_step(position: Position, step: Step) -> Note:
    """Describe a legal step."""
    kind = kind_of(position, step)
    if isinstance(step, Word):
        return Note.of(kind)
    if len(step) == 1:
        return Note.of(kind, cell=name_of(step[0]))
    return Note.of(kind, origin=name_of(step[0]), cell=name_of(step[1]))
