"""Lists of phrases, and a search for them in a line that ignores case, accents and punctuation.

A list is written as text with commas between phrases, one string for each language. It becomes a set of tuples of
folded words, so that a phrase is found word by word, at any place of a line. Who has no umlauts on their keyboard
writes `wuerde`: each phrase is also found in that spelling.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from adjudicator.mail.text.text_fold import fold_line

_WORD = re.compile(r"[^\W_]+|\?")
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})

Phrases = frozenset[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a line, folded; `start` and `end` are its offsets in the line."""

    text: str
    start: int
    end: int


def words_in(line: str) -> list[Word]:
    """List the words of a line. An apostrophe separates (``don't`` is two words); a question mark is a word."""
    return [Word(fold_line(found[0]), *found.span()) for found in _WORD.finditer(line)]


def phrases(*tables: str) -> Phrases:
    """Read lists of phrases as tuples of folded words."""
    return frozenset(_entries(tables))


def split_list(table: str) -> tuple[str, ...]:
    """Split a list into its phrases, as they are written."""
    return tuple(phrase.strip() for phrase in table.split(","))


def phrase_of(text: str) -> tuple[str, ...]:
    """Split a phrase into its folded words."""
    return tuple(word.text for word in words_in(text))


def longest_phrase(known: Iterable[tuple[str, ...]]) -> int:
    """Count the words of the longest phrase."""
    return max(map(len, known), default=0)


def phrase_at(words: list[Word], at: int, known: Phrases, most: int) -> int:
    """Count the words of the longest known phrase that begins at index `at`; 0 for none."""
    texts = [word.text for word in words[at : at + most]]
    return next((n for n in range(len(texts), 0, -1) if tuple(texts[:n]) in known), 0)


def phrase_before(words: list[Word], end: int, known: Phrases, most: int) -> int:
    """Count the words of the longest known phrase that ends before index `end`; 0 for none."""
    texts = [word.text for word in words[max(0, end - most) : end]]
    return next((len(texts) - n for n in range(len(texts)) if tuple(texts[n:]) in known), 0)


def _entries(tables: Iterable[str]) -> Iterator[tuple[str, ...]]:
    for table in tables:
        for spelling in {table, table.translate(_UMLAUTS)}:
            yield from filter(None, map(phrase_of, spelling.split(",")))
