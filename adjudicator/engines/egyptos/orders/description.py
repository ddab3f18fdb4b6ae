"""Descriptions: what a step would do, as letters and pages say beside an order that they offer."""

from __future__ import annotations

from adjudicator.engines.contract import Note
from adjudicator.engines.egyptos.position.coordinates import name_of
from adjudicator.engines.egyptos.position.position import Position, Step, Word


def describe_step(position: Position, step: Step) -> Note:
    """Describe a legal step."""
    del position
    if isinstance(step, Word):
        return Note.of("egyptos.to_swap" if step is Word.SWAP else "egyptos.to_pass")
    if len(step) == 1:
        return Note.of("egyptos.to_lay", cell=name_of(step[0]))
    return Note.of("egyptos.to_move", origin=name_of(step[0]), cell=name_of(step[1]))
