"""Reading an order as the one legal step it means."""

from __future__ import annotations

from functools import partial

from adjudicator.engines.contract import AmbiguousStep, IllegalStep, Note, Parsed, UnreadableStep
from adjudicator.engines.egyptos.notation.notation import Spoken, read_spoken
from adjudicator.engines.egyptos.notation.words import KNOWN, ORIGIN, PASSING, SWAPPING
from adjudicator.engines.egyptos.position.bitboard import bitboard_of
from adjudicator.engines.egyptos.position.coordinates import Cell, name_of, names_of
from adjudicator.engines.egyptos.position.position import PYRAMIDS, Lay, Position, Step, Word, cells_of
from adjudicator.engines.egyptos.steps.illegal import explain_illegal, isolating_note, not_movable, owner, still_laying
from adjudicator.engines.egyptos.steps.legal import is_legal, legal_steps
from adjudicator.engines.egyptos.steps.suggestions import nearest_orders


def parse_order(position: Position, text: str) -> Parsed[Step]:
    """Read an order, as the contract has it: an order of Egyptos is one step and leaves no rest."""
    spoken = read_spoken(text)
    _check_words(position, text, spoken)
    step = _word_step(position, text, spoken) or _cell_step(position, text, spoken)
    if not is_legal(position, bitboard_of(position.stones), step):
        raise IllegalStep(text, explain_illegal(position, step), partial(nearest_orders, position, cells_of(step)))
    return Parsed(step)


def _check_words(position: Position, text: str, spoken: Spoken) -> None:
    if not spoken.cells and (SWAPPING | PASSING).isdisjoint(spoken.words):
        raise UnreadableStep(text, Note.of("egyptos.unreadable"), partial(nearest_orders, position, ()))
    if strange := [word for word in spoken.words if word not in KNOWN]:
        reason = Note.of("egyptos.strange_words", words=" ".join(strange))
        raise UnreadableStep(text, reason, partial(nearest_orders, position, spoken.cells))


def _word_step(position: Position, text: str, spoken: Spoken) -> Word | None:
    said: list[Word] = []
    if not SWAPPING.isdisjoint(spoken.words):
        said.append(Word.SWAP)
    if not PASSING.isdisjoint(spoken.words):
        said.append(Word.PASS)
    if len(said) + bool(spoken.cells) > 1:
        raise AmbiguousStep(text, Note.of("egyptos.several_steps"), partial(nearest_orders, position, spoken.cells))
    return said[0] if said else None


def _cell_step(position: Position, text: str, spoken: Spoken) -> Step:
    cells = spoken.cells
    if position.ending:
        raise IllegalStep(text, Note.of("egyptos.over"))
    if position.laying:
        return _laying(position, text, tuple(dict.fromkeys(cells)))
    if len(cells) == 1:
        return _completed(position, text, cells[0])
    if len(cells) > 2:
        raise AmbiguousStep(
            text, Note.of("egyptos.two_cells", cells=names_of(cells)), partial(nearest_orders, position, cells)
        )
    first, second = cells
    return (second, first) if _backwards(position, spoken) else (first, second)


def _laying(position: Position, text: str, cells: tuple[Cell, ...]) -> Lay:
    if len(cells) == 1:
        return (cells[0],)
    if owner(position, cells[0]) == position.colour:
        raise IllegalStep(text, still_laying(position), partial(nearest_orders, position, cells))
    legal = [step for step in legal_steps(position) if step in [(cell,) for cell in cells]]
    reason = Note.of("egyptos.one_cell", cells=names_of(cells), left=PYRAMIDS - len(position.stones[position.colour]))
    raise AmbiguousStep(text, reason, partial(nearest_orders, position, cells[:1], legal or None))


def _completed(position: Position, text: str, cell: Cell) -> Step:
    """Find the move that a single cell means: the only one from there, or the only one to there."""
    moves = [step for step in legal_steps(position) if not isinstance(step, Word) and cell in step]
    if len(moves) == 1:
        return moves[0]
    if not moves:
        raise IllegalStep(text, _objection_to_cell(position, cell), partial(nearest_orders, position, (cell,)))
    asked = Note.of(
        "egyptos.which_pyramid" if owner(position, cell) is None else "egyptos.where_to", cell=name_of(cell)
    )
    raise AmbiguousStep(text, asked, partial(nearest_orders, position, (cell,), moves))


def _objection_to_cell(position: Position, cell: Cell) -> Note:
    if legal_steps(position) == (Word.PASS,):
        return Note.of("egyptos.must_pass")
    if owner(position, cell) is None:
        return Note.of("egyptos.unreachable", cell=name_of(cell))
    return not_movable(position, cell) or isolating_note(position, cell)


def _backwards(position: Position, spoken: Spoken) -> bool:
    """Notice "to N15 from M14"."""
    return (
        not ORIGIN.isdisjoint(spoken.words)
        and owner(position, spoken.cells[0]) is None
        and owner(position, spoken.cells[1]) == position.colour
    )
