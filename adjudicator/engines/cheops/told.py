"""Notes of what happened, with those for one pair of eyes only."""

from __future__ import annotations

from adjudicator.engines.cheops.position import Position
from adjudicator.engines.contract import Note, Value

Notes = tuple[Note, ...]


def told(key: str, position: Position, /, **values: Value) -> Note:
    """Tell all of something that the seat to move did."""
    return Note(f"cheops.{key}", (("seat", position.turn.seat), *values.items()))


def purse(position: Position) -> Note:
    """Tell a seat how much money it has now: what it did is public, the total is its own affair."""
    seat = position.turn.seat
    audience = None if position.variant.open_money == "yes" else frozenset((seat,))
    return Note.of("cheops.purse", audience, seat=seat, cash=position.players[seat].cash)
