"""Which steps are legal: complete lists, in the order of the notation."""

from __future__ import annotations

from adjudicator.engines.pharao.notation.notation import (
    DROP,
    END,
    FLIPS,
    LAMP,
    LAYINGS,
    ROTATIONS,
    STEALS,
    TAKES,
    UNLAMP,
    WALKS,
    Step,
)
from adjudicator.engines.pharao.position.grid import Bits, Cell, bit, cells_in
from adjudicator.engines.pharao.position.position import ARCHAEOLOGIST, PORTER, Figure, Player, Position


def legal_steps(position: Position) -> tuple[Step, ...]:
    """List every legal step."""
    turn = position.turn
    if position.ending:
        return ()
    if turn.flipped >= 0:
        return LAYINGS[position.shapes[turn.flipped]]
    steps: list[Step] = []
    player = position.mover
    if turn.left:
        if player.archaeologist >= 0:
            _add_archaeologist_steps(steps, position, player)
        if player.porter >= 0:
            _add_porter_steps(steps, position, player)
    steps += free_steps(position, player)
    steps.append(END)
    return tuple(steps)


def usable_lanterns(position: Position, player: Player, figure: Figure) -> Bits:
    """Find the lanterns that a figure may use: with a treasure in hand, only where the match allows it (G2)."""
    on_foot = figure is ARCHAEOLOGIST and player.carries and position.variant.carry_lamp_bonus == "no"
    return 0 if on_foot else player.lanterns


def cells_in_reach(position: Position, player: Player, figure: Figure) -> Bits:
    """Find the cells that one action takes a figure to."""
    return position.ways.reached_cells(bit(player.figure(figure)), usable_lanterns(position, player, figure))


def cells_to_flip(position: Position, cell: Cell) -> Bits:
    """Find the hidden cards that the card of a cell is open towards (GOLD-FLIP-1)."""
    return position.ways.faced_cells(bit(cell)) & position.hidden


def cells_to_rotate(position: Position, porter: Cell) -> Bits:
    """Find the cards that a porter may rotate, whether or not they can lie in another way (G8, Q1)."""
    ways, own = position.ways, bit(porter)
    if position.variant.rotate_access == "both_sides":
        beside = ways.joined_cells(own)
    else:
        beside = ways.faced_cells(own) & ways.cards
    return (own | beside) & ~bit(position.start)


def free_steps(position: Position, player: Player) -> list[Step]:
    """List the steps that cost no action (GOLD-FREE): the archaeologist's dealings with treasures."""
    cell = player.archaeologist
    if cell < 0:
        return []
    if player.carries:
        return [DROP]
    steps: list[Step] = []
    if position.treasures:
        # Of equal treasures, more must lie here than were dropped since the last action (Q2, Q18).
        lying, dropped = position.lying(cell), position.turn.dropped
        steps += [take for take in TAKES if lying.count(take.treasure) > dropped.count(take.treasure)]
    for seat, other in enumerate(position.players):
        if other.carries and other.archaeologist == cell:
            steps.append(STEALS[seat])
    return steps


def _add_archaeologist_steps(steps: list[Step], position: Position, player: Player) -> None:
    walks = WALKS[ARCHAEOLOGIST]
    steps += [walks[cell] for cell in cells_in(cells_in_reach(position, player, ARCHAEOLOGIST))]
    steps += [FLIPS[cell] for cell in cells_in(cells_to_flip(position, player.archaeologist))]


def _add_porter_steps(steps: list[Step], position: Position, player: Player) -> None:
    here, walks = player.porter, WALKS[PORTER]
    steps += [walks[cell] for cell in cells_in(cells_in_reach(position, player, PORTER))]
    for cell in cells_in(cells_to_rotate(position, here)):
        steps += ROTATIONS[cell][position.ways.sides(cell)]
    # One lantern of a colour on a card (G3): either it is taken up, or one is laid if any is left.
    if player.lanterns >> here & 1:
        steps.append(UNLAMP)
    elif player.stock:
        steps.append(LAMP)
