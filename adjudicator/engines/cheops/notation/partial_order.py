"""A partial order: one step as somebody wrote it, read word by word. What was not said stays open."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from adjudicator.engines.cheops.notation.notation import StepKind
from adjudicator.engines.cheops.notation.words import ENDS_ALONE, MEANINGS, NEGATIONS, ORDINALS, SEVERAL_TILES
from adjudicator.engines.cheops.position.laws import HELD_LAWS, TABLE_LAWS, Law
from adjudicator.engines.cheops.position.pieces import COLOURS, NEIGHBOUR
from adjudicator.engines.cheops.position.position import Position
from adjudicator.engines.cheops.position.pyramid import ROWS
from adjudicator.engines.order_text import Token, tokens_of

OrderKind = StepKind | Literal["other_law"]
"""The kind of step that is meant; ``other_law`` names one of laws 1 to 9, or a number that no law has."""

_DISPOSALS = ("sell", "keep", "discard")
_VERBS_OF_ONE_KIND: dict[str, StepKind] = {
    "draw": "draw",
    "end": "end",
    "pass": "pass",
    "joker": "joker",
    "under": "under",
    "over": "over",
    "remove": "remove",
    "pay": "pay",
    "hold": "hold",
}
_KINDS_BY_LAW: dict[str, StepKind] = {"": "law", "10": "law10", "11": "law11", "12": "law12"}
_VERBS_BEFORE_A_LAW = ("under", "over", "pay", "hold", "joker", "remove", "keep", "discard")
"""The verbs that a law's number may follow."""
_VERBS_ALONE = ("draw", "end", "pass")
_LIST_NUMBER = re.compile(r"\s*\(?\d{1,2}[.)]\s+(?=\S)")


@dataclass(frozen=True, slots=True)
class PartialOrder:
    """One step as somebody wrote it: its words and numbers, possible or not. What was not said is empty."""

    verb: str = ""
    """A word of the notation, or ``swap``."""
    law: str = ""
    tile: str = ""
    cells: tuple[str, ...] = ()
    colour: str = ""
    """The letter of a colour, or ``none``."""
    number: str = ""
    described: str = ""
    """The colour of the treasure on the cell: *the blue one on B5*."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing at all was said."""
        return self == PartialOrder()

    @property
    def is_bare(self) -> bool:
        """Whether neither tile nor cell, colour nor number were said."""
        return not (self.tile or self.cells or self.colour or self.number)

    def says_law_11(self, position: Position) -> bool:
        """Tell whether a tile is to be laid by law 11: the order says so, or that law is in hand."""
        return self.law == "11" or position.turn.law == Law.TAKE_TREASURE


def kind_of(order: PartialOrder, position: Position) -> OrderKind:
    """Tell which kind of step an order means in a position."""
    if order.verb in _VERBS_OF_ONE_KIND:
        return _VERBS_OF_ONE_KIND[order.verb]
    if order.verb == "swap" or (order.law == "12" and (order.cells or order.colour)):
        return "law12"
    if order.colour or (order.law == "10" and order.verb == "sell"):
        return _kind_of_colour(order, position)
    if order.tile or order.cells:
        return "law11" if order.says_law_11(position) else "take"
    return _kind_of_verb(order, position)


def named_law(order: PartialOrder, kind: OrderKind) -> int:
    """Give the number of the law that an order of a kind is about; 0 if its kind is not about one law."""
    if kind == "other_law":
        return int(order.law)
    return {"law10": Law.SELL_KEPT, "law11": Law.TAKE_TREASURE, "law12": Law.EXCHANGE}.get(kind, Law.NONE)


def read_partial_order(tokens: Sequence[Token], colour_verb: str = "") -> tuple[PartialOrder, int]:
    """Read the first order of a text and count the tokens that belong to it.

    `colour_verb` is the verb that a colour alone stands for in this position: then ``B5`` is blue's fifth number and
    no cell.
    """
    order, taken = PartialOrder(), 0
    while taken < len(tokens):
        if not colour_verb and _describes(order, tokens[taken], tokens[taken + 1 :]):
            order, taken = replace(order, described=MEANINGS[tokens[taken].text]), taken + 1
            continue
        accepted = _accept(order, tokens[taken], tokens[taken + 1 : taken + 3], colour_verb)
        if accepted is None:
            break
        order, count = accepted
        taken += count
    return order, taken


def without_list_number(text: str) -> str:
    """Remove the number of a list from an order that has a tile, or a verb that needs none: ``1) 4 D1 sell``."""
    mark = _LIST_NUMBER.match(text)
    if mark is None:
        return text
    order, _ = read_partial_order(tokens_of(text[mark.end() :]))
    return text[mark.end() :] if order.tile or order.law or order.verb in _VERBS_OF_ONE_KIND else text


def find_strange_words(tokens: Sequence[Token]) -> tuple[str, ...]:
    """List the words that belong to no order. A letter before a number is no word: it names a row or a colour."""
    before_a_number = {number for number, token in enumerate(tokens[1:]) if token.is_number}
    return tuple(
        token.text
        for number, token in enumerate(tokens)
        if not (token.is_number or _meaning_of(token) is not None or token.text in ORDINALS)
        and not (token.is_letter and number in before_a_number)
    )


def declines_to_draw(tokens: Sequence[Token]) -> bool:
    """Recognise an order that ends the turn by declining to draw (``no draw``), or by one word that means the end."""
    said = [token for token in tokens if _meaning_of(token) != ""]
    if len(said) == 1 and said[0].text in ENDS_ALONE:
        return True
    negated = [token for token in tokens if token.text in NEGATIONS]
    draws = [token for token in said if _meaning_of(token) == "draw"]
    others = [token for token in said if token not in negated and _meaning_of(token) not in ("draw", "stack")]
    return bool(negated and draws and not others)


def _kind_of_colour(order: PartialOrder, position: Position) -> OrderKind:
    if order.law == "10" or order.verb in _DISPOSALS:
        return "law10"
    if position.stage == "joker" or order.colour == "none":
        return "joker"
    if position.turn.law == Law.NEW_NUMBER or order.number:
        return "over"
    return "under" if position.turn.law in TABLE_LAWS else "law10"


def _kind_of_verb(order: PartialOrder, position: Position) -> OrderKind:
    if order.verb == "keep" and (order.law or position.turn.law in HELD_LAWS):
        return "hold"
    if order.verb == "discard" and (order.law or position.turn.law):
        return "discard"
    return "take" if order.verb in _DISPOSALS else _KINDS_BY_LAW.get(order.law, "other_law")


def _meaning_of(token: Token) -> str | None:
    """Give the meaning of a word in an order: empty for a filler word, None for an unknown one."""
    return MEANINGS.get(token.text)


# Reading. Each function below is handed the order so far and the next word. It gives the order with that word in it and
# how many tokens that took, or None if the word cannot belong to this order and so begins the next one.

Accepted = tuple[PartialOrder, int] | None


def _describes(order: PartialOrder, token: Token, behind: Sequence[Token]) -> bool:
    """Tell whether a colour is that of the treasure which a tile takes, since the same order names a cell.

    With a second word for the use of a treasure, the colour is that of a kept one, which law 10 sells.
    """
    if token.is_letter or _meaning_of(token) not in COLOURS or order.colour or order.described:
        return False
    if order.law not in ("", "11") or order.verb not in ("", *_DISPOSALS):
        return False
    disposals, cells = int(bool(order.verb)), len(order.cells)
    for number, one in enumerate(behind):
        meaning = _meaning_of(one)
        if meaning in _DISPOSALS:
            disposals += 1
        elif meaning and meaning != NEIGHBOUR and not one.is_letter:
            break
        cells += one.is_letter and _is_close_number(one, behind[number + 1 : number + 2])
    return cells == 1 and disposals <= 1 and bool(order.verb or disposals or order.tile or _names_tile(behind))


def _is_close_number(letter: Token, behind: Sequence[Token]) -> bool:
    return bool(behind) and behind[0].is_number and behind[0].start == letter.end


def _names_tile(tokens: Sequence[Token]) -> bool:
    before = (None, *tokens)
    return any(
        token.is_number and not (last is not None and last.is_letter)
        for last, token in zip(before, tokens, strict=False)
    )


def _accept(order: PartialOrder, token: Token, behind: Sequence[Token], colour_verb: str) -> Accepted:
    if token.is_number and behind and behind[0].text in SEVERAL_TILES:
        return order, 2
    if token.is_number:
        return _accept_number(order, str(int(token.text)), colour_verb)
    if token.text in ORDINALS:
        return _accept_ordinal(order, token, behind, colour_verb)
    number = behind[0] if behind and behind[0].is_number else None
    if number is not None and token.is_letter:
        letter = token.text.upper()
        # B, G and so on name a row or a colour. What was said before decides, and the position if nothing was.
        if letter in COLOURS and _expects_colour(order, colour_verb):
            return _accept_colour(order, letter)
        if letter in ROWS or number.start == token.end:
            return _accept_cell(order, letter + str(int(number.text)))
    return _accept_word(order, _meaning_of(token) or "", number)


def _expects_colour(order: PartialOrder, colour_verb: str) -> bool:
    if order.law in ("10", "11", "12"):
        return order.law == "10"
    return (order.verb or (colour_verb if order.is_bare else "")) in ("under", "over", "joker")


def _accept_word(order: PartialOrder, meaning: str, number: Token | None) -> Accepted:
    if not meaning:
        return order, 1
    if meaning == "law":
        return _accept_law(order, number)
    if meaning == NEIGHBOUR:
        return _one(replace(order, tile=NEIGHBOUR)) if not order.tile and order.verb in ("", *_DISPOSALS) else None
    if meaning == "none":
        names_joker = order.is_empty or order == PartialOrder(verb="joker")
        return _one(replace(order, colour="none")) if names_joker else None
    return _accept_colour(order, meaning) if meaning in COLOURS else _accept_verb(order, meaning)


def _accept_number(order: PartialOrder, number: str, colour_verb: str) -> Accepted:
    if order.verb in ("draw", "remove", "pay") or (order.colour and "over" in (order.verb, colour_verb)):
        return None if order.number else _one(replace(order, number=number))
    if order.tile or order.colour or order.number or order.law not in ("", "11") or order.verb not in ("", *_DISPOSALS):
        return None
    return _one(replace(order, tile=number))


def _accept_ordinal(order: PartialOrder, token: Token, behind: Sequence[Token], colour_verb: str) -> Accepted:
    """Accept *third* as the number of a stack, or of a price table's number; before an order it only counts."""
    number = ORDINALS[token.text]
    if order.is_empty and behind and _meaning_of(behind[0]) == "stack":
        return _one(replace(order, verb="draw", number=number))
    if order.verb == "draw" or (order.colour and "over" in (order.verb, colour_verb)):
        return _accept_number(order, number, colour_verb)
    return _one(order) if order.is_empty else None


def _accept_cell(order: PartialOrder, name: str) -> Accepted:
    swaps = order.law == "12" or order.verb == "swap"
    if order.verb not in ("", "swap", *_DISPOSALS) or order.law not in ("", "11", "12"):
        return None
    if len(order.cells) >= (2 if swaps and not order.colour else 1) or (order.colour and not swaps):
        return None
    return replace(order, cells=(*order.cells, name)), 2


def _accept_colour(order: PartialOrder, colour: str) -> Accepted:
    swaps = order.law == "12" or order.verb == "swap"
    if order.colour or order.tile or order.number or order.verb in ("draw", "end", "pass", "remove", "pay", "hold"):
        return None
    if len(order.cells) > swaps:
        return None
    return _one(replace(order, colour=colour))


def _accept_law(order: PartialOrder, number: Token | None) -> Accepted:
    if number is None:
        return _one(replace(order, verb="law")) if order.is_empty else None
    said = str(int(number.text))
    if order.verb == "remove" and not order.number:
        return replace(order, number=said), 2
    if order.law or order.tile or order.cells or not (order.is_empty or order.verb in _VERBS_BEFORE_A_LAW):
        return None
    return replace(order, law=said), 2


def _accept_verb(order: PartialOrder, verb: str) -> Accepted:
    if verb == "stack":
        if order.verb == "draw":
            return order, 1
        verb = "draw"
    if order == PartialOrder(verb="law") and verb in _VERBS_BEFORE_A_LAW:
        return _one(PartialOrder(verb=verb))  # "the law under red"
    if order.verb:
        return None
    if verb in _VERBS_ALONE:
        return _one(replace(order, verb=verb)) if order.is_empty else None
    if verb in _DISPOSALS:
        return _one(replace(order, verb=verb)) if order.law in ("", "8", "9", "10", "11", "12") else None
    return _one(replace(order, verb=verb)) if order.is_bare else None


def _one(order: PartialOrder) -> tuple[PartialOrder, int]:
    return order, 1
