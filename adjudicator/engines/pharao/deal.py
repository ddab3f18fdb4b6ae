"""Dealing: all the chance of a match, as plain JSON values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.engines.contract import Dealer
from adjudicator.engines.pharao.cards import LETTERS, LYINGS, SIDE_OF, TEXTS, Sides, shape_of
from adjudicator.engines.pharao.edition import Components
from adjudicator.engines.pharao.grid import BORDER, NAMES, Cell, cells_in, neighbours


def deal(components: Components, seats: int, dealer: Dealer) -> dict[str, Any]:
    """Draw who begins, the start card's place, and the order of cards, photos and treasures."""
    start = cells_in(BORDER)[dealer.below(BORDER.bit_count())]
    sides = starting_sides(start, components.start_sides)
    cards: Sequence[Any] = (*components.corridors, *(list(chamber) for chamber in components.chambers))
    cells = [name for cell, name in enumerate(NAMES) if cell != start]
    return {
        "first": dealer.below(seats),
        "start": NAMES[start],
        "start_sides": TEXTS[sides[dealer.below(len(sides))]],
        "cards": dict(zip(cells, dealer.shuffled(cards), strict=True)),
        "photos": [[number, trap or None] for number, trap in dealer.shuffled(components.photos)],
        "treasures": list(dealer.shuffled(components.treasures)),
    }


def starting_sides(start: Cell, printed: Sides) -> list[Sides]:
    """List the ways in which the start card may lie: with an opening to a neighbour at least."""
    inwards = sum(SIDE_OF[letter] for letter, cell in zip(LETTERS, neighbours(start), strict=True) if cell is not None)
    return [sides for sides in LYINGS[shape_of(printed)] if sides & inwards]
