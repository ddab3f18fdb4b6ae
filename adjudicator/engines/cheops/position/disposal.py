"""The disposal of a treasure that was taken: it is sold, kept, or discarded as worthless."""

from __future__ import annotations

from typing import Literal

from adjudicator.engines.cheops.position.laws import Law
from adjudicator.engines.cheops.position.pieces import Colour
from adjudicator.engines.cheops.position.position import Position

Disposal = Literal["sell", "keep", "discard"]
DISPOSALS: tuple[Disposal, ...] = ("sell", "keep", "discard")


def allowed_disposals(position: Position, colour: Colour) -> tuple[Disposal, ...]:
    """List the possible uses of a newly taken treasure of a colour (CHEOPS-SELL-1, E17 to E20)."""
    law, full = position.law_under(colour), position.is_full(colour)
    if law == Law.KEEP_ONLY:
        return ("keep",)
    if law == Law.SELL_ONLY:
        return ("discard",) if full else ("sell",)
    return ("keep",) if full else ("sell", "keep")


def can_sell_kept(position: Position, colour: Colour) -> bool:
    """Tell whether law 10 may sell a kept treasure of a colour (CHEOPS-LAW-10)."""
    return position.law_under(colour) != Law.KEEP_ONLY and not position.is_full(colour)


def can_keep_exchanged(position: Position, colour: Colour) -> bool:
    """Tell whether law 12 may bring a treasure of a colour into stock (E41)."""
    return position.law_under(colour) != Law.SELL_ONLY
