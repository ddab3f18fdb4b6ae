"""Why a card cannot be turned over, or cannot be rotated."""

from __future__ import annotations

from adjudicator.engines.contract import Note
from adjudicator.engines.pharao.cards import LYINGS, TEXTS, read_sides, turned
from adjudicator.engines.pharao.grid import CELLS, NAMES, Cell, beside, bit
from adjudicator.engines.pharao.legal import turnable
from adjudicator.engines.pharao.position import Position
from adjudicator.engines.pharao.wish import Wish


def objection_to_flipping(position: Position, wish: Wish) -> Note:
    """Say why the archaeologist cannot turn a card over."""
    here = position.mover.archaeologist
    if not wish.cell:
        return Note.of("pharao.nothing_to_flip", here=NAMES[here])
    cell = CELLS[wish.cell]
    if position.fallen >> cell & 1:
        return Note.of("pharao.fallen", cell=wish.cell)
    if not position.hidden >> cell & 1:
        return Note.of("pharao.face_up", cell=wish.cell)
    if not beside(bit(here)) >> cell & 1:
        return Note.of("pharao.flip_far", here=NAMES[here], cell=wish.cell)
    return Note.of("pharao.flip_wall", here=NAMES[here], cell=wish.cell)


def objection_to_rotating(position: Position, wish: Wish) -> Note:
    """Say why the porter cannot rotate a card, or not to lie like that."""
    here = position.mover.porter
    if not wish.cell:
        return Note.of("pharao.nothing_to_rotate", here=NAMES[here])
    cell = CELLS[wish.cell]
    return _untouchable(position, cell) or _out_of_reach(position, here, cell) or _unfit(position, wish, cell)


def _untouchable(position: Position, cell: Cell) -> Note | None:
    if cell == position.start:
        return Note.of("pharao.rotate_start", cell=NAMES[cell])
    if position.fallen >> cell & 1:
        return Note.of("pharao.fallen", cell=NAMES[cell])
    if position.hidden >> cell & 1:
        return Note.of("pharao.hidden", cell=NAMES[cell])
    return None


def _out_of_reach(position: Position, here: Cell, cell: Cell) -> Note | None:
    if turnable(position, here) >> cell & 1:
        return None
    if not beside(bit(here)) >> cell & 1:
        return Note.of("pharao.rotate_far", here=NAMES[here], cell=NAMES[cell])
    return Note.of("pharao.wall", figure="porter", here=NAMES[here], cell=NAMES[cell])


def _unfit(position: Position, wish: Wish, cell: Cell) -> Note:
    shape, present = position.shapes[cell], position.ways.sides(cell)
    if len(LYINGS[shape]) == 1:
        return Note.of("pharao.rotate_cross", cell=NAMES[cell])
    wanted = turned(present, wish.quarters) if wish.quarters else read_sides(wish.sides.replace("O", ""))
    if wanted == present:
        return Note.of("pharao.rotate_same", cell=NAMES[cell], sides=TEXTS[present])
    right = tuple(TEXTS[sides] for sides in LYINGS[shape] if sides != present)
    return Note.of("pharao.no_such_lying", cell=NAMES[cell], sides=wish.sides, shape=shape, right=right)
