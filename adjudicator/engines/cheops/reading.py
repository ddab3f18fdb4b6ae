"""Reading a text as a wish, word by word, up to the word that begins the next step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from adjudicator.engines.cheops.pieces import COLOURS
from adjudicator.engines.cheops.pyramid import ROWS
from adjudicator.engines.cheops.wish import SALES, Wish
from adjudicator.engines.cheops.words import ENDS_ALONE, MEANINGS, NEGATIONS
from adjudicator.engines.order_text import Token

_ON_LAWS = ("under", "over", "pay", "hold", "joker", "remove", "keep", "discard")
"""The verbs that a law's number may follow."""
_ALONE = ("draw", "end", "pass")


def meaning_of(token: Token) -> str | None:
    """Tell what a word means in an order; nothing for one that only fills it, None for one that is not known."""
    return MEANINGS.get(token.text)


def strange_words(tokens: Sequence[Token]) -> tuple[str, ...]:
    """List the words that no order has; a letter before a number is a place."""
    before_a_number = {number for number, token in enumerate(tokens[1:]) if token.is_number}
    return tuple(
        token.text
        for number, token in enumerate(tokens)
        if not token.is_number and meaning_of(token) is None and not (token.is_letter and number in before_a_number)
    )


def read_wish(tokens: Sequence[Token], colour_first: str = "") -> tuple[Wish, int]:
    """Read a wish and tell how many tokens belong to it. `colour_first` is the verb that a colour alone stands for in
    this position: then ``B5`` is blue's fifth number and no cell.
    """
    wish, taken = Wish(), 0
    while taken < len(tokens):
        result = _accept(wish, tokens[taken], tokens[taken + 1 : taken + 3], colour_first)
        if result is None:
            break
        wish, count = result
        taken += count
    return wish, taken


def ends_in_words(tokens: Sequence[Token]) -> bool:
    """Recognise an end of the turn that is said by what is not done (``no draw``), or by a word that means it alone."""
    said = [token for token in tokens if meaning_of(token) != ""]
    if len(said) == 1 and said[0].text in ENDS_ALONE:
        return True
    negated = [token for token in tokens if token.text in NEGATIONS]
    draws = [token for token in said if meaning_of(token) == "draw"]
    others = [token for token in said if token not in negated and meaning_of(token) not in ("draw", "stack")]
    return bool(negated and draws and not others)


Accepted = tuple[Wish, int] | None
"""The wish with another word or more in it, and how many; None if they do not belong to it."""


def _accept(wish: Wish, token: Token, behind: Sequence[Token], colour_first: str) -> Accepted:
    if token.is_number:
        return _with_number(wish, str(int(token.text)), colour_first)
    number = behind[0] if behind and behind[0].is_number else None
    if number is not None and token.is_letter:
        letter = token.text.upper()
        if letter in COLOURS and _expects_colour(wish, colour_first):
            return _with_colour(wish, letter)
        if letter in ROWS or number.start == token.end:
            return _with_cell(wish, letter + str(int(number.text)))
    return _with_word(wish, meaning_of(token) or "", number)


def _expects_colour(wish: Wish, colour_first: str) -> bool:
    if wish.law in ("10", "11", "12"):
        return wish.law == "10"
    return (wish.verb or (colour_first if wish.bare else "")) in ("under", "over", "joker")


def _with_word(wish: Wish, meaning: str, number: Token | None) -> Accepted:
    if not meaning:
        return wish, 1
    if meaning == "law":
        return _with_law(wish, number)
    if meaning == "V":
        return _one(replace(wish, tile="V")) if not wish.tile and wish.verb in ("", *SALES) else None
    if meaning == "none":
        return _one(replace(wish, colour="none")) if wish.empty or wish == Wish(verb="joker") else None
    return _with_colour(wish, meaning) if meaning in COLOURS else _with_verb(wish, meaning)


def _with_number(wish: Wish, number: str, colour_first: str) -> Accepted:
    if wish.verb in ("draw", "remove", "pay") or (wish.colour and "over" in (wish.verb, colour_first)):
        return None if wish.number else _one(replace(wish, number=number))
    if wish.tile or wish.colour or wish.number or wish.law not in ("", "11") or wish.verb not in ("", *SALES):
        return None
    return _one(replace(wish, tile=number))


def _with_cell(wish: Wish, name: str) -> Accepted:
    swaps = wish.law == "12" or wish.verb == "swap"
    if wish.verb not in ("", "swap", *SALES) or wish.law not in ("", "11", "12"):
        return None
    if len(wish.cells) >= (2 if swaps and not wish.colour else 1) or (wish.colour and not swaps):
        return None
    return replace(wish, cells=(*wish.cells, name)), 2


def _with_colour(wish: Wish, colour: str) -> Accepted:
    swaps = wish.law == "12" or wish.verb == "swap"
    if wish.colour or wish.tile or wish.number or wish.verb in ("draw", "end", "pass", "remove", "pay", "hold"):
        return None
    if len(wish.cells) > swaps:
        return None
    return _one(replace(wish, colour=colour))


def _with_law(wish: Wish, number: Token | None) -> Accepted:
    if number is None:
        return _one(replace(wish, verb="law")) if wish.empty else None
    said = str(int(number.text))
    if wish.verb == "remove" and not wish.number:
        return replace(wish, number=said), 2
    if wish.law or wish.tile or wish.cells or not (wish.empty or wish.verb in _ON_LAWS):
        return None
    return replace(wish, law=said), 2


def _with_verb(wish: Wish, verb: str) -> Accepted:
    if verb == "stack":
        if wish.verb == "draw":
            return wish, 1
        verb = "draw"
    if wish.verb:
        return None
    if verb in _ALONE:
        return _one(replace(wish, verb=verb)) if wish.empty else None
    if verb in SALES:
        return _one(replace(wish, verb=verb)) if wish.law in ("", "8", "9", "10", "11", "12") else None
    return _one(replace(wish, verb=verb)) if wish.bare else None


def _one(wish: Wish) -> tuple[Wish, int]:
    return wish, 1
