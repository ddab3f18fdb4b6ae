"""Tells small talk from mistyped orders, among the lines that an engine could not parse.

Greetings must not spoil a letter, and a typing error must not be ignored. So a short line with something like a
coordinate in it, or a single word at most one typing error away from a word of the game, counts as a possible order:
the letter is refused, and the player can correct it. So does a line of any length in which a clause begins like an
order and names a place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise

from adjudicator.engines.order_text import OrderWords, Token, tokens_of

PROSE_WORDS = 7
SHORTEST_TYPO = 3

_DIGITS = re.compile(r"\d+")
_TIME = re.compile(r"\d{1,2}[:.h]\d{2}\b", re.ASCII)
_WORD = re.compile(r"[^\W\d_]+")
_INITIALS = re.compile(r"[-\u2013\u2014~/*\s]*(?:[^\W\d_]|(?:[^\W\d_]\.\s?){1,4})\**")


_PLACE = re.compile(r"(?<![^\W_])[^\W\d_]{1,2}\d{1,2}(?![^\W_])")
_CLAUSE = re.compile(r"[.!?:;,\u2026()\[\]]|\s[-\u2010-\u2015]{1,3}\s")
_LONGEST_NUMBER = 2
_I = frozenset({"i", "ich", "je", "j", "io", "ik"})
_BEFORE_NOUNS = """the a an this that my your der die das den dem ein eine einen mein meine le la les l un une ce cette
    mon ma il lo gli uno una questo questa quello mio mia de het een dit dat mijn"""
_NOUN_MARKERS = frozenset(_BEFORE_NOUNS.split())
"""Words behind which another one is a noun: *the move to M14*."""


_NEXT = "and then und dann danach et puis ensuite alors e ed poi en dan daarna vervolgens"
_BEGINNINGS = _NOUN_MARKERS | _I | frozenset(_NEXT.split())
"""Words between two steps of one line that belong to the second."""


def might_be_order(text: str, vocabulary: AbstractSet[str]) -> bool:
    """Tell whether an unreadable line could have been meant as an order.

    `vocabulary` are the words that orders consist of now.
    """
    words = text.split()
    if len(words) >= PROSE_WORDS:
        return False
    return any(map(_has_coordinate, words)) or (len(words) == 1 and _is_typo(text, vocabulary))


def names_step(text: str, words: OrderWords) -> bool:
    """Tell whether a clause of a text begins like an order of the game, and names a place: *scopri A2 aperta a nord*.

    A clause begins at its first word, or where its writer speaks of themselves. Up to the verb it has words of orders
    only: "I see that you lay M14" is chatter.
    """
    return any(_begins_step(clause, words) for clause in _CLAUSE.split(text))


def begins_like_order(text: str, words: OrderWords) -> bool:
    """Tell whether a text begins with a cell, or its first clause names a step, and begins with no detail of one."""
    first = next(iter(tokens_of(text)), None)
    if first is None or first.text in words.details:
        return False
    return _PLACE.match(text.lstrip()) is not None or _begins_step(_CLAUSE.split(text)[0], words)


def _begins_step(clause: str, words: OrderWords) -> bool:
    tokens = tokens_of(clause)
    place = _PLACE.search(clause) is not None
    if not place and not any(token.is_number for token in tokens):
        return False
    begun = True
    for at, token in enumerate(tokens):
        begun = begun or token.text in _I
        marked = at > 0 and tokens[at - 1].text in _NOUN_MARKERS
        if begun and not marked and _orders(tokens, at, words, place=place):
            return True
        begun = begun and _goes_before(token, words)
    return False


def _orders(tokens: Sequence[Token], at: int, words: OrderWords, *, place: bool) -> bool:
    """Tell whether a word is a verb with its complements.

    A capital letter is one at the beginning of a clause, right before a cell.
    """
    token, behind = tokens[at], tokens[at + 1 :]
    if place and token.text in words.verbs:
        return not token.is_letter or (at == 0 and token.is_upper and _is_cell(behind[:2]))
    return token.text in words.counting and any(one.is_number and len(one.text) <= _LONGEST_NUMBER for one in behind)


def _is_cell(tokens: Sequence[Token]) -> bool:
    return [token.is_letter for token in tokens] == [True, False] and tokens[1].is_number


def _goes_before(token: Token, words: OrderWords) -> bool:
    return token.text in words.known or token.is_number or token.is_letter


def without_beginning(text: str) -> str:
    """Remove the words at the end of a text that only begin what follows it, as in ``A nach E2 und der``."""
    words = text.split()
    while len(words) > 1 and words[-1].casefold().strip(",;:") in _BEGINNINGS:
        words.pop()
    return text if len(words) == len(text.split()) else " ".join(words).rstrip(",;: ")


def is_initials(text: str) -> bool:
    """Tell whether a line is a single letter, or letters with full stops, as people sign with."""
    return _INITIALS.fullmatch(text.strip()) is not None


def vocabulary(canonical_steps: Iterable[str]) -> frozenset[str]:
    """Collect the words of canonical steps."""
    return frozenset(word for step in canonical_steps for word in _WORD.findall(step))


def _has_coordinate(word: str) -> bool:
    """Find a number of one or two digits: longer ones are telephone numbers or years, and times of day do not count."""
    return not _TIME.search(word) and any(len(digits) <= 2 for digits in _DIGITS.findall(word))


def _is_typo(text: str, vocabulary: AbstractSet[str]) -> bool:
    """Compare with the words of orders; words in capitals, such as the sides of a card, only with capitals."""
    typed = "".join(_WORD.findall(text))
    words = vocabulary if typed.isupper() else {word for word in vocabulary if not word.isupper()}
    return len(typed) >= SHORTEST_TYPO and any(_one_typo_apart(typed.lower(), word.lower()) for word in words)


def _one_typo_apart(typed: str, word: str) -> bool:
    """Tell whether one letter was left out, added, changed or swapped with its neighbour, but never the first one.

    A wrong first letter is not allowed for, because too many names would then look like orders.
    """
    if len(word) < SHORTEST_TYPO or typed[0] != word[0]:
        return False
    return typed in _edits(word) or word in _edits(typed) or _changed(typed, word)


def _edits(word: str) -> set[str]:
    """Leave out each letter, and exchange each pair of neighbours."""
    without = {word[:i] + word[i + 1 :] for i in range(1, len(word))}
    exchanged = {word[:i] + right + left + word[i + 2 :] for i, (left, right) in enumerate(pairwise(word))}
    return without | exchanged


def _changed(typed: str, word: str) -> bool:
    return len(typed) == len(word) and sum(a != b for a, b in zip(typed, word, strict=True)) <= 1
