"""Reading an order as the one legal step it means.

The text becomes a `PartialOrder`, which is compared with every legal step. One step that fits is played, several are
asked about, and none is refused with the reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from adjudicator.engines.cheops.notation.notation import (
    Draw,
    LayOver,
    LayUnder,
    NameJoker,
    RemoveLaw,
    SellKept,
    Step,
    SwapKept,
    SwapOnBoard,
    Take,
    TakeByLaw,
)
from adjudicator.engines.cheops.notation.partial_order import (
    OrderKind,
    PartialOrder,
    declines_to_draw,
    find_strange_words,
    kind_of,
    named_law,
    read_partial_order,
    without_list_number,
)
from adjudicator.engines.cheops.position.laws import TABLE_LAWS, Law
from adjudicator.engines.cheops.position.position import Position
from adjudicator.engines.cheops.position.pyramid import CELL_NAMES
from adjudicator.engines.cheops.steps.illegal import explain_illegal, find_contradiction
from adjudicator.engines.cheops.steps.legal import legal_steps
from adjudicator.engines.cheops.steps.suggestions import nearest_orders
from adjudicator.engines.contract import AmbiguousStep, IllegalStep, Note, Parsed, UnreadableStep
from adjudicator.engines.order_text import tokens_of


def parse_order(position: Position, text: str) -> Parsed[Step]:
    """Read an order. What follows its first step is the rest (``2 A3 sell draw 1``).

    Raises `UnreadableStep`, `AmbiguousStep` or `IllegalStep`.
    """
    text = without_list_number(text)
    tokens = tokens_of(text)
    if declines_to_draw(tokens):
        order, count = PartialOrder(verb="end"), len(tokens)
    elif strange := find_strange_words(tokens):
        known = [token for token in tokens if token.text not in strange]
        order, _ = read_partial_order(known, _verb_of_a_colour(position))
        raise _unreadable(
            position,
            text,
            Note.of("cheops.strange_words", words=" ".join(token.written for token in tokens if token.text in strange)),
            order,
        )
    else:
        order, count = read_partial_order(tokens, _verb_of_a_colour(position))
    if order.is_empty:
        raise _unreadable(position, text, Note.of("cheops.unreadable"))
    kind = kind_of(order, position)
    steps = _matching_steps(order, kind, position)
    if reason := find_contradiction(position, order) if steps else explain_illegal(position, order, kind):
        raise IllegalStep(text, reason, partial(nearest_orders, position, order))
    if len(steps) > 1:
        raise AmbiguousStep(text, _question(order, kind, steps), partial(nearest_orders, position, order, steps))
    return Parsed(steps[0], text[tokens[count].start :] if count < len(tokens) else "")


def _verb_of_a_colour(position: Position) -> str:
    """Give the verb that a colour alone stands for: with one, ``B5`` is blue's fifth number and no cell."""
    if position.stage == "joker":
        return "joker"
    if position.turn.law == Law.NEW_NUMBER:
        return "over"
    return "under" if position.turn.law in TABLE_LAWS else ""


def _unreadable(position: Position, text: str, reason: Note, known: PartialOrder | None = None) -> UnreadableStep:
    """Refuse a text; `known` is the meaning of the words that are understood."""
    return UnreadableStep(text, reason, partial(nearest_orders, position, known or PartialOrder()))


def _matching_steps(order: PartialOrder, kind: OrderKind, position: Position) -> Sequence[Step]:
    """List the legal steps that an order may mean; a law that is only named means each way to carry it out."""
    legal = legal_steps(position)
    if position.turn.law and named_law(order, kind) == position.turn.law and order.is_bare:
        return legal
    return [step for step in legal if step.kind == kind and _fits(order, step)]


def _fits(order: PartialOrder, step: Step) -> bool:  # noqa: PLR0911 - one answer a kind
    """Tell whether a step has all that an order of its kind says."""
    match step:
        case Take(tile, cell, disposal) | TakeByLaw(tile, cell, disposal):
            tile_fits = order.tile in ("", tile) and order.cells in ((), (CELL_NAMES[cell],))
            return tile_fits and (not order.verb or order.verb == disposal)
        case SwapOnBoard(cell, other_cell):
            return _fits_swap(order, "", (CELL_NAMES[cell], CELL_NAMES[other_cell]))
        case SwapKept(colour, cell):
            return _fits_swap(order, colour, (CELL_NAMES[cell],))
        case SellKept(colour):
            return order.verb in ("", "sell") and order.colour in ("", colour)
        case LayUnder(colour):
            return order.colour in ("", colour)
        case NameJoker(colour):
            return order.colour in ("", colour or "none")
        case LayOver(colour, row):
            return order.colour in ("", colour) and order.number in ("", str(row))
        case RemoveLaw(number) | Draw(number):
            return order.number in ("", str(number))
    return True


def _fits_swap(order: PartialOrder, colour: str, cells: tuple[str, ...]) -> bool:
    if order.verb not in ("", "swap"):
        return False
    if order.colour:
        return order.colour == colour and order.cells in ((), cells)
    return set(order.cells) <= set(cells) and len(set(order.cells)) == len(order.cells)


def _question(order: PartialOrder, kind: OrderKind, steps: Sequence[Step]) -> Note:
    """Ask which of several legal steps was meant."""
    if kind in ("take", "law11"):
        return _question_about_a_tile(order, steps)
    if len({step.kind for step in steps}) > 1:
        return Note.of("cheops.which", steps=len(steps))
    if kind == "draw":
        return Note.of("cheops.which_stack", stacks=tuple(str(step.stack) for step in steps if isinstance(step, Draw)))
    if kind in ("under", "over", "joker", "law10"):
        return Note.of("cheops.which_colour" if not order.colour else "cheops.which_number", colour=order.colour)
    return Note.of("cheops.which", steps=len(steps))


def _question_about_a_tile(order: PartialOrder, steps: Sequence[Step]) -> Note:
    if not order.cells:
        return Note.of("cheops.which_cell", tile=order.tile)
    tiles = tuple(dict.fromkeys(step.tile for step in steps if isinstance(step, Take | TakeByLaw)))
    if len(tiles) > 1:
        return Note.of("cheops.which_tile", cell=order.cells[0], tiles=tiles)
    return Note.of("cheops.sell_or_keep", tile=tiles[0], cell=order.cells[0])
