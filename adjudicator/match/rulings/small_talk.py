"""Tells small talk from mistyped orders, among the lines that an engine could not parse.

Greetings must not spoil a letter, and a typing error must not be ignored. So a short line with something like a
coordinate in it, or a single word at most one typing error away from a word of the game, counts as a possible order:
the letter is refused, and the player can correct it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from itertools import pairwise

PROSE_WORDS = 7
SHORTEST_TYPO = 3

_DIGITS = re.compile(r"\d+")
_TIME = re.compile(r"\d{1,2}[:.h]\d{2}\b", re.ASCII)
_WORD = re.compile(r"[^\W\d_]+")
_INITIALS = re.compile(r"[-\u2013\u2014~/*\s]*(?:[^\W\d_]|(?:[^\W\d_]\.\s?){1,4})\**")


def might_be_order(text: str, vocabulary: AbstractSet[str]) -> bool:
    """Tell whether an unreadable line could have been meant as an order.

    `vocabulary` are the words that orders consist of now.
    """
    words = text.split()
    if len(words) >= PROSE_WORDS:
        return False
    return any(map(_has_coordinate, words)) or (len(words) == 1 and _is_typo(text, vocabulary))


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
