"""A partial order: the pieces of a step that an order names, and the kind of step that they are for."""

from __future__ import annotations

from dataclasses import dataclass, replace

from adjudicator.engines.contract import OMeans
from adjudicator.engines.pharao.notation.notation import Kind, Lay, Rotate, Steal, Step, Take, Walk, cell_of
from adjudicator.engines.pharao.notation.words import HOLDING_VERBS, LAYING_VERBS, Verb, put_o
from adjudicator.engines.pharao.position.cards import TEXTS
from adjudicator.engines.pharao.position.grid import CELLS, NAMES, NOWHERE
from adjudicator.engines.pharao.position.position import COLOURS, Colour, Figure, Position


@dataclass(frozen=True, slots=True)
class PartialOrder:
    """The pieces that were found; empty or None where nothing was said.

    A `with_*` method adds a piece. It answers None if the piece does not go with the others: then it belongs to the
    next step.
    """

    verb: Verb | None = None
    lantern: bool = False
    figure: Figure | None = None
    cell: str = ""
    """As it was written, which need not be a cell of the square."""
    sides: str = ""
    """Letters of N E S W, in the order in which they were written, and O for one that may be east or west."""
    quarters: int = 0
    treasure: int = 0
    """As it was written, which need not be the worth of a treasure."""
    colour: Colour | None = None

    @property
    def begun(self) -> bool:
        """Tell whether anything but sides and quarters was found."""
        return bool(self.verb or self.cell or self.figure or self.lantern or self.treasure)

    @property
    def unclear(self) -> bool:
        """Tell whether a side is the east in some languages and the west in others."""
        return "O" in self.sides

    def readings(self) -> tuple[PartialOrder, ...]:
        """List its possible meanings: itself, or, if a side is unclear, with the east and with the west."""
        if not self.unclear:
            return (self,)
        return tuple(replace(self, sides=put_o(self.sides, meaning)) for meaning in OMeans)

    def with_cell(self, name: str) -> PartialOrder | None:
        """Add a cell."""
        if self.cell or self.sides or self.verb is Verb.END:
            return None
        return replace(self, cell=name)

    def with_number(self, number: int) -> PartialOrder | None:
        """Add a number: degrees behind a verb that turns cards, else the worth of a treasure."""
        if self.verb not in LAYING_VERBS:
            return self.with_treasure(number)
        if number not in _QUARTERS or self.quarters or self.sides:
            return None
        return replace(self, quarters=_QUARTERS[number])

    def with_treasure(self, treasure: int) -> PartialOrder | None:
        """Add a treasure by its worth."""
        if self.treasure or self.cell or self.lantern or self.sides:
            return None
        if self.verb not in HOLDING_VERBS and (self.verb or self.figure):
            return None
        return replace(self, treasure=treasure)

    def with_lantern(self) -> PartialOrder | None:
        """Add the lantern."""
        if self.lantern or self.treasure or self.cell or self.verb not in (None, *_LANTERN_VERBS):
            return None
        return replace(self, lantern=True)

    def with_colour(self, colour: Colour) -> PartialOrder | None:
        """Add the colour of the player who is robbed."""
        if self.colour or self.verb not in (Verb.STEAL, Verb.TAKE):
            return None
        return replace(self, colour=colour)

    def with_verb(self, verb: Verb) -> PartialOrder | None:
        """Add a verb."""
        if self.verb or self.sides or (self.lantern and verb not in _LANTERN_VERBS):
            return None
        return replace(self, verb=verb)


NOTHING = PartialOrder()

_QUARTERS = {90: 1, 180: 2, 270: 3}
_LANTERN_VERBS = (Verb.PUT, Verb.TAKE)

_KINDS = {
    Verb.FLIP: Kind.FLIP,
    Verb.ROTATE: Kind.ROTATE,
    Verb.UNLAMP: Kind.UNLAMP,
    Verb.PUT: Kind.DROP,
    Verb.TAKE: Kind.TAKE,
    Verb.DROP: Kind.DROP,
    Verb.STEAL: Kind.STEAL,
    Verb.END: Kind.END,
}


def kind_of(order: PartialOrder, position: Position) -> Kind | None:
    """Tell which kind of step an order is for; None if it is for none."""
    if order.lantern:
        return Kind.UNLAMP if order.verb is Verb.TAKE else Kind.LAMP
    if order.verb:
        # "take from red" is a theft.
        kind = Kind.STEAL if order.colour else _KINDS.get(order.verb)
        return kind or _kind_of_spin(order, position)
    if order.treasure:
        return Kind.TAKE
    if order.cell or order.figure:
        return Kind.WALK
    return Kind.LAY if order.sides else None


def as_partial_order(step: Step) -> PartialOrder:
    """Name the pieces of a step, as if somebody had ordered it."""
    cell = cell_of(step)
    return PartialOrder(
        figure=step.figure if isinstance(step, Walk) else None,
        cell=NAMES[cell] if cell is not None else "",
        sides=TEXTS[step.sides] if isinstance(step, Lay | Rotate) else "",
        treasure=step.treasure if isinstance(step, Take) else 0,
        colour=COLOURS[step.victim] if isinstance(step, Steal) else None,
    )


def _kind_of_spin(order: PartialOrder, position: Position) -> Kind | None:
    """Turning a card is turning it over, laying it or rotating it, by the card that lies there."""
    cell, flipped = CELLS.get(order.cell, NOWHERE), position.turn.flipped
    if not order.cell:
        if flipped >= 0 or order.sides:
            return Kind.LAY
        # "My turn!" is no order.
        return Kind.ROTATE if order.quarters else None
    # A cell that is not there is no reason to look under it: the refusal asks for the card that waits, if one does.
    if cell in (NOWHERE, flipped):
        return Kind.LAY
    return Kind.FLIP if position.hidden >> cell & 1 else Kind.ROTATE
