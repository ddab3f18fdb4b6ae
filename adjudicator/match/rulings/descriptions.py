"""Descriptions of steps in the text of a letter: players copy an offered order with the description beside it.

A letter breaks a long description into lines, so a copied one may go on below its order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from adjudicator.engines.abilities import offers
from adjudicator.engines.contract import Describer, Note, P, S, StepError
from adjudicator.match.rulings.table import Table, play_forced

SayDescriptions = Callable[[Sequence[Note]], Sequence[str]]
"""Returns the descriptions of the steps of one order that letters have, in each language."""
Words = tuple[str, ...]

LONGEST = 12
"""Words of an order behind which a description is searched."""
FEWEST = 2
"""Words by which the beginning of a description is recognised."""
MOST_LINES = 20
_BREAK = re.compile(r"(?:;(?![-'^][)(DPpOo/|\]](?!\w)|\))|[\r\n])+")
"""Line ends and semicolons, without those of ``;-)``."""
_BLANK = re.compile(r"\s+")
_WORD = re.compile(r"\w+")


def split_pieces(orders: Sequence[str]) -> tuple[str, ...]:
    """Cut orders into the pieces that are ruled on one by one: at line ends and semicolons."""
    return tuple(piece.strip() for order in orders for piece in _BREAK.split(order) if piece.strip())


def without_descriptions(table: Table[P, S], orders: Sequence[str], say: SayDescriptions) -> Sequence[str]:
    """Remove the descriptions behind orders, and on the lines below them. Other lines stay as they are."""
    if not offers(table.engine, Describer[P, S]):
        return orders
    lines = [line.strip() for order in orders for line in order.splitlines()]
    kept: list[str] = []
    open_ends: Sequence[Words] = ()
    """Possible continuations of the description that the line above has begun."""
    for line in lines[:MOST_LINES]:
        left = _cut(open_ends, line)
        if not left and kept and _BLANK.search(line):
            left = _cut(_descriptions(table, kept[-1], say), line, FEWEST)
        if left:
            open_ends = left
        else:
            order, open_ends = next(_orders_before_description(table, line, say), (line, ()))
            kept.append(order)
    return [*kept, *lines[MOST_LINES:]]


def _orders_before_description(
    table: Table[P, S], line: str, say: SayDescriptions
) -> Iterator[tuple[str, Sequence[Words]]]:
    for blank in islice(_BLANK.finditer(line), LONGEST):
        order, fewest = line[: blank.start()], FEWEST if blank[0] == " " else 1
        if left := _cut(_descriptions(table, order, say), line[blank.end() :], fewest):
            yield order, left


def _cut(descriptions: Sequence[Words], text: str, fewest: int = 1) -> list[Words]:
    """Cut a text off the beginning of each description that begins with it: the rest is empty if it is whole."""
    said = _words(text)
    return [
        one[len(said) :]
        for one in descriptions
        if said and one[: len(said)] == said and len(said) >= min(fewest, len(one))
    ]


def _words(text: str) -> Words:
    return tuple(_WORD.findall(text.casefold()))


def _descriptions(table: Table[P, S], order: str, say: SayDescriptions) -> Sequence[Words]:
    notes = _describe(table, order)
    return [_words(said) for said in say(notes)] if notes else []


def _describe(table: Table[P, S], order: str) -> tuple[Note, ...]:
    """Describe the steps of an order; empty if not all of it can be played, or if it goes on after a reveal."""
    notes: list[Note] = []
    here, engine, revealed = table, table.engine, False
    for piece in split_pieces([order]):
        # What a revealed secret leads to is not looked at.
        here = here if revealed or not notes else play_forced(here)[0]
        if revealed or here.turn != table.turn or here.to_move is None or not offers(engine, Describer[P, S]):
            return ()
        try:
            parsed = here.engine.parse(here.position, piece)
        except StepError:
            return ()
        if parsed.rest:
            return ()
        notes.append(engine.describe(here.position, parsed.step))
        here, result = here.after(parsed.step)
        revealed = bool(result.revealed)
    return tuple(notes)
