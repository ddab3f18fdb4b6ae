"""The deal: all the chance of a match, drawn once from its seed."""

from __future__ import annotations

from adjudicator.engines.contract import Dealer, Json
from adjudicator.engines.pharao.position.cards import LETTERS, LYINGS, SIDE_OF, TEXTS, Sides, shape_of
from adjudicator.engines.pharao.position.components import Components
from adjudicator.engines.pharao.position.grid import BORDER, NAMES, Cell, cells_in, neighbours


def draw_deal(components: Components, seats: int, dealer: Dealer) -> dict[str, Json]:
    """Draw who begins, the start card's place, and the order of cards, photos and treasures, as plain JSON values.

    The draws and their order are part of the rules: another order would make another match of the same seed.
    """
    start = cells_in(BORDER)[dealer.below(BORDER.bit_count())]
    sides = starting_sides(start, components.start_sides)
    cards = [*components.corridors, *(list(chamber) for chamber in components.chambers)]
    cells = [name for cell, name in enumerate(NAMES) if cell != start]
    return {
        "first": dealer.below(seats),
        "start": NAMES[start],
        "start_sides": TEXTS[sides[dealer.below(len(sides))]],
        "cards": dict(zip(cells, dealer.shuffled(cards), strict=True)),
        "photos": [[number, trap.value or None] for number, trap in dealer.shuffled(components.photos)],
        "treasures": list(dealer.shuffled(components.treasures)),
    }


def starting_sides(start: Cell, printed: Sides) -> list[Sides]:
    """List the ways in which the start card may lie: with an opening to a neighbour at least (Q20)."""
    inwards = sum(SIDE_OF[letter] for letter, cell in zip(LETTERS, neighbours(start), strict=True) if cell is not None)
    return [sides for sides in LYINGS[shape_of(printed)] if sides & inwards]
