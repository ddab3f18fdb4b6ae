"""Reading an order as the one legal step it means."""

from __future__ import annotations

from adjudicator.engines.cheops.legal import legal_steps
from adjudicator.engines.cheops.objections import contradiction, objection
from adjudicator.engines.cheops.position import Position, Step
from adjudicator.engines.cheops.questions import question
from adjudicator.engines.cheops.reading import ends_in_words, read_wish, strange_words
from adjudicator.engines.cheops.suggestions import nearest
from adjudicator.engines.cheops.wish import Wish, kind_of, meant
from adjudicator.engines.contract import AmbiguousStep, IllegalStep, Note, Parsed, UnreadableStep
from adjudicator.engines.order_text import tokens_of


def parse(position: Position, text: str) -> Parsed[Step]:
    """Read an order, as the contract has it; what follows the first step is its rest (``2 A3 sell draw 1``)."""
    tokens = tokens_of(text)
    if ends_in_words(tokens):
        wish, count = Wish(verb="end"), len(tokens)
    elif strange := strange_words(tokens):
        raise _unreadable(position, text, Note.of("cheops.strange_words", words=" ".join(strange)))
    else:
        wish, count = read_wish(tokens, _verb_of_a_colour(position))
    if wish.empty:
        raise _unreadable(position, text, Note.of("cheops.unreadable"))
    kind = kind_of(wish, position)
    steps = meant(wish, kind, position, legal_steps(position))
    if reason := contradiction(position, wish) if steps else objection(position, wish, kind):
        raise IllegalStep(text, reason, nearest(position, wish))
    if len(steps) > 1:
        raise AmbiguousStep(text, question(wish, kind, steps), nearest(position, wish, steps))
    return Parsed(steps[0], text[tokens[count].start :] if count < len(tokens) else "")


def _verb_of_a_colour(position: Position) -> str:
    """Tell what a colour alone stands for: then ``B5`` is blue's fifth number and no cell."""
    if position.stage == "joker":
        return "joker"
    return {4: "under", 5: "under", 6: "under", 7: "over"}.get(position.turn.law, "")


def _unreadable(position: Position, text: str, reason: Note) -> UnreadableStep:
    return UnreadableStep(text, reason, lambda: nearest(position, Wish()))
