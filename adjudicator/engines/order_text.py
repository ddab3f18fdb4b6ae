"""Tokens of an order's text, shared by the engines' parsers."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache

_TOKEN = re.compile(r"(?:[^\W\d_][\u0300-\u036f]*)+|\d{1,9}|\?")
_APOSTROPHES = tuple("'\u2019\u02bc`\u00b4")
NO_WORD = re.compile(r"(?i)(?<![^\W_])n\.?\s?[\u00b0\u00ba]|(?<!\S)['\u2019`\u00b4][mtn](?!\w)")
"""The sign of a number (``n\u00b0 2``), and what Dutch shortens to a letter (``ik leg 'm op L12``)."""
_GERMAN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


FILLERS = _words("""
    just simply also shall number
    noch mal auch einfach eben soll sollen gern gerne danach anschliessend nummer nr
    encore aussi simplement doit numero stp svp
    ancora anche semplicemente deve
    nog ook maar even gewoon moet moeten
""")
"""Words that make a sentence of an order in any game, and change nothing of it."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word or number of a text: its form for comparison, its original form, and its start and end."""

    text: str
    """Without case and accents."""
    written: str
    start: int
    end: int
    elided: bool = False
    """Whether an apostrophe ties it to the next word: the ``s`` of ``s'il``."""

    @property
    def is_number(self) -> bool:
        """Tell whether it is made of digits."""
        return self.text.isdecimal()

    @property
    def is_letter(self) -> bool:
        """Tell whether it is a single letter."""
        return len(self.text) == 1 and self.text.isalpha()

    @property
    def is_upper(self) -> bool:
        """Tell whether all of it was written in capitals."""
        return self.written.isupper()

    @property
    def is_accented(self) -> bool:
        """Tell whether an accent was left out, as of the French and Italian ``à``."""
        return unicodedata.normalize("NFKC", self.written).casefold() != self.text


@dataclass(frozen=True, slots=True)
class OrderWords:
    """The words of a game's orders in all languages, without case and accents."""

    known: AbstractSet[str] = frozenset()
    """Every word that an order may have."""
    verbs: AbstractSet[str] = frozenset()
    """Those that name an action at a place: ``flip``, ``verkaufen``; and who goes there, also by a capital letter."""
    counting: AbstractSet[str] = frozenset()
    """Those that a number alone may follow: ``draw 3``."""
    details: AbstractSet[str] = frozenset()
    """Those that say more about an order that stands before or behind a comma: ``north``."""


@lru_cache(maxsize=1024)
def tokens_of(text: str) -> tuple[Token, ...]:
    """Split a text into words and numbers; every other character separates them."""
    without = [found.span() for found in NO_WORD.finditer(text)]
    return tuple(
        Token(plain_word(found[0]), found[0], *found.span(), elided=_is_tied(text, found.end()))
        for found in _TOKEN.finditer(text)
        if not any(start <= found.start() < end for start, end in without)
    )


def _is_tied(text: str, end: int) -> bool:
    return text[end : end + 1] in _APOSTROPHES and text[end + 1 : end + 2].isalpha()


def spellings_of(word: str) -> tuple[str, ...]:
    """Return the forms of a word for comparison; a German one has a second, with *ae* for *ä*."""
    written = unicodedata.normalize("NFC", word).casefold().translate(_GERMAN)
    return tuple(dict.fromkeys((plain_word(word), plain_word(written))))


@lru_cache(maxsize=4096)
def plain_word(word: str) -> str:
    """Return the form of a word for comparison: no case, no accents, no full-width letters."""
    letters = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", word).casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).replace("\u00e6", "ae")
