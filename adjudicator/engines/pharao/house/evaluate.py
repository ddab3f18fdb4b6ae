"""The worth of a position before the end, for players that look ahead: judged from the open pieces alone.

A seat's worth is its points and what can become of points: the treasure in hand, those that lie in the pyramid, the
chambers that nobody has found, less the figures that the collapse may reach. What takes long is worth less, and what
another seat reaches earlier is mostly theirs.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import exp

from adjudicator.engines.contract import Seat
from adjudicator.engines.pharao.position.grid import (
    ALL,
    ALL_CELLS,
    EAST_EDGE,
    SIZE,
    WEST_EDGE,
    Bits,
    Cell,
    bit,
    cells_around,
    cells_beside,
    cells_in,
)
from adjudicator.engines.pharao.position.paths import Paths
from adjudicator.engines.pharao.position.position import ARCHAEOLOGIST, PORTER, Figure, Player, Position
from adjudicator.engines.pharao.position.rules import ACTIONS
from adjudicator.engines.pharao.steps.collapse import LOSSES
from adjudicator.engines.pharao.steps.turns import quiet_turns_left

LEAD = 5.0
"""The slope of the logistic curve: a lead of so many points wins about three matches of four."""
MEAN_SHARE = 0.25
"""How much the average of the others counts beside the best of them."""
HOPES = 0.6
"""How much the hopes of others count beside their points."""
HORIZON = 24
"""Nothing counts that is as many actions away."""
DISCOUNT = tuple(0.96**actions for actions in range(8 * HORIZON))
"""Share of a worth that is left, by the number of actions until then."""
WALL_PRICES = (2, 4, 6)
"""The price of a wall in actions, by how near the porter is, who has to rotate a card."""
PORTER_NEAR = 0.1
"""The worth of having the porter at hand."""
IN_HAND, IN_REACH, HANDS_FULL = 0.9, 0.65, 0.9
"""Share of a treasure's worth while it is carried, and while it lies; of a search's worth, with a treasure in hand."""
CHAMBER = 1.0
"""The worth, for each seat, of a chamber that nobody has found."""
FLIPS_DISCOUNT = 0.98
"""Share of it that is left for every hidden card on which it may not be."""
RACE = 1.5
"""How sharply a seat that comes earlier gets more of a treasure: actions."""
THEFTS = ((ACTIONS, 0.25), (2 * ACTIONS, 0.05))
"""The danger of being robbed on the way, by the robber's distance in actions."""

Distances = list[int]


@dataclass(slots=True)
class Assessor:
    """Assesses positions of one match, and remembers the distances that many of them share."""

    floods: dict[tuple[Paths, Cell, Bits, Cell], Distances] = field(default_factory=dict)
    sides: dict[tuple[Paths, Cell, Bits, Cell, Bits], tuple[Distances, Distances, int, int]] = field(
        default_factory=dict
    )
    falls: dict[tuple[Bits, Cell, Cell, int], list[Bits]] = field(default_factory=dict)

    def lead(self, position: Position, seat: Seat) -> float:
        """Tell by how many points a seat leads, with all that can become of points."""
        worths = self.worths(position)
        mine = worths.pop(seat)
        others = [player.points for number, player in enumerate(position.players) if number != seat]
        weight = HOPES * _patience(position)
        worths = [points + weight * (worth - points) for points, worth in zip(others, worths, strict=True)]
        return mine - (1 - MEAN_SHARE) * max(worths) - MEAN_SHARE * sum(worths) / len(worths)

    def worths(self, position: Position) -> list[float]:
        """Give the worth of every seat: its points alone, once the match has ended."""
        if position.ending:
            return [float(player.points) for player in position.players]
        sides = [Side(self, position, seat, player) for seat, player in enumerate(position.players)]
        hidden = _hidden_worth(position)
        worths = [side.worth(sides, hidden, position) for side in sides]
        for side in sides:
            if side.player.carries and (robber := side.robber(sides)) is not None:
                thief, danger = robber
                worths[thief.seat] += danger * side.player.carries * DISCOUNT[thief.homeward[side.player.archaeologist]]
        return worths

    def surroundings(self, position: Position, player: Player, hidden: Bits) -> tuple[Distances, Distances, int, int]:
        """Measure from home and from the archaeologist: to every card, and to the nearest hidden one."""
        ways, lanterns, porter, archaeologist = position.ways, player.lanterns, player.porter, player.archaeologist
        key = ways, archaeologist, lanterns, porter, hidden
        found = self.sides.get(key)
        if found is None:
            homeward = self._distances(ways, position.start, lanterns, porter)
            away = self._distances(ways, archaeologist, lanterns, porter) if archaeologist >= 0 else homeward
            open_towards = cells_in(_open_towards(ways, hidden))
            walled = cells_in(cells_beside(hidden) & ways.cards & ~bit(position.start))
            found = homeward, away, _nearest(away, open_towards, walled), _nearest(homeward, open_towards, walled)
            self.sides[key] = found
        return found

    def _distances(self, ways: Paths, origin: Cell, lanterns: Bits, porter: Cell) -> Distances:
        key = ways, origin, lanterns, porter
        found = self.floods.get(key)
        if found is None:
            found = self.floods[key] = _flood(ways, origin, lanterns, porter)
        return found

    def waves(self, position: Position) -> list[Bits]:
        """List the cells of each wave to come; the first one falls when the clock's owner ends `countdown` turns."""
        clock, adjacency = position.collapse, position.variant.collapse_adjacency
        if clock is None:
            return []
        key = position.fallen, clock.chamber, position.start, adjacency
        found = self.falls.get(key)
        if found is None:
            found = self.falls[key] = _waves(*key)
        return found


@dataclass(slots=True)
class Side:
    """Possessions of one seat, and its distance from everything."""

    assessor: Assessor
    position: Position
    seat: Seat
    player: Player
    homeward: Distances = field(init=False)
    away: Distances = field(init=False)
    to_unknown: int = field(init=False)
    """The actions to a card from which a hidden one can be turned over; by way of the start card with full hands."""
    at_once: int = field(init=False)
    """The same, straight on."""
    limits: list[tuple[int, Bits]] = field(init=False)
    """The actions of this seat until cells fall, wave by wave."""

    def __post_init__(self) -> None:
        player, position = self.player, self.position
        hidden = position.hidden if position.collapse is None else 0
        self.homeward, self.away, self.at_once, from_home = self.assessor.surroundings(position, player, hidden)
        self.to_unknown = self.at_once
        if player.carries:
            self.to_unknown = min(HORIZON, from_home + self.homeward[player.archaeologist])
        clock = position.collapse
        first = max(clock.countdown, 1) if clock is not None else 0
        waves = enumerate(self.assessor.waves(position), first)
        self.limits = [(self._actions_until(ends), wave) for ends, wave in waves]

    def worth(self, sides: list[Side], hidden: float, position: Position) -> float:
        """Add up points, hopes and dangers."""
        player = self.player
        worth = float(player.points)
        if position.collapse is not None:
            worth -= self._danger(PORTER)
        if player.archaeologist < 0:
            return worth
        if player.porter >= 0:
            worth += PORTER_NEAR * DISCOUNT[min(self.away[player.porter], HORIZON)]
        home = self.homeward[player.archaeologist]
        if position.collapse is not None:
            danger = self._danger(ARCHAEOLOGIST)
            worth -= danger
            if danger >= LOSSES[ARCHAEOLOGIST]:
                return worth
        trips = self._trips(sides)
        time = 0
        if player.carries:
            robber = self.robber(sides)
            worth += IN_HAND * player.carries * (1 - robber[1] if robber else 1.0) * DISCOUNT[home]
            time = home
        for brought, length in trips:
            time = min(time + length, 4 * HORIZON)
            worth += IN_REACH * brought * DISCOUNT[time]
        if hidden:
            near = DISCOUNT[self.to_unknown]
            if player.carries:
                near = max(near, HANDS_FULL * DISCOUNT[self.at_once])
            worth += hidden * near
        return worth

    def robber(self, sides: list[Side]) -> tuple[Side, float] | None:
        """Find who may rob this seat's archaeologist before they are at home, and how likely it is."""
        here, turn = self.player.archaeologist, self.position.turn
        if here == self.position.start or (turn.seat == self.seat and self.homeward[here] <= turn.left):
            return None
        best: tuple[Side, float] | None = None
        for other in sides:
            if other is self or other.player.archaeologist < 0 or other.player.carries >= self.player.carries:
                continue
            for distance, danger in THEFTS:
                if other.away[here] <= distance and (best is None or danger > best[1]):
                    best = other, danger
        return best

    def _trips(self, sides: list[Side]) -> list[tuple[float, int]]:
        """List the treasures to fetch, the best ones first: their worth, and the actions of the trip."""
        position, player, homeward = self.position, self.player, self.homeward
        trips = []
        for cell, treasure in position.treasures:
            if cell == position.start or homeward[cell] >= HORIZON:
                continue
            arrival = self._arrival(cell)
            if position.collapse is not None and arrival + 1 > self._limit(cell):
                continue
            other = min((side._arrival(cell) for side in sides if side is not self), default=HORIZON)  # noqa: SLF001
            share = 1 / (1 + exp((arrival - other) / RACE))
            length = homeward[cell] + (homeward[cell] if player.carries else self.away[cell])
            trips.append((treasure * share, length, 2 * homeward[cell], share))
        if not trips:
            return []
        trips.sort(key=lambda trip: -trip[0] / (1 + trip[1]))
        first, *rest = trips
        return [
            (first[0], first[1]),
            *((worth, max(1, round(length * share))) for worth, _, length, share in rest),
        ]

    def _arrival(self, cell: Cell) -> float:
        """Estimate when the archaeologist can be on a card with empty hands."""
        player = self.player
        if player.archaeologist < 0:
            return float(HORIZON)
        turns = (self.seat - self.position.turn.seat) % len(self.position.players)
        wait = ACTIONS * turns / len(self.position.players)
        if player.carries and player.archaeologist != cell:
            return wait + self.homeward[player.archaeologist] + self.homeward[cell]
        return wait + self.away[cell]

    def _limit(self, cell: Cell) -> int:
        """Count this seat's actions until a cell falls."""
        return next((actions for actions, wave in self.limits if wave >> cell & 1), HORIZON)

    def _actions_until(self, ends: int) -> int:
        """Count this seat's actions until the clock's owner has ended so many turns."""
        position = self.position
        clock, turn, seats = position.collapse, position.turn, len(position.players)
        if clock is None:
            return HORIZON
        before = (self.seat - turn.seat) % seats > (clock.seat - turn.seat) % seats
        turns = ends - before + (turn.spared and clock.seat == turn.seat)
        if turn.seat == self.seat:
            return max(0, ACTIONS * (turns - 1) + turn.left)
        return max(0, ACTIONS * turns)

    def _danger(self, figure: Figure) -> float:
        """Value the loss of a figure by the collapse: all of it, if there is no way home in time."""
        cell = self.player.figure(figure)
        if cell < 0 or cell == self.position.start:
            return 0.0
        needed = self._escape(cell)
        if needed is None:
            return LOSSES[figure] + 0.02 * min(self.homeward[cell], HORIZON)
        spare = self._limit(cell) - needed
        return LOSSES[figure] * (0.05 * min(needed, 10) + (0.3 if spare < ACTIONS else 0.0)) / 1.5

    def _escape(self, cell: Cell) -> int | None:
        """Count the actions home over cards that still stand by then; None if there is no such way."""
        position, lanterns = self.position, self.player.lanterns
        home, reached, actions, standing = bit(position.start), bit(cell), 0, ALL
        limits = iter(self.limits)
        falls, wave = next(limits, (HORIZON, 0))
        while actions < HORIZON:
            while falls <= actions:
                standing &= ~wave
                falls, wave = next(limits, (HORIZON, 0))
            reached &= standing
            if not reached:
                return None
            reached |= position.ways.reached_cells(reached, lanterns)
            actions += 1
            if reached & home:
                return actions
        return None


def evaluate_position(position: Position, seat: Seat) -> float:
    """Value a position for a seat from 0 (lost) to 1 (won)."""
    return 1 / (1 + exp(-Assessor().lead(position, seat) / LEAD))


def _nearest(distances: Distances, open_towards: list[Cell], walled: list[Cell]) -> int:
    """Find the nearest card from which a hidden one can be turned over, now or after a card was rotated."""
    nearest = min([distances[cell] for cell in open_towards], default=HORIZON)
    rotated = min([distances[cell] for cell in walled], default=HORIZON) + WALL_PRICES[0]
    return min(nearest, rotated, HORIZON)


def _hidden_worth(position: Position) -> float:
    """Value the chambers that nobody has found: the more, the fewer cards they may be among."""
    chambers = len(position.photos)
    if position.collapse is not None or not chambers:
        return 0.0
    worth = CHAMBER * chambers * float(FLIPS_DISCOUNT ** (position.hidden.bit_count() / chambers))
    return worth * _patience(position)


def _patience(position: Position) -> float:
    """Return the patience that is left with a match in which nobody finds or banks anything, from 1 to 0.

    It ends after half of the quiet turns that end the match. Then a hope that is not pursued is worth nothing, and
    neither is to bar the others' ways.
    """
    left = quiet_turns_left(position)
    return 1.0 if left is None else max(0.0, 1 - 2 * position.quiet / (left + position.quiet))


def _open_towards(ways: Paths, hidden: Bits) -> Bits:
    """Find the cards that are open towards hidden ones."""
    return (
        hidden >> SIZE & ways.north
        | hidden << SIZE & ways.south
        | (hidden & ~WEST_EDGE) >> 1 & ways.east
        | (hidden & ~EAST_EDGE) << 1 & ways.west
    )


def _flood(ways: Paths, origin: Cell, lanterns: Bits, porter: Cell) -> Distances:
    """Go out from a card over all that lie face up, action by action; through walls it takes longer."""
    # Dijkstra's search with a bucket for each distance, as all distances are small whole numbers.
    cards, found = ways.cards, [HORIZON] * len(ALL_CELLS)
    buckets, reached = [0] * (HORIZON + WALL_PRICES[-1] + 2), 0
    buckets[0] = bit(origin)
    zones = _porter_zones(ways, porter, cards)
    for actions in range(HORIZON):
        cells = buckets[actions] & ~reached
        if not cells:
            continue
        reached |= cells
        for cell in cells_in(cells):
            found[cell] = actions
        if reached == cards:
            break
        buckets[actions + 1] |= ways.reached_cells(cells, lanterns)
        if walled := cells_beside(cells) & cards & ~reached:
            for price, zone in zip(WALL_PRICES, zones, strict=False):
                buckets[actions + price] |= walled & zone
    return found


def _porter_zones(ways: Paths, porter: Cell, cards: Bits) -> tuple[Bits, ...]:
    """Find the cards that a porter has at hand, those near by, and all others; none without a porter."""
    if porter < 0:
        return ()
    near = bit(porter)
    near |= ways.faced_cells(near) & cards
    some = near
    for _ in range(2):
        some |= ways.joined_cells(some)
    return near, some, cards


def _waves(fallen: Bits, chamber: Cell, start: Cell, adjacency: int) -> list[Bits]:
    """List the cells of each wave to come; the chamber is the first one, if it stands."""
    spread, waves = cells_beside if adjacency == 4 else cells_around, list[Bits]()
    while wave := (spread(fallen) if fallen else bit(chamber)) & ~fallen & ~bit(start):
        waves.append(wave)
        fallen |= wave
    return waves
