"""Playing a step: the next position, and what there is to tell of it."""

from __future__ import annotations

from bisect import insort

from adjudicator.engines.contract import IllegalStep, Note, Result, Seat
from adjudicator.engines.egyptos.bits import winning_row
from adjudicator.engines.egyptos.ground import ground_of
from adjudicator.engines.egyptos.legal import is_legal
from adjudicator.engines.egyptos.notation import format_step
from adjudicator.engines.egyptos.objections import objection
from adjudicator.engines.egyptos.plane import Cell, name_of, names_of
from adjudicator.engines.egyptos.position import (
    BLACK,
    GOLD,
    PASS,
    PYRAMIDS,
    SWAP,
    Colour,
    Ending,
    Position,
    Step,
    Stones,
    cells_of,
)
from adjudicator.engines.egyptos.recurrence import fingerprint
from adjudicator.engines.egyptos.suggestions import nearest


def apply(position: Position, step: Step) -> Result[Position]:
    """Play a step, as the contract has it."""
    ground = ground_of(position.stones)
    if not is_legal(position, ground, step):
        raise IllegalStep(format_step(step), objection(position, step), nearest(position, cells_of(step)))
    colour = position.colour
    seat = position.seat_of(colour)
    if isinstance(step, str):
        return _swapped(position, seat) if step == SWAP else _passed(position, colour, seat)
    told = _told(position.stones[colour], seat, step)
    stones = _with(position.stones, colour, step)
    mine = ground.black if colour == BLACK else ground.gold
    for cell in step:
        mine ^= ground.places[cell - ground.corner]
    if row := winning_row(mine, position.variant.overline):
        won = Note("egyptos.five", (("seat", seat), ("row", names_of(ground.cells(row)))))
        return _won(position, stones, step, (told, won))
    return _concluded(position, colour, stones, step, told)


def _swapped(position: Position, seat: Seat) -> Result[Position]:
    after = Position(position.variant, seat, position.stones, last=SWAP)
    return Result(after, (Note.of("egyptos.swapped", seat=seat),))


def _passed(position: Position, colour: Colour, seat: Seat) -> Result[Position]:
    return _concluded(position, colour, position.stones, PASS, Note.of("egyptos.passed", seat=seat))


def _told(mine: tuple[Cell, ...], seat: Seat, cells: tuple[Cell, ...]) -> Note:
    if len(cells) == 2:
        return Note("egyptos.moved", (("seat", seat), ("origin", name_of(cells[0])), ("cell", name_of(cells[1]))))
    return Note("egyptos.laid", (("seat", seat), ("cell", name_of(cells[0])), ("left", PYRAMIDS - 1 - len(mine))))


def _with(stones: Stones, colour: Colour, cells: tuple[Cell, ...]) -> Stones:
    mine = list(stones[colour])
    if len(cells) == 2:
        mine.remove(cells[0])
    insort(mine, cells[-1])
    return (tuple(mine), stones[1]) if colour == BLACK else (stones[0], tuple(mine))


def _concluded(position: Position, colour: Colour, stones: Stones, step: Step, told: Note) -> Result[Position]:
    """Count what ends in a draw; a step that made a five never comes here, for it goes before a draw."""
    variant, seen = position.variant, position.seen
    if len(stones[GOLD]) < PYRAMIDS:
        return Result(Position(variant, position.black, stones, 0, step), (told,))
    moves = position.moves + 1 if len(position.stones[GOLD]) == PYRAMIDS else 0
    ending: Ending = ""
    notes: tuple[Note, ...] = (told,)
    if not moves:
        notes = (told, Note.of("egyptos.moving", seat=position.seat_of(BLACK)))
    elif moves == variant.move_cap:
        ending, notes = "cap", (told, Note.of("egyptos.cap", moves=moves))
    if variant.repetition_draw:
        mark = fingerprint(stones, 1 - colour)
        seen += mark
        if seen.count(mark) == variant.repetition_draw:
            ending, notes = "repetition", (told, Note.of("egyptos.repetition", times=variant.repetition_draw))
    return Result(Position(variant, position.black, stones, moves, step, seen, ending), notes)


def _won(position: Position, stones: Stones, step: Step, notes: tuple[Note, ...]) -> Result[Position]:
    moves = 0 if position.laying else position.moves + 1
    return Result(Position(position.variant, position.black, stones, moves, step, position.seen, "five"), notes)
