"""Which steps are legal: the list of them, and the test of one."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from operator import itemgetter

from adjudicator.engines.egyptos.position.bitboard import (
    Bitboard,
    Bits,
    bitboard_of,
    connected_groups,
    is_locally_removable,
    locally_removable,
    spread_bits,
    stays_connected_without,
)
from adjudicator.engines.egyptos.position.coordinates import FIRST, Cell
from adjudicator.engines.egyptos.position.position import Move, Position, Step, Word
from adjudicator.engines.egyptos.position.rules import Variant


def legal_steps(position: Position) -> tuple[Step, ...]:
    """List every legal step, by origin and then by cell, from the lowest row up."""
    if position.ending:
        return ()
    if position.laying:
        laying = [(cell,) for cell in frontier(position)]
        return (*laying, Word.SWAP) if position.may_swap else tuple(laying)
    return _moves(position) or (Word.PASS,)


def movable_stones(position: Position) -> tuple[Cell, ...]:
    """List the pyramids that can be moved; none unless pyramids are moved now."""
    if position.ending or position.laying:
        return ()
    return tuple(dict.fromkeys(map(itemgetter(0), _moves(position))))


@lru_cache(maxsize=8)  # as the moves
def frontier(position: Position) -> tuple[Cell, ...]:
    """List the empty cells that touch a pyramid, where one may be laid; M13 on an empty table."""
    if not position.laid:
        return (FIRST,)
    board = bitboard_of(position.stones)
    table = board.black | board.gold
    return tuple(board.cells(spread_bits(table, position.variant.contact) & ~table))


def is_legal(position: Position, board: Bitboard, step: Step) -> bool:
    """Test one step without listing the others."""
    if isinstance(step, Word):
        return position.may_swap if step is Word.SWAP else legal_steps(position) == (Word.PASS,)
    if position.ending:
        return False
    table = board.black | board.gold
    if not position.laying:
        return len(step) == 2 and _may_move(position, board, table, step)
    if not table:
        return step == (FIRST,)
    return len(step) == 1 and bool(spread_bits(table, position.variant.contact) & ~table & board.bit(step[0]))


def _may_move(position: Position, board: Bitboard, table: Bits, step: Move) -> bool:
    if step[0] not in position.stones[position.colour]:
        return False
    stone, variant = board.places[step[0] - board.corner], position.variant
    removable = stone if is_locally_removable(stone, table, variant.contact) else 0
    return bool(landings(stone, table, removable, variant) & board.bit(step[1]))


def landings(stone: Bits, table: Bits, removable: Bits, variant: Variant) -> Bits:
    """Find the empty cells where a pyramid may go; none for one that must stay. Removable ones need no search."""
    rest, contact = table ^ stone, variant.contact
    if stone & removable or variant.isolation == "allowed" or stays_connected_without(stone, table, contact):
        return spread_bits(rest, contact) & ~table
    if variant.isolation_test == "removal":
        return 0
    cells = ~table
    for group in connected_groups(rest, contact):
        cells &= spread_bits(group, contact)
    return cells


# A letter asks for the moves of a few positions, each of them several times: to rule, to draw, to offer, to plan.
@lru_cache(maxsize=8)
def _moves(position: Position) -> tuple[Move, ...]:
    variant, board = position.variant, bitboard_of(position.stones)
    table = board.black | board.gold
    removable = locally_removable(table, variant.contact)
    around = spread_bits(table, variant.contact) & ~table
    # Nearly all pyramids may go to nearly all cells of the frontier, so that it is turned into cells only once.
    cells = board.cells(around)
    moves: list[Move] = []
    for origin in position.stones[position.colour]:
        reached = landings(board.places[origin - board.corner], table, removable, variant)
        if not reached:
            continue
        targets = cells
        if reached != around:
            targets = cells.copy()
            for cell in board.cells(around ^ reached):
                targets.remove(cell)
        moves += product((origin,), targets)
    return tuple(moves)
