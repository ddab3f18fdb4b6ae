"""Notes of the events. Nothing that happens in the pyramid is a secret; an event still to come is never told."""

from __future__ import annotations

from adjudicator.engines.contract import Note, Value
from adjudicator.engines.pharao.position.position import Position

Notes = tuple[Note, ...]


def mover_note(key: str, position: Position, /, **values: Value) -> Note:
    """Build the note of something that the seat whose turn it is did."""
    return Note(f"pharao.{key}", (("seat", position.turn.seat), *values.items()))
