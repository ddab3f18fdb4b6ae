"""Which steps are legal: the list of them, and the test of one."""

from __future__ import annotations

from itertools import product

from adjudicator.engines.egyptos.bits import Bits, groups, holds_without, is_loose, loose_in, spread
from adjudicator.engines.egyptos.ground import Ground, ground_of
from adjudicator.engines.egyptos.plane import FIRST, Cell
from adjudicator.engines.egyptos.position import PASS, SWAP, Position, Step
from adjudicator.engines.egyptos.variant import Variant


def legal_steps(position: Position) -> tuple[Step, ...]:
    """List every legal step, by origin and then by cell, from the lowest row up."""
    if position.ending:
        return ()
    if position.laying:
        laying: list[Step] = [(cell,) for cell in shore(position)]
        return (*laying, SWAP) if position.may_swap else tuple(laying)
    return tuple(_moves(position)) or (PASS,)


def shore(position: Position) -> list[Cell]:
    """List the empty cells that touch a pyramid, where one may be laid; M13 on an empty table."""
    if not position.laid:
        return [FIRST]
    ground = ground_of(position.stones)
    table = ground.black | ground.gold
    return ground.cells(spread(table, position.variant.contact) & ~table)


def is_legal(position: Position, ground: Ground, step: Step) -> bool:
    """Test one step without listing the others."""
    if isinstance(step, str):
        return position.may_swap if step == SWAP else legal_steps(position) == (PASS,)
    if position.ending:
        return False
    table = ground.black | ground.gold
    if not position.laying:
        return len(step) == 2 and _may_move(position, ground, table, step)
    if not table:
        return step == (FIRST,)
    return len(step) == 1 and bool(spread(table, position.variant.contact) & ~table & ground.bit(step[0]))


def _may_move(position: Position, ground: Ground, table: Bits, step: tuple[Cell, ...]) -> bool:
    if step[0] not in position.stones[position.colour]:
        return False
    stone, variant = ground.places[step[0] - ground.corner], position.variant
    loose = stone if is_loose(stone, table, variant.contact) else 0
    return bool(landings(stone, table, loose, variant) & ground.bit(step[1]))


def landings(stone: Bits, table: Bits, loose: Bits, variant: Variant) -> Bits:
    """Find the empty cells where a pyramid may go; none for one that must stay. Loose ones need no search."""
    rest, contact = table ^ stone, variant.contact
    if stone & loose or variant.isolation == "allowed" or holds_without(stone, table, contact):
        return spread(rest, contact) & ~table
    if variant.isolation_test == "removal":
        return 0
    cells = ~table
    for group in groups(rest, contact):
        cells &= spread(group, contact)
    return cells


def _moves(position: Position) -> list[Step]:
    variant, ground = position.variant, ground_of(position.stones)
    table = ground.black | ground.gold
    loose = loose_in(table, variant.contact)
    all_round = spread(table, variant.contact) & ~table
    # Nearly all pyramids may go to nearly all cells of the shore, so that it is turned into cells only once.
    cells = ground.cells(all_round)
    moves: list[Step] = []
    for origin in position.stones[position.colour]:
        reached = landings(ground.places[origin - ground.corner], table, loose, variant)
        if not reached:
            continue
        targets = cells
        if reached != all_round:
            targets = cells.copy()
            for cell in ground.cells(all_round ^ reached):
                targets.remove(cell)
        moves += product((origin,), targets)
    return moves
