"""How a position looks to a seat before the end, for players that look ahead: from what lies open alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import exp

from adjudicator.engines.contract import Seat
from adjudicator.engines.pharao.collapse import WEIGHTS, next_to_fall
from adjudicator.engines.pharao.grid import CELLS, Bits, Cell, beside, bit, cells_in
from adjudicator.engines.pharao.position import FIGURES, Player, Position
from adjudicator.engines.pharao.ways import Ways

LEAD = 4.0
"""Three points for every four of these make a match nearly certain: the slope of the logistic curve."""
DISCOVERY = 1.0
"""What every card that lies face up is worth to whoever asks: as much as a place from which to turn one over."""
PATIENCE = 0.9
"""What is left of a treasure's worth for every action that it is away from home."""
NOT_YET = 0.7
"""What is left of it while nobody carries it."""
LATER = 0.8
"""What is left of hopes for as long as the archaeologist has his hands full."""
CURIOSITY, EAGERNESS = 1.0, 0.8
"""The worth of standing where a card can be turned over, and what is left of that for every action away."""
COMPANY = 0.2
"""The worth of having the porter at hand, who opens walls."""
WALL = 3
"""So many actions a wall is taken for: somebody has to turn a card."""
HORIZON = 15
"""What is as many actions away does not matter."""


def prospects(position: Position, seat: Seat) -> float:
    """Value a position for a seat from 0 (lost) to 1 (won), by its lead over the best of the others."""
    worths = [_worth(position, player) for player in position.players]
    mine = worths.pop(seat) + DISCOVERY * (len(CELLS) - position.secret.bit_count())
    return 1 / (1 + exp((max(worths) - mine) / LEAD))


def _worth(position: Position, player: Player) -> float:
    """Count points, and what can become of points."""
    homeward = _distances(position.ways, position.start, player.lanterns)
    worth = player.points - _danger(position, player, homeward)
    if player.archaeologist < 0:
        return worth
    if not player.carries:
        return worth + _hopes(position, player, player.archaeologist, homeward)
    # Whoever brings something home goes on from there.
    worth += player.carries * PATIENCE ** homeward.get(player.archaeologist, HORIZON)
    return worth + LATER * _hopes(position, player, position.start, homeward)


def _danger(position: Position, player: Player, homeward: Mapping[Cell, int]) -> float:
    """Value the loss of figures that the collapse may still reach: the more, the farther they are from home."""
    clock = position.collapse
    if clock is None:
        return 0.0
    time = 4 if clock.countdown else 1
    aways = {figure: homeward.get(player.figure(figure), HORIZON) for figure in FIGURES if player.figure(figure) >= 0}
    return sum(WEIGHTS[figure] * away / (away + time) for figure, away in aways.items())


def _hopes(position: Position, player: Player, origin: Cell, homeward: Mapping[Cell, int]) -> float:
    """Value what an archaeologist can go for from a card: the best treasure or the nearest hidden card; and company."""
    falling, hidden = next_to_fall(position), position.hidden if position.collapse is None else 0
    lying = {cell: worth for cell, worth in position.treasures if not falling >> cell & 1 and cell != position.start}
    treasure = curiosity = company = 0.0
    for away, cells in _flood(position.ways, origin, player.lanterns):
        for cell in cells_in(cells & sum(1 << cell for cell in lying)):
            treasure = max(treasure, NOT_YET * lying[cell] * PATIENCE ** (away + homeward.get(cell, HORIZON)))
        if position.ways.outlets(cells) & hidden:
            curiosity = max(curiosity, CURIOSITY * EAGERNESS**away)
        elif beside(cells) & hidden:
            curiosity = max(curiosity, CURIOSITY * EAGERNESS ** (away + WALL))
        if cells & bit(player.porter):
            company = COMPANY * EAGERNESS**away
    return max(treasure, curiosity) + company


def _distances(ways: Ways, origin: Cell, lanterns: Bits) -> dict[Cell, int]:
    """Measure how far cards are from one, as far as anybody looks."""
    return {cell: away for away, cells in _flood(ways, origin, lanterns) for cell in cells_in(cells)}


def _flood(ways: Ways, origin: Cell, lanterns: Bits) -> Iterator[tuple[int, Bits]]:
    """Go out from a card over all that lie face up, action by action; through walls it takes longer."""
    waiting, reached = [0] * (HORIZON + WALL + 2), 0
    waiting[0] = bit(origin)
    for away in range(HORIZON):
        cells = waiting[away] & ~reached
        if cells:
            yield away, cells
            reached |= cells
            waiting[away + 1] |= ways.run(cells, lanterns)
            waiting[away + 1 + WALL] |= beside(cells) & ways.cards
