"""Which steps are legal: complete lists, in the order of the notation."""

from __future__ import annotations

from adjudicator.engines.pharao.cards import LYINGS, TEXTS
from adjudicator.engines.pharao.grid import NAMES, Bits, Cell, bit, cells_in
from adjudicator.engines.pharao.position import BUST, COLOURS, Figure, Player, Position, Step, Treasure

END: Step = "end"
LAMP: Step = "lamp"
UNLAMP: Step = "unlamp"
DROP: Step = "drop"

TREASURE_WORDS = {2: "2", 3: "3", BUST: "bust"}

_WALKS: dict[Figure, tuple[Step, ...]] = {
    "archaeologist": tuple(f"A {name}" for name in NAMES),
    "porter": tuple(f"P {name}" for name in NAMES),
}
_FLIPS = tuple(f"flip {name}" for name in NAMES)
_TURNS = {shape: tuple(f"turn {TEXTS[sides]}" for sides in lyings) for shape, lyings in LYINGS.items()}
_ROTATIONS = tuple(
    {shape: tuple((sides, f"rotate {name} {TEXTS[sides]}") for sides in lyings) for shape, lyings in LYINGS.items()}
    for name in NAMES
)
_TAKES = {treasure: f"take {word}" for treasure, word in TREASURE_WORDS.items()}
_STEALS = tuple(f"steal {colour}" for colour in COLOURS)


def legal_steps(position: Position) -> tuple[Step, ...]:
    """List every legal step."""
    turn = position.turn
    if position.ending:
        return ()
    if turn.flipped >= 0:
        return _TURNS[position.shapes[turn.flipped]]
    steps: list[Step] = []
    player = position.mover
    if turn.left:
        if player.archaeologist >= 0:
            steps += _archaeologists_steps(position, player, player.archaeologist)
        if player.porter >= 0:
            steps += _porters_steps(position, player, player.porter)
    if player.archaeologist >= 0:
        steps += free_steps(position, player, player.archaeologist)
    steps.append(END)
    return tuple(steps)


def lanterns_of(position: Position, player: Player, figure: Figure) -> Bits:
    """Find the lanterns that a figure may use: with a treasure in hand, only where the match allows it."""
    on_foot = figure == "archaeologist" and player.carries and position.variant.carry_lamp_bonus == "no"
    return 0 if on_foot else player.lanterns


def reach(position: Position, player: Player, figure: Figure) -> Bits:
    """Find the cards that one action takes a figure to."""
    return position.ways.run(bit(player.figure(figure)), lanterns_of(position, player, figure))


def flippable(position: Position, cell: Cell) -> Bits:
    """Find the hidden cards that the card of a cell is open towards."""
    return position.ways.outlets(bit(cell)) & position.hidden


def turnable(position: Position, porter: Cell) -> Bits:
    """Find the cards that a porter can get at to turn them, whether or not they can lie in another way."""
    ways, own = position.ways, bit(porter)
    beside = ways.steps(own) if position.variant.rotate_access == "both_sides" else ways.outlets(own) & ways.cards
    return (own | beside) & ~bit(position.start)


def takeable(position: Position, cell: Cell) -> list[Treasure]:
    """List what an archaeologist with free hands may take: of equal treasures, more must lie there than he dropped."""
    lying, dropped = position.lying(cell), position.turn.dropped
    return [treasure for treasure in _TAKES if lying.count(treasure) > dropped.count(treasure)]


def free_steps(position: Position, player: Player, cell: Cell) -> list[Step]:
    """List the steps of an archaeologist that cost no action."""
    if player.carries:
        return [DROP]
    steps = [_TAKES[treasure] for treasure in takeable(position, cell)] if position.treasures else []
    for seat, other in enumerate(position.players):
        if other.carries and other.archaeologist == cell:
            steps.append(_STEALS[seat])
    return steps


def _archaeologists_steps(position: Position, player: Player, cell: Cell) -> list[Step]:
    walks = _WALKS["archaeologist"]
    steps = [walks[target] for target in cells_in(reach(position, player, "archaeologist"))]
    steps += [_FLIPS[target] for target in cells_in(flippable(position, cell))]
    return steps


def _porters_steps(position: Position, player: Player, cell: Cell) -> list[Step]:
    walks = _WALKS["porter"]
    steps = [walks[target] for target in cells_in(reach(position, player, "porter"))]
    for target in cells_in(turnable(position, cell)):
        present = position.ways.sides(target)
        lyings = _ROTATIONS[target][position.shapes[target]]
        steps += [step for sides, step in lyings if sides != present]
    if player.lanterns >> cell & 1:
        steps.append(UNLAMP)
    elif player.stock:
        steps.append(LAMP)
    return steps
