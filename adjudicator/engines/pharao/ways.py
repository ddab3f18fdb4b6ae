"""The ways through the pyramid: where cards are open, what a figure reaches, and the shortest ways out."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.engines.pharao.cards import Sides
from adjudicator.engines.pharao.grid import ALL, EAST_EDGE, SIZE, WEST_EDGE, Bits, Cell, cells_in


@dataclass(frozen=True, slots=True)
class Ways:
    """For each side, the cells whose cards lie face up and are open there."""

    north: Bits = 0
    east: Bits = 0
    south: Bits = 0
    west: Bits = 0

    @property
    def across(self) -> Bits:
        """The cells from which one can go to the east: both cards are open there."""
        return self.east & ~EAST_EDGE & self.west >> 1

    @property
    def up(self) -> Bits:
        """The cells from which one can go to the north."""
        return self.north & self.south >> SIZE

    @property
    def cards(self) -> Bits:
        """The cells of all cards that lie face up."""
        return self.north | self.east | self.south | self.west

    def sides(self, cell: Cell) -> Sides:
        """Tell which sides of a card are open; none of one that is hidden or gone."""
        return (
            (self.north >> cell & 1)
            | (self.east >> cell & 1) << 1
            | (self.south >> cell & 1) << 2
            | (self.west >> cell & 1) << 3
        )

    def laid(self, cell: Cell, sides: Sides) -> Ways:
        """Lay the card of a cell so that these sides are open."""
        rest = self.without(1 << cell)
        return Ways(
            rest.north | (sides & 1) << cell,
            rest.east | (sides >> 1 & 1) << cell,
            rest.south | (sides >> 2 & 1) << cell,
            rest.west | (sides >> 3 & 1) << cell,
        )

    def without(self, bits: Bits) -> Ways:
        """Take cards away."""
        kept = ALL & ~bits
        return Ways(self.north & kept, self.east & kept, self.south & kept, self.west & kept)

    def steps(self, bits: Bits) -> Bits:
        """Find the cards that are one step from any of a set, through sides that are open on both cards."""
        across, up = self.across, self.up
        return (bits & across) << 1 | bits >> 1 & across | (bits & up) << SIZE | bits >> SIZE & up

    def outlets(self, bit: Bits) -> Bits:
        """Find the cells that a card is open towards, whatever lies there."""
        return (
            (bit & self.north) << SIZE & ALL
            | (bit & self.east & ~EAST_EDGE) << 1
            | (bit & self.south) >> SIZE
            | (bit & self.west & ~WEST_EDGE) >> 1
        )

    def run(self, bits: Bits, lanterns: Bits) -> Bits:
        """Find the cards that one action leads to: a step, and on from every lit card."""
        across, up = self.across, self.up
        reached, fresh = 0, bits
        while fresh:
            grown = (fresh & across) << 1 | fresh >> 1 & across | (fresh & up) << SIZE | fresh >> SIZE & up
            fresh = grown & ~reached & lanterns
            reached |= grown
        return reached & ~bits


def shortest(ways: Ways, origin: Cell, goal: Cell) -> Bits:
    """Find all cards on the shortest ways between two cards, both ends included; none if there is no way."""
    across, up = ways.across, ways.up
    layer, target = 1 << origin, 1 << goal
    seen, layers = layer, [layer]
    while not layer & target:
        grown = (layer & across) << 1 | layer >> 1 & across | (layer & up) << SIZE | layer >> SIZE & up
        layer = grown & ~seen
        if not layer:
            return 0
        seen |= layer
        layers.append(layer)
    found = back = target
    for layer in layers[-2::-1]:
        back = layer & ((back & across) << 1 | back >> 1 & across | (back & up) << SIZE | back >> SIZE & up)
        found |= back
    return found


def actions_between(ways: Ways, origin: Cell, goal: Cell, lanterns: Bits) -> int | None:
    """Count the actions that a figure needs from one card to another, with the lanterns as they are."""
    reached, target, actions = 1 << origin, 1 << goal, 0
    while not reached & target:
        grown = reached | ways.run(reached, lanterns)
        if grown == reached:
            return None
        reached, actions = grown, actions + 1
    return actions


def cards_between(ways: Ways, origin: Cell, goal: Cell, lanterns: Bits) -> tuple[Cell, ...]:
    """Find a shortest run that one action makes, and list the lit cards it passes."""
    layers, layer, seen = list[Bits](), 1 << origin, 1 << origin
    while not (grown := ways.steps(layer)) >> goal & 1:
        layer = grown & lanterns & ~seen
        if not layer:
            raise ValueError("no run leads there")
        seen |= layer
        layers.append(layer)
    between, back = list[Cell](), 1 << goal
    for layer in reversed(layers):
        passed = cells_in(ways.steps(back) & layer)[0]
        between.append(passed)
        back = 1 << passed
    return tuple(reversed(between))
