"""Descriptions of steps in the text of a letter: players copy an offered order with what our letters say beside it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from adjudicator.engines.contract import Describer, Note, P, S, StepError
from adjudicator.match.table import Table, play_forced

IsDescription = Callable[[Sequence[Note], str], bool]
"""Tells whether a text is what letters say of steps, in any language."""

LONGEST = 12
"""Words of an order behind which a description is searched."""
MOST_LINES = 20
_BREAK = re.compile(r"[;\r\n]+")
_BLANK = re.compile(r"\s+")


def split_pieces(orders: Sequence[str]) -> tuple[str, ...]:
    """Cut orders into the pieces that are ruled on one by one: at line ends and semicolons."""
    return tuple(piece.strip() for order in orders for piece in _BREAK.split(order) if piece.strip())


def without_descriptions(table: Table[P, S], orders: Sequence[str], is_description: IsDescription) -> Sequence[str]:
    """Remove the descriptions behind orders, or on the lines below them. Other lines stay as they are."""
    if not isinstance(table.engine, Describer):
        return orders
    lines = [line.strip() for order in orders for line in order.splitlines()]
    kept: list[str] = []
    for line in lines[:MOST_LINES]:
        if not (kept and _BLANK.search(line) and _is_said_of(table, kept[-1], line, is_description)):
            kept.append(next(_orders_before_description(table, line, is_description), line))
    return [*kept, *lines[MOST_LINES:]]


def _orders_before_description(table: Table[P, S], line: str, is_description: IsDescription) -> Iterator[str]:
    for blank in islice(_BLANK.finditer(line), LONGEST):
        if _is_said_of(table, line[: blank.start()], line[blank.end() :], is_description):
            yield line[: blank.start()]


def _is_said_of(table: Table[P, S], order: str, text: str, is_description: IsDescription) -> bool:
    notes = _describe(table, order)
    return bool(notes) and is_description(notes, text)


def _describe(table: Table[P, S], order: str) -> tuple[Note, ...]:
    """Describe the steps of an order; empty if not all of it can be played, or if it goes on after a reveal."""
    notes: list[Note] = []
    here, engine, revealed = table, table.engine, False
    for piece in split_pieces([order]):
        # What a revealed secret leads to is not looked at.
        here = here if revealed or not notes else play_forced(here)[0]
        if revealed or here.turn != table.turn or here.to_move is None or not isinstance(engine, Describer):
            return ()
        try:
            parsed = engine.parse(here.position, piece)
        except StepError:
            return ()
        if parsed.rest:
            return ()
        notes.append(engine.describe(here.position, parsed.step))
        here, result = here.after(parsed.step)
        revealed = bool(result.revealed)
    return tuple(notes)
