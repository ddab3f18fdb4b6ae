"""What may become of a treasure that is taken: sold, kept, or thrown away worthless."""

from __future__ import annotations

from typing import Literal

from adjudicator.engines.cheops.position import Position

Fate = Literal["sell", "keep", "discard"]


def fates(position: Position, place: int) -> tuple[Fate, ...]:
    """List what may be done with a newly taken treasure of a colour."""
    law, full = position.laws.under[place], position.is_full(place)
    if law == 5:
        return ("keep",)
    if law == 4:
        return ("discard",) if full else ("sell",)
    return ("keep",) if full else ("sell", "keep")


def can_sell_kept(position: Position, place: int) -> bool:
    """Tell whether law 10 may sell a kept treasure of a colour."""
    return position.laws.under[place] != 5 and not position.is_full(place)


def can_keep(position: Position, place: int) -> bool:
    """Tell whether law 12 may bring a treasure of a colour into stock."""
    return position.laws.under[place] != 4
