"""Reading an order as the one legal step it means."""

from __future__ import annotations

from adjudicator.engines.contract import AmbiguousStep, IllegalStep, Note, Parsed, UnreadableStep
from adjudicator.engines.pharao.legal import legal_steps
from adjudicator.engines.pharao.meaning import meant
from adjudicator.engines.pharao.objections import objection
from adjudicator.engines.pharao.position import Position, Step
from adjudicator.engines.pharao.reading import Reader, only_ends, strange_words, words_of
from adjudicator.engines.pharao.suggestions import nearest
from adjudicator.engines.pharao.wish import Wish, kind_of


def parse(position: Position, text: str) -> Parsed[Step]:
    """Read an order, as the contract has it. Its rest are the sides that a card to be turned over is wished to be open
    to (``flip C4 NEW``), and whatever follows the first step.
    """
    tokens = words_of(text)
    reader = Reader(tokens, sides_first=position.turn.flipped >= 0)
    if only_ends(tokens):
        wish, reader.place = Wish(verb="end"), len(tokens)
    elif strange := strange_words(tokens, reader.sides_at):
        raise _unreadable(position, text, Note.of("pharao.strange_words", words=" ".join(strange)))
    else:
        wish = reader.read()
    kind = kind_of(wish, position)
    if not kind:
        raise _unreadable(position, text, Note.of("pharao.unreadable"))
    steps = meant(wish, kind, position, legal_steps(position))
    if not steps:
        raise IllegalStep(text, objection(position, wish, kind), nearest(position, wish, kind))
    if len(steps) > 1 or (kind == "flip" and wish.unclear):
        raise AmbiguousStep(text, _question(wish, kind), nearest(position, wish, kind, steps))
    taken = reader.sides_from if kind == "flip" and reader.sides_from >= 0 else reader.place
    return Parsed(steps[0], text[tokens[taken].start :] if taken < len(tokens) else "")


def _question(wish: Wish, kind: str) -> Note:
    """Ask for what an order leaves open."""
    if wish.unclear:
        return Note.of("pharao.which_o", sides=wish.sides)
    if kind == "walk" and wish.cell:
        return Note.of("pharao.which_figure", cell=wish.cell)
    if kind == "walk":
        return Note.of("pharao.where_to", figure=wish.figure)
    if kind == "turn" or (kind == "rotate" and wish.cell):
        return Note.of("pharao.which_sides", cell=wish.cell, sides=wish.sides)
    return Note.of({"steal": "pharao.whom", "take": "pharao.which_treasure"}.get(kind, "pharao.which_card"))


def _unreadable(position: Position, text: str, reason: Note) -> UnreadableStep:
    return UnreadableStep(text, reason, lambda: nearest(position, Wish(), ""))
