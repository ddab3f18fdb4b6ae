"""Playing a step: the next position and its notes."""

from __future__ import annotations

from bisect import insort
from functools import partial

from adjudicator.engines.contract import IllegalStep, Note, Result, Seat
from adjudicator.engines.egyptos.notation.notation import format_step
from adjudicator.engines.egyptos.position.bitboard import bitboard_of, winning_row
from adjudicator.engines.egyptos.position.coordinates import Cell, name_of, names_of
from adjudicator.engines.egyptos.position.position import (
    BLACK,
    GOLD,
    PYRAMIDS,
    Colour,
    Ending,
    Lay,
    Move,
    Position,
    Step,
    Stones,
    Word,
    cells_of,
)
from adjudicator.engines.egyptos.position.repetition import fingerprint
from adjudicator.engines.egyptos.steps.illegal import explain_illegal
from adjudicator.engines.egyptos.steps.legal import is_legal
from adjudicator.engines.egyptos.steps.suggestions import nearest_orders


def apply_step(position: Position, step: Step) -> Result[Position]:
    """Play a step, as the contract has it."""
    board = bitboard_of(position.stones)
    if not is_legal(position, board, step):
        raise IllegalStep(
            format_step(step), explain_illegal(position, step), partial(nearest_orders, position, cells_of(step))
        )
    colour = position.colour
    seat = position.seat_of(colour)
    if isinstance(step, Word):
        return _swapped(position, seat) if step is Word.SWAP else _passed(position, colour, seat)
    note = _note_of(position.stones[colour], seat, step)
    stones = _with(position.stones, colour, step)
    mine = board.black if colour == BLACK else board.gold
    for cell in step:
        mine ^= board.places[cell - board.corner]
    if row := winning_row(mine, position.variant.overline):
        won = Note("egyptos.five", (("seat", seat), ("row", names_of(board.cells(row)))))
        return _won(position, stones, step, (note, won))
    return _concluded(position, colour, stones, step, note)


def _swapped(position: Position, seat: Seat) -> Result[Position]:
    after = Position(position.variant, seat, position.stones, last=Word.SWAP)
    return Result(after, (Note.of("egyptos.swapped", seat=seat),))


def _passed(position: Position, colour: Colour, seat: Seat) -> Result[Position]:
    return _concluded(position, colour, position.stones, Word.PASS, Note.of("egyptos.passed", seat=seat))


def _note_of(mine: tuple[Cell, ...], seat: Seat, step: Lay | Move) -> Note:
    if len(step) == 2:
        return Note("egyptos.moved", (("seat", seat), ("origin", name_of(step[0])), ("cell", name_of(step[1]))))
    return Note("egyptos.laid", (("seat", seat), ("cell", name_of(step[0])), ("left", PYRAMIDS - 1 - len(mine))))


def _with(stones: Stones, colour: Colour, step: Lay | Move) -> Stones:
    mine = list(stones[colour])
    if len(step) == 2:
        mine.remove(step[0])
    insort(mine, step[-1])
    return (tuple(mine), stones[1]) if colour == BLACK else (stones[0], tuple(mine))


def _concluded(position: Position, colour: Colour, stones: Stones, step: Step, note: Note) -> Result[Position]:
    """Count the repetitions and passes that end in a draw; a five comes before a draw and is handled earlier."""
    variant, seen = position.variant, position.seen
    if len(stones[GOLD]) < PYRAMIDS:
        return Result(Position(variant, position.black, stones, 0, step), (note,))
    moves = position.moves + 1 if len(position.stones[GOLD]) == PYRAMIDS else 0
    ending: Ending = ""
    notes: tuple[Note, ...] = (note,)
    if not moves:
        notes = (note, Note.of("egyptos.moving", seat=position.seat_of(BLACK)))
    elif moves == variant.move_cap:
        ending, notes = "cap", (note, Note.of("egyptos.cap", moves=moves))
    if variant.repetition_draw:
        mark = fingerprint(stones, 1 - colour)
        seen += mark
        if seen.count(mark) == variant.repetition_draw:
            ending, notes = "repetition", (note, Note.of("egyptos.repetition", times=variant.repetition_draw))
    return Result(Position(variant, position.black, stones, moves, step, seen, ending), notes)


def _won(position: Position, stones: Stones, step: Step, notes: tuple[Note, ...]) -> Result[Position]:
    moves = 0 if position.laying else position.moves + 1
    return Result(Position(position.variant, position.black, stones, moves, step, position.seen, "five"), notes)
