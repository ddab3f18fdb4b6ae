"""What somebody seems to want: the pieces of a step that an order names."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.engines.pharao.grid import CELLS
from adjudicator.engines.pharao.position import Position

KINDS = ("walk", "flip", "turn", "rotate", "lamp", "unlamp", "take", "drop", "steal", "end")


@dataclass(frozen=True, slots=True)
class Wish:
    """The pieces that were found; empty where nothing was said."""

    verb: str = ""
    lantern: bool = False
    figure: str = ""
    cell: str = ""
    """As it was written, which need not be a cell that there is."""
    sides: str = ""
    """Letters of N E S W, in the order in which they were written, and O for one that may be east or west."""
    quarters: int = 0
    treasure: int = 0
    colour: str = ""

    @property
    def empty(self) -> bool:
        """Tell whether nothing was found."""
        return self == Wish()

    @property
    def unclear(self) -> bool:
        """Tell whether a side is the east in some languages and the west in others."""
        return "O" in self.sides


def kind_of(wish: Wish, position: Position) -> str:
    """Tell which kind of step a wish is for: `KINDS`, or nothing."""
    if wish.lantern:
        return "unlamp" if wish.verb == "take" else "lamp"
    if wish.verb == "spin":
        return _spinning(wish, position)
    if wish.verb:
        return "steal" if wish.verb == "take" and wish.colour else {"put": "drop"}.get(wish.verb, wish.verb)
    if wish.treasure:
        return "take"
    return "walk" if wish.cell or wish.figure else "turn" if wish.sides else ""


def _spinning(wish: Wish, position: Position) -> str:
    """Turning a card is turning it over, laying it or rotating it, by what lies there."""
    cell = CELLS.get(wish.cell, -1)
    if not wish.cell:
        # "My turn!" is no order.
        said = position.turn.flipped >= 0 or wish.sides
        return "turn" if said else "rotate" if wish.quarters else ""
    if cell == position.turn.flipped:
        return "turn"
    return "flip" if position.hidden >> cell & 1 else "rotate"
