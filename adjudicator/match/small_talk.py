"""Telling small talk from mistyped orders, among the lines that an engine could not read.

Greetings and thanks must not spoil a letter, and a slip of the finger must not cost a turn: what might be an order is
held against the writer only as a question. So whatever is short and looks like a coordinate, or is a game's word with
one slip in it, counts as an order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from itertools import pairwise

PROSE_WORDS = 7
SHORTEST_SLIP = 3

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
    return any(map(_has_coordinate, words)) or (len(words) == 1 and _is_slip(text, vocabulary))


def is_initials(text: str) -> bool:
    """Tell whether a line is a single letter, or letters with full stops, as people sign with."""
    return _INITIALS.fullmatch(text.strip()) is not None


def vocabulary(canonical_steps: Iterable[str]) -> frozenset[str]:
    """Collect the words of canonical steps."""
    return frozenset(word for step in canonical_steps for word in _WORD.findall(step))


def _has_coordinate(word: str) -> bool:
    """Find a short number; a long one is a telephone's or a year's, and times of day are no places either."""
    return not _TIME.search(word) and any(len(digits) <= 2 for digits in _DIGITS.findall(word))


def _is_slip(text: str, vocabulary: AbstractSet[str]) -> bool:
    """Compare with the words of orders; with one in capitals, such as the sides of a card, only what is so as well."""
    typed = "".join(_WORD.findall(text))
    words = vocabulary if typed.isupper() else {word for word in vocabulary if not word.isupper()}
    return len(typed) >= SHORTEST_SLIP and any(_one_slip(typed.lower(), word.lower()) for word in words)


def _one_slip(typed: str, word: str) -> bool:
    """Compare by one letter left out, added, changed or exchanged with its neighbour; the first letter is never wrong,
    which keeps most names apart.
    """
    if len(word) < SHORTEST_SLIP or typed[0] != word[0]:
        return False
    return typed in _slips(word) or word in _slips(typed) or _changed(typed, word)


def _slips(word: str) -> set[str]:
    """Leave out each letter, and exchange each pair of neighbours."""
    without = {word[:i] + word[i + 1 :] for i in range(1, len(word))}
    exchanged = {word[:i] + right + left + word[i + 2 :] for i, (left, right) in enumerate(pairwise(word))}
    return without | exchanged


def _changed(typed: str, word: str) -> bool:
    return len(typed) == len(word) and sum(a != b for a, b in zip(typed, word, strict=True)) <= 1
