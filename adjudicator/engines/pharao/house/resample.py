"""Resampling: dealing anew all that nobody knows."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.engines.contract import Dealer
from adjudicator.engines.pharao.position.grid import cells_in
from adjudicator.engines.pharao.position.position import Position


def resample_secrets(position: Position, dealer: Dealer) -> Position:
    """Mix the cards that nobody has seen, fallen ones among them, the photos in the box, and the stack."""
    shapes, chambers, secret = list(position.shapes), dict(position.chambers), cells_in(position.secret)
    # Everything is sorted before it is shuffled, so that the true order leaves no trace.
    cards = dealer.shuffled(sorted((position.shapes[cell], chambers.pop(cell, "")) for cell in secret))
    for cell, (shape, name) in zip(secret, cards, strict=True):
        shapes[cell] = shape
        if name:
            chambers[cell] = name
    return replace(
        position,
        shapes=tuple(shapes),
        chambers=tuple(sorted(chambers.items())),
        photos=dealer.shuffled(sorted(position.photos)),
        stack=dealer.shuffled(sorted(position.stack)),
    )
