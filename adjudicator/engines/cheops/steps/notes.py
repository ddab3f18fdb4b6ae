"""Notes of the events, with those that only one seat may read."""

from __future__ import annotations

from adjudicator.engines.cheops.position.position import Position
from adjudicator.engines.contract import Note, Value

Notes = tuple[Note, ...]


def mover_note(key: str, position: Position, /, **values: Value) -> Note:
    """Tell everybody something that the seat to move did."""
    return Note(f"cheops.{key}", (("seat", position.turn.seat), *values.items()))


def money_note(position: Position) -> Note:
    """Tell the seat to move how much money it has: each payment is public, the total is not (CHEOPS-SELL-4, D8)."""
    seat = position.turn.seat
    audience = None if position.variant.open_money == "yes" else frozenset((seat,))
    return Note.of("cheops.purse", audience, seat=seat, cash=position.players[seat].cash)
