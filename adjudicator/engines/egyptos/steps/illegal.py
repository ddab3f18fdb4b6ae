"""Why a step is not legal, as the note that a player reads."""

from __future__ import annotations

from adjudicator.engines.contract import Note
from adjudicator.engines.egyptos.position.bitboard import bitboard_of, connected_groups, spread_bits
from adjudicator.engines.egyptos.position.coordinates import FIRST, Cell, name_of, names_of, spoken_name
from adjudicator.engines.egyptos.position.position import BLACK, GOLD, PYRAMIDS, Colour, Lay, Move, Position, Step, Word
from adjudicator.engines.egyptos.steps.legal import legal_steps


def explain_illegal(position: Position, step: Step) -> Note:
    """Say why a step is not legal."""
    if position.ending:
        return Note.of("egyptos.over")
    if isinstance(step, Word):
        return _objection_to_swapping(position) if step is Word.SWAP else Note.of("egyptos.no_pass")
    if position.laying:
        return _objection_to_laying(position, step)
    return _objection_to_moving(position, step)


def owner(position: Position, cell: Cell) -> Colour | None:
    """Name the colour of the pyramid on a cell, or None for an empty cell."""
    return next((colour for colour in (BLACK, GOLD) if cell in position.stones[colour]), None)


def occupied_note(position: Position, cell: Cell) -> Note | None:
    """Give the reason against a cell with a pyramid on it."""
    colour = owner(position, cell)
    if colour is None:
        return None
    return Note.of("egyptos.occupied", cell=name_of(cell), owner_seat=position.seat_of(colour))


def not_movable(position: Position, origin: Cell) -> Note | None:
    """Give the reason against every move from a cell: it is empty, or its pyramid may not be moved."""
    colour = owner(position, origin)
    if colour is None:
        return Note.of("egyptos.empty", cell=name_of(origin))
    if colour != position.colour:
        return Note.of("egyptos.not_yours", cell=name_of(origin), owner_seat=position.seat_of(colour))
    if position.variant.isolation == "allowed" or position.variant.isolation_test == "after_move":
        return None
    note = isolating_note(position, origin)
    return note if note["group"] else None


def isolating_note(position: Position, origin: Cell) -> Note:
    """Name the pyramids that lifting one would cut off from the largest group."""
    return Note.of("egyptos.isolates", cell=name_of(origin), group=_cut_off(position, origin))


def still_laying(position: Position) -> Note:
    """Give the reason against a move before all pyramids are laid."""
    return Note.of("egyptos.still_laying", left=PYRAMIDS - len(position.stones[position.colour]))


def _objection_to_swapping(position: Position) -> Note:
    if position.variant.opening != "swap":
        return Note.of("egyptos.no_swap")
    return Note.of("egyptos.swap_early" if position.laid < 3 else "egyptos.swap_late")


def _objection_to_laying(position: Position, step: Lay | Move) -> Note:
    if len(step) != 1:
        return still_laying(position)
    (cell,) = step
    if not position.laid:
        return Note.of("egyptos.first", cell=name_of(FIRST))
    return occupied_note(position, cell) or _touches_nothing(position, cell)


def _objection_to_moving(position: Position, step: Lay | Move) -> Note:
    if legal_steps(position) == (Word.PASS,):
        return Note.of("egyptos.must_pass")
    if len(step) != 2:
        return Note.of("egyptos.all_laid")
    origin, target = step
    if origin == target and owner(position, origin) == position.colour:
        return Note.of("egyptos.same_place", cell=name_of(origin))
    return (
        not_movable(position, origin)
        or occupied_note(position, target)
        or _touches_itself(position, origin, target)
        or _leaves_apart(position, origin, target)
        or _touches_nothing(position, target)
    )


def _touches_nothing(position: Position, cell: Cell) -> Note:
    return Note.of("egyptos.touches_nothing", cell=spoken_name(cell), side=position.variant.contact == "side")


def _touches_itself(position: Position, origin: Cell, target: Cell) -> Note | None:
    board, contact = bitboard_of(position.stones), position.variant.contact
    stone, cell = board.bit(origin), board.bit(target)
    if spread_bits((board.black | board.gold) ^ stone, contact) & cell or not spread_bits(stone, contact) & cell:
        return None
    return Note.of("egyptos.touches_itself", origin=name_of(origin), cell=name_of(target))


def _leaves_apart(position: Position, origin: Cell, target: Cell) -> Note | None:
    board, contact = bitboard_of(position.stones), position.variant.contact
    if not spread_bits((board.black | board.gold) ^ board.bit(origin), contact) & board.bit(target):
        return None
    group = _cut_off(position, origin)
    return Note.of("egyptos.leaves_apart", origin=name_of(origin), cell=name_of(target), group=group)


def _cut_off(position: Position, origin: Cell) -> tuple[str, ...]:
    board = bitboard_of(position.stones)
    parts = connected_groups((board.black | board.gold) ^ board.bit(origin), position.variant.contact)
    parts.remove(max(parts, key=int.bit_count))
    return names_of(cell for part in parts for cell in board.cells(part))
