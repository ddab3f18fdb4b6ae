"""The paths through the pyramid: where cards are open, the cards in reach of a figure, and the shortest paths.

All questions are answered for sets of cells at once, by shifting bits: a breadth-first search moves a whole layer with
four shifts.
"""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.engines.pharao.position.cards import ALL_SIDES, Sides
from adjudicator.engines.pharao.position.grid import ALL, EAST_EDGE, SIZE, WEST_EDGE, Bits, Cell, cells_in


@dataclass(frozen=True, slots=True)
class Paths:
    """For each side, the cells whose cards lie face up and are open there."""

    north: Bits = 0
    east: Bits = 0
    south: Bits = 0
    west: Bits = 0

    @property
    def across(self) -> Bits:
        """The cells from which one can go to the east: both cards are open there (G9)."""
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
        return ALL_SIDES[
            (self.north >> cell & 1)
            | (self.east >> cell & 1) << 1
            | (self.south >> cell & 1) << 2
            | (self.west >> cell & 1) << 3
        ]

    def with_card(self, cell: Cell, sides: Sides) -> Paths:
        """Lay the card of a cell so that these sides are open."""
        rest = self.without_cards(1 << cell)
        return Paths(
            rest.north | (sides & 1) << cell,
            rest.east | (sides >> 1 & 1) << cell,
            rest.south | (sides >> 2 & 1) << cell,
            rest.west | (sides >> 3 & 1) << cell,
        )

    def without_cards(self, bits: Bits) -> Paths:
        """Take cards away."""
        kept = ALL & ~bits
        return Paths(self.north & kept, self.east & kept, self.south & kept, self.west & kept)

    def joined_cells(self, bits: Bits) -> Bits:
        """Find the cards one step from any card of a set, through sides that are open on both (GOLD-MOVE-1)."""
        return _grow(bits, self.across, self.up)

    def faced_cells(self, bits: Bits) -> Bits:
        """Find the cells that cards of a set are open towards, whatever lies there (G5)."""
        return (
            (bits & self.north) << SIZE & ALL
            | (bits & self.east & ~EAST_EDGE) << 1
            | (bits & self.south) >> SIZE
            | (bits & self.west & ~WEST_EDGE) >> 1
        )

    def reached_cells(self, bits: Bits, lanterns: Bits) -> Bits:
        """Find the cards that one action leads to: a step, and on from every lit card (GOLD-LAMP-6, G1)."""
        across, up = self.across, self.up
        reached, fresh = 0, bits
        while fresh:
            # `_grow`, written out: this is the innermost loop of listing legal steps.
            grown = (fresh & across) << 1 | fresh >> 1 & across | (fresh & up) << SIZE | fresh >> SIZE & up
            fresh = grown & ~reached & lanterns
            reached |= grown
        return reached & ~bits


def shortest_paths(paths: Paths, origin: Cell, goal: Cell) -> Bits:
    """Find the cards of all shortest paths between two cards, both ends included; none if there is no path (G19)."""
    across, up = paths.across, paths.up
    layer, target = 1 << origin, 1 << goal
    seen, layers = layer, [layer]
    while not layer & target:
        layer = _grow(layer, across, up) & ~seen
        if not layer:
            return 0
        seen |= layer
        layers.append(layer)
    # Back from the goal: a card that touches the next layer lies on a shortest path.
    found = back = target
    for layer in layers[-2::-1]:
        back = layer & _grow(back, across, up)
        found |= back
    return found


def actions_between(paths: Paths, origin: Cell, goal: Cell, lanterns: Bits) -> int | None:
    """Count the actions that a figure needs from one card to another, with the lanterns as they are."""
    reached, target, actions = 1 << origin, 1 << goal, 0
    while not reached & target:
        grown = reached | paths.reached_cells(reached, lanterns)
        if grown == reached:
            return None
        reached, actions = grown, actions + 1
    return actions


def cards_passed(paths: Paths, origin: Cell, goal: Cell, lanterns: Bits) -> tuple[Cell, ...]:
    """Find a shortest way in which one action leads to the goal, and list the lit cards on it.

    Raises `ValueError` if one action does not lead there.
    """
    layers, layer, seen = list[Bits](), 1 << origin, 1 << origin
    while not (grown := paths.joined_cells(layer)) >> goal & 1:
        layer = grown & lanterns & ~seen
        if not layer:
            raise ValueError("one action does not lead there")
        seen |= layer
        layers.append(layer)
    passed, back = list[Cell](), 1 << goal
    for layer in reversed(layers):
        cell = cells_in(paths.joined_cells(back) & layer)[0]
        passed.append(cell)
        back = 1 << cell
    return tuple(reversed(passed))


def _grow(bits: Bits, across: Bits, up: Bits) -> Bits:
    """Take one step from every cell of a set, where the ways across and up lead on."""
    return (bits & across) << 1 | bits >> 1 & across | (bits & up) << SIZE | bits >> SIZE & up
