"""A careful beginner of Das Gold des Pharao: explores, photographs, carries treasures home, and flees the collapse.

It plans with the ways as they lie, asks its porter to open walls, robs whoever stands beside it, and wastes no step. It
neither looks ahead over the other seats' turns nor lays lanterns.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from adjudicator.engines.pharao.notation.notation import DROP, END, FLIPS, STEALS, Lay, Rotate, Step, Take, Walk
from adjudicator.engines.pharao.position.cards import LYINGS, Sides, shape_of
from adjudicator.engines.pharao.position.grid import ALL_CELLS, Bits, Cell, bit, cells_beside, cells_in
from adjudicator.engines.pharao.position.paths import Paths
from adjudicator.engines.pharao.position.position import ARCHAEOLOGIST, PORTER, Figure, Position
from adjudicator.engines.pharao.steps.collapse import next_to_fall
from adjudicator.engines.suite.chance import Chance

FAR = 99
CHAMBER_WORTH = 4
"""What the beginner hopes to find in a chamber: a photo, and a treasure or two."""


def choose(position: Position, legal: Sequence[Step], chance: Chance) -> Step:
    """Choose a step of the seat to move."""
    if layings := [step for step in legal if isinstance(step, Lay)]:
        return max(layings, key=lambda step: _value_laying(position, position.turn.flipped, step.sides))
    for step in _purposeful_steps(position, legal, chance):
        if step in legal:
            return step
    return END


def _purposeful_steps(position: Position, legal: Sequence[Step], chance: Chance) -> Iterable[Step]:
    """List what there is to do, the most urgent first. Not all of it is legal."""
    player = position.mover
    if player.archaeologist >= 0:
        yield from _robberies(position)
        if not player.carries:
            yield from sorted((step for step in legal if isinstance(step, Take)), reverse=True)
        goals = _goals(position)
        if goals & bit(player.archaeologist) and not player.carries:
            flips = [FLIPS[cell] for cell in cells_in(_facing(position, player.archaeologist))]
            yield from chance.shuffled(flips)
        yield from _nearer(position, legal, ARCHAEOLOGIST, goals)
        yield from _open_a_wall(position, legal, goals)
    if _must_flee(position):
        yield from _nearer(position, legal, PORTER, bit(position.start))


def _robberies(position: Position) -> Iterable[Step]:
    """Rob whoever carries more than oneself, after laying down what one has."""
    mine = position.mover
    for seat, player in enumerate(position.players):
        if seat != position.turn.seat and player.carries > mine.carries and player.archaeologist == mine.archaeologist:
            yield DROP if mine.carries else STEALS[seat]


def _goals(position: Position) -> Bits:
    """Find the cells to which the archaeologist wants to go."""
    player, home = position.mover, bit(position.start)
    if player.carries or _must_flee(position):
        return home
    away = _distances(position.ways, bit(player.archaeologist), player.lanterns)
    homeward = _distances(position.ways, home, player.lanterns)
    best, goals = 0.0, _frontier(position)
    if position.collapse is None and goals and position.hidden:
        nearest = min(away[cell] for cell in cells_in(goals))
        chambers = sum(1 for cell, _ in position.chambers if position.secret >> cell & 1)
        best = chambers / position.hidden.bit_count() * CHAMBER_WORTH / (1 + nearest)
    elif position.collapse is not None:
        goals = home
    for cell, treasure in position.treasures:
        there = away[cell] + homeward[cell]
        if there < FAR and _lasts(position, there) and treasure / (1 + there) > best:
            best, goals = treasure / (1 + there), bit(cell)
    return goals


def _lasts(position: Position, actions: int) -> bool:
    """Tell whether there is time for so many actions until the chamber falls."""
    clock = position.collapse
    return clock is None or actions <= 3 * (clock.countdown - 1) + position.turn.left


def _must_flee(position: Position) -> bool:
    """Tell whether it is time to go home: something has fallen, or the way there takes as long as the clock leaves."""
    clock, player = position.collapse, position.mover
    if clock is None:
        return False
    homeward = _distances(position.ways, bit(position.start), player.lanterns)
    needed = sum(homeward[cell] for cell in (player.archaeologist, player.porter) if cell >= 0)
    return bool(position.fallen) or not _lasts(position, needed + 3)


def _frontier(position: Position) -> Bits:
    """Find the cards from which a hidden one can be turned over."""
    return sum(bit(cell) for cell in cells_in(position.ways.cards) if _facing(position, cell))


def _facing(position: Position, cell: Cell) -> Bits:
    return position.ways.faced_cells(bit(cell)) & position.hidden


def _nearer(position: Position, legal: Sequence[Step], figure: Figure, goals: Bits) -> Iterable[Step]:
    """Walk nearer to a goal; not onto what falls next, if there is another way."""
    here = position.mover.figure(figure)
    if here < 0:
        return
    near, falling = _distances(position.ways, goals, position.mover.lanterns), next_to_fall(position)
    walks = [step for step in legal if isinstance(step, Walk) and step.figure is figure]
    closer = [step for step in walks if near[step.cell] < near[here]]
    yield from sorted(closer, key=lambda step: (near[step.cell], bool(falling & bit(step.cell))))


def _open_a_wall(position: Position, legal: Sequence[Step], goals: Bits) -> Iterable[Step]:
    """Let the porter turn a card if that shortens the archaeologist's way by more than the actions it costs."""
    player = position.mover
    if player.porter < 0:
        return
    now = _distances(position.ways, goals, player.lanterns)[player.archaeologist]
    if now == 0 and goals != _frontier(position):
        return
    best = min(_turns(position, goals), default=None)
    if best is None or best[0] >= now:
        return
    _, rotation = best
    if rotation in legal:
        yield rotation
    yield from _nearer(position, legal, PORTER, _access(position, rotation.cell))


def _turns(position: Position, goals: Bits) -> Iterable[tuple[int, Rotate]]:
    """List the cards that the porter can turn, now or later, with the archaeologist's whole way by then."""
    player, exploring = position.mover, goals in (0, _frontier(position))
    walk = _distances(position.ways, bit(player.porter), player.lanterns)
    for cell in cells_in(position.ways.cards & ~bit(position.start)):
        sides = position.ways.sides(cell)
        porter = min(walk[other] for other in cells_in(_access(position, cell)))
        if porter == FAR:
            continue
        for other in LYINGS[shape_of(sides)]:
            ways = position.ways.with_card(cell, other)
            aim = goals
            if exploring:
                aim = bit(cell) if other != sides and ways.faced_cells(bit(cell)) & position.hidden else goals
            way = _distances(ways, aim, player.lanterns)[player.archaeologist]
            if other != sides and way < FAR:
                yield way + porter + 1, Rotate(cell, other)


def _access(position: Position, cell: Cell) -> Bits:
    """Find the cells from which a porter may turn a card: its own, and those that are open towards it."""
    beside = cells_beside(bit(cell)) & position.ways.cards
    return bit(cell) | sum(
        bit(other) for other in cells_in(beside) if position.ways.faced_cells(bit(other)) & bit(cell)
    )


def _distances(ways: Paths, goals: Bits, lanterns: Bits) -> list[int]:
    """Count the actions from every card to the nearest goal."""
    far, actions, seen, layer = [FAR] * len(ALL_CELLS), 0, goals, goals
    while layer:
        for cell in cells_in(layer):
            far[cell] = actions
        layer = ways.reached_cells(seen, lanterns) & ~seen
        seen |= layer
        actions += 1
    return far


def _value_laying(position: Position, cell: Cell, sides: Sides) -> tuple[bool, int, int]:
    """Value a way to lay a card: joined to the archaeologist, open to hidden cards, and to others."""
    ways = position.ways.with_card(cell, sides)
    joined = bool(ways.joined_cells(bit(cell)) & bit(position.mover.archaeologist))
    faced = ways.faced_cells(bit(cell))
    return joined, (faced & position.hidden).bit_count(), faced.bit_count()
