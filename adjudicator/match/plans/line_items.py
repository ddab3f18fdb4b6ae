"""A line cut into words and punctuation, with the roles of its words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from adjudicator.engines.order_text import Token, tokens_of
from adjudicator.match.plans.lexicon import NO_ROLES, Lexicon, Role, Roles

_DASHES = dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212", "-")
_UNSEEN = dict.fromkeys("\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff", "")
_PLAIN = str.maketrans(_DASHES | _UNSEEN)
# A plus inside a cell's name, as in (-13:+2), has no blank on both sides.
_PUNCTUATION = re.compile(r"[,;]|(?<!\S)\+(?!\S)")
_CUT_LATELY = 512
"""Texts that are kept: to find the lines that belong together, both ends of each are looked at several times."""
_BLANKS = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Item:
    """A phrase of the lexicon, another word, or a comma, semicolon or plus."""

    text: str
    start: int
    end: int
    roles: Roles = NO_ROLES
    is_mark: bool = False


def normalize_line(text: str) -> str:
    """Bring a line into the form that is read: no full-width letters, one kind of dash, nothing invisible."""
    plain = unicodedata.normalize("NFC", unicodedata.normalize("NFKC", text).translate(_PLAIN))
    return _BLANKS.sub(" ", plain).strip()


@dataclass(frozen=True, slots=True)
class Line:
    """A normalized line and its items."""

    text: str
    items: tuple[Item, ...]

    @classmethod
    @lru_cache(maxsize=_CUT_LATELY)
    def of(cls, text: str, lexicon: Lexicon, names: frozenset[str] = frozenset()) -> Line:
        """Cut a normalized text. A word of `names` ends no phrase of several words."""
        return cls(text, tuple(_items(text, lexicon, names)))

    def __len__(self) -> int:
        return len(self.items)

    def has(self, at: int, *roles: Role) -> bool:
        """Tell whether an item has one of the roles."""
        return at < len(self.items) and not self.items[at].roles.isdisjoint(roles)

    def is_mark(self, at: int, marks: str = ",;+") -> bool:
        """Tell whether an item is one of the marks."""
        return 0 <= at < len(self.items) and self.items[at].is_mark and self.items[at].text in marks

    def find(self, role: Role, start: int, end: int) -> int:
        """Find the first item with a role; `end` if there is none."""
        return next((at for at in range(start, end) if self.has(at, role)), end)

    def slice(self, start: int, end: int) -> str:
        """Return the text of some items, with the brackets and signs around them."""
        if start >= end:
            return ""
        begin = self.items[start - 1].end if start else 0
        stop = self.items[end].start if end < len(self.items) else len(self.text)
        return self.text[begin:stop].strip()

    def trim(self, start: int, end: int, marks: str = ",") -> tuple[int, int]:
        """Leave out marks at both ends."""
        while start < end and self.is_mark(start, marks):
            start += 1
        while end > start and self.is_mark(end - 1, marks):
            end -= 1
        return start, end


def _items(text: str, lexicon: Lexicon, names: frozenset[str]) -> Sequence[Item]:
    tokens = tokens_of(text)
    items = [Item(found[0], *found.span(), is_mark=True) for found in _PUNCTUATION.finditer(text)]
    stops = _list_stops(tokens, [item.start for item in items], names)
    at = 0
    while at < len(tokens):
        roles, count = lexicon.roles_at(tokens, at, stops[at])
        if count == 1 and _names_cell(tokens, at):
            roles = NO_ROLES
        words = " ".join(token.text for token in tokens[at : at + count])
        items.append(Item(words, tokens[at].start, tokens[at + count - 1].end, roles))
        at += count
    return sorted(items, key=lambda item: item.start)


def _list_stops(tokens: Sequence[Token], marks: Sequence[int], names: frozenset[str]) -> Sequence[int]:
    """List for each token where a phrase that begins there has to end: before a mark, and before a name."""
    stops = [len(tokens)] * len(tokens)
    stop, left = len(tokens), list(marks)
    for at in range(len(tokens) - 1, -1, -1):
        while left and left[-1] >= tokens[at].end:
            left.pop()
            stop = at + 1
        stops[at] = stop
        if tokens[at].text in names:
            stop = at
    return stops


def _names_cell(tokens: Sequence[Token], at: int) -> bool:
    """Tell whether a letter stands before a number: the Italian *e* of E7 is no "and"."""
    behind = tokens[at + 1] if at + 1 < len(tokens) else None
    return tokens[at].is_letter and behind is not None and behind.is_number and behind.start == tokens[at].end
