"""The worth of a position before the end, for players that look ahead: judged from what lies open alone.

A seat's worth is its points and what can become of points: the treasure in hand, the best thing to go for, the figures
that the collapse may reach. The value is its lead over the best of the others, between 0 and 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import exp

from adjudicator.engines.contract import Seat
from adjudicator.engines.pharao.collapse import LOSSES, next_to_fall
from adjudicator.engines.pharao.grid import CELLS, Bits, Cell, bit, cells_beside, cells_in
from adjudicator.engines.pharao.paths import Paths
from adjudicator.engines.pharao.position import FIGURES, Player, Position

LEAD = 4.0
"""The slope of the logistic curve: a lead of three times as many points makes a match nearly certain."""
DISCOVERY = 1.0
"""The worth of every card that lies face up, for the seat that asks: as much as a place from which to flip one."""
TREASURE_DISCOUNT = 0.9
"""What is left of a treasure's worth for every action that it is away from home."""
UNCARRIED_DISCOUNT = 0.7
"""What is left of it while nobody carries it."""
LATER_DISCOUNT = 0.8
"""What is left of other hopes while the archaeologist's hands are full."""
FLIP_WORTH, FLIP_DISCOUNT = 1.0, 0.8
"""The worth of standing where a card can be turned over, and what is left of it for every action away."""
PORTER_NEAR = 0.2
"""The worth of having the porter at hand, who opens walls."""
WALL = 3
"""The price of a wall in actions: somebody has to rotate a card."""
HORIZON = 15
"""Nothing counts that is as many actions away."""


def evaluate_position(position: Position, seat: Seat) -> float:
    """Value a position for a seat from 0 (lost) to 1 (won)."""
    worths = [_worth(position, player) for player in position.players]
    mine = worths.pop(seat) + DISCOVERY * (len(CELLS) - position.secret.bit_count())
    return 1 / (1 + exp((max(worths) - mine) / LEAD))


def _worth(position: Position, player: Player) -> float:
    homeward = _distances(position.ways, position.start, player.lanterns)
    worth = player.points - _danger(position, player, homeward)
    if player.archaeologist < 0:
        return worth
    if not player.carries:
        return worth + _hopes(position, player, player.archaeologist, homeward)
    # An archaeologist who brings something home goes on from there.
    worth += player.carries * TREASURE_DISCOUNT ** homeward.get(player.archaeologist, HORIZON)
    return worth + LATER_DISCOUNT * _hopes(position, player, position.start, homeward)


def _danger(position: Position, player: Player, homeward: Mapping[Cell, int]) -> float:
    """Value the figures that the collapse may still reach: the farther from home, the more they are in danger."""
    clock = position.collapse
    if clock is None:
        return 0.0
    time = 4 if clock.countdown else 1
    aways = {figure: homeward.get(player.figure(figure), HORIZON) for figure in FIGURES if player.figure(figure) >= 0}
    return sum(LOSSES[figure] * away / (away + time) for figure, away in aways.items())


def _hopes(position: Position, player: Player, origin: Cell, homeward: Mapping[Cell, int]) -> float:
    """Value what an archaeologist can go for from a card: the best treasure or the nearest hidden card; and company."""
    falling, hidden = next_to_fall(position), position.hidden if position.collapse is None else 0
    lying = {cell: worth for cell, worth in position.treasures if not falling >> cell & 1 and cell != position.start}
    treasure = flip = company = 0.0
    for away, cells in _flood(position.ways, origin, player.lanterns):
        for cell in cells_in(cells & sum(1 << cell for cell in lying)):
            carried = TREASURE_DISCOUNT ** (away + homeward.get(cell, HORIZON))
            treasure = max(treasure, UNCARRIED_DISCOUNT * lying[cell] * carried)
        if position.ways.faced_cells(cells) & hidden:
            flip = max(flip, FLIP_WORTH * FLIP_DISCOUNT**away)
        elif cells_beside(cells) & hidden:
            flip = max(flip, FLIP_WORTH * FLIP_DISCOUNT ** (away + WALL))
        if cells & bit(player.porter):
            company = PORTER_NEAR * FLIP_DISCOUNT**away
    return max(treasure, flip) + company


def _distances(ways: Paths, origin: Cell, lanterns: Bits) -> dict[Cell, int]:
    """Measure how far cards are from one, within the horizon."""
    return {cell: away for away, cells in _flood(ways, origin, lanterns) for cell in cells_in(cells)}


def _flood(ways: Paths, origin: Cell, lanterns: Bits) -> Iterator[tuple[int, Bits]]:
    """Go out from a card over all that lie face up, action by action; through walls it takes longer."""
    # Dijkstra's search with a bucket for each distance, as all distances are small whole numbers.
    buckets, reached = [0] * (HORIZON + WALL + 2), 0
    buckets[0] = bit(origin)
    for away in range(HORIZON):
        cells = buckets[away] & ~reached
        if cells:
            yield away, cells
            reached |= cells
            buckets[away + 1] |= ways.reached_cells(cells, lanterns)
            buckets[away + 1 + WALL] |= cells_beside(cells) & ways.cards
