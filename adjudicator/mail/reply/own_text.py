"""Finds the text of our own letter in a reply, however a mail program wrapped and marked it.

Only letters and digits are compared, without case and blanks: a line that was wrapped, indented, marked or broken
inside a word is still found. Short lines are the problem: a player may write the very words of our letter ("M14").
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Sequence
from enum import IntEnum
from functools import lru_cache

from adjudicator.mail.reply.quote_marks import is_full

_LONG = 24
"""A match of this many letters and digits is not a coincidence."""
_WHOLE = 8
"""Shortest whole line of ours that is recognised by itself."""
_BLOCK_LINES = 3
_BLOCK = 60
"""Lines, and letters and digits, from which a passage of ours is a quote without any mark."""
_LETTERS = 64 << 10
"""Characters of our letters that are compared."""
_PLACES = 20
"""Occurrences of a short text that are tried."""

_NO_LETTERS = re.compile(r"[\W_]+")
_PLAIN = {place: None for place in range(128) if not chr(place).isalnum()}
"""`_NO_LETTERS` as a translation table for ASCII, which is many times faster."""
_REMEMBERED = 512
"""Cached lines; each is needed up to three times."""
_MARKS = re.compile(r"(?:[^\w\s]|_)+")
_MARKS_AND_BLANKS = re.compile(r"(?:[^\w\n]|_)+")


class MatchingBlock(IntEnum):
    """Similarity of a line of a reply to our letter."""

    NONE = 0
    FRAGMENT = 1
    """Some words of our letter that the player may have written: "M16" is in it too."""
    OURS = 2
    """A line of our letter, or a part of it that is too long for coincidence."""


class OwnText:
    """The text of our letters, indexed for the comparison; with no letters, nothing is similar."""

    def __init__(self, letters: Sequence[str]) -> None:
        """Index the texts of the letters that a reply may answer."""
        text = _fold("\n".join(letters)[:_LETTERS])
        words = _MARKS.sub("", text).split()
        self._ours = "".join(words)
        self._whole = {line for line in _MARKS_AND_BLANKS.sub("", text).split("\n") if len(line) >= _WHOLE}
        self._starts = [0]
        for word in words:
            self._starts.append(self._starts[-1] + len(word))

    def compare(self, lines: Sequence[str], quoted: Sequence[bool]) -> list[MatchingBlock]:
        """Compare each line of a reply with our letter.

        `at_ours` follows the position in our letter, because a quote repeats it in order; marked lines move it too.
        """
        similarities: list[MatchingBlock] = []
        squeezed = list(map(squeeze_text, lines))
        following = _following(squeezed)
        at_ours = 0
        for at, squeezed_line in enumerate(squeezed):
            if not squeezed_line or not self._ours:
                similarities.append(MatchingBlock.NONE)
                continue
            similarity, behind = self._find(squeezed_line, at_ours)
            if similarity is MatchingBlock.OURS and behind == at_ours + len(squeezed_line) and not quoted[at]:
                similarity = self._continued(lines[max(0, at - 1) : at + 1], squeezed_line, following[at], at_ours)
            if similarity is MatchingBlock.OURS or quoted[at]:
                at_ours = behind
            similarities.append(similarity)
        return similarities

    def _find(self, squeezed_line: str, at_ours: int) -> tuple[MatchingBlock, int]:
        """Find a line in our letter, preferably at position `at_ours`; return similarity and position behind it."""
        if self._ours.startswith(squeezed_line, at_ours):
            return MatchingBlock.OURS, at_ours + len(squeezed_line)
        found = self._ours.find(squeezed_line)
        if found < 0:
            return MatchingBlock.NONE, at_ours
        if len(squeezed_line) >= _LONG or squeezed_line in self._whole:
            return MatchingBlock.OURS, found + len(squeezed_line)
        return (MatchingBlock.FRAGMENT if self._has_words(squeezed_line, found) else MatchingBlock.NONE), at_ours

    def _continued(self, lines: Sequence[str], squeezed_line: str, following: str, at_ours: int) -> MatchingBlock:
        """Judge a short line that continues our letter at the position where the line above ended.

        It may be quoted, or an answer that equals the next words of our letter: behind "for example:" our letter has
        M14, and the player answers M14. The next line decides: if it continues our letter behind this line, this line
        is ours; if it begins with the same words again, this line was the player's.
        """
        if len(squeezed_line) >= _LONG or squeezed_line in self._whole:
            return MatchingBlock.OURS
        behind = at_ours + len(squeezed_line)
        if following and self._ours.startswith(following[:_LONG], behind):
            return MatchingBlock.OURS
        if following and self._ours.startswith(following[:_LONG], at_ours):
            return MatchingBlock.NONE
        torn = len(lines) == 2 and bool(lines[0].strip()) and is_full(lines[0], lines[1])
        return MatchingBlock.OURS if torn or not self._is_start(behind) else MatchingBlock.FRAGMENT

    def _has_words(self, squeezed_line: str, found: int) -> bool:
        """Does a text occur in our letter as whole words, from offset `found` on?"""
        for _ in range(_PLACES):
            if self._is_start(found) and self._is_start(found + len(squeezed_line)):
                return True
            found = self._ours.find(squeezed_line, found + 1)
            if found < 0:
                break
        return False

    def _is_start(self, place: int) -> bool:
        at = bisect_left(self._starts, place)
        return at < len(self._starts) and self._starts[at] == place


def _following(squeezed: Sequence[str]) -> list[str]:
    """Find for each line the next one that is not empty."""
    following, next_one = [""] * len(squeezed), ""
    for at in range(len(squeezed) - 1, -1, -1):
        following[at] = next_one
        next_one = squeezed[at] or next_one
    return following


def find_blocks(similarities: Sequence[MatchingBlock], quoted: Sequence[bool], lines: Sequence[str]) -> list[bool]:
    """Find passages of our letter that are quoted without any mark or introduction."""
    ours = [False] * len(lines)
    run: list[int] = []
    for at, similarity in enumerate([*similarities, MatchingBlock.NONE]):
        if similarity is MatchingBlock.OURS and not quoted[at]:
            run.append(at)
        elif at == len(lines) or squeeze_text(lines[at]):
            if len(run) >= _BLOCK_LINES and sum(len(squeeze_text(lines[one])) for one in run) >= _BLOCK:
                for one in range(run[0], run[-1] + 1):  # with the rulers between
                    ours[one] = bool(lines[one].strip())
            run = []
    return ours


@lru_cache(maxsize=_REMEMBERED)
def squeeze_text(text: str) -> str:
    """Reduce text to its letters and digits, case-folded."""
    if text.isascii():
        return text.lower().translate(_PLAIN)
    return _NO_LETTERS.sub("", _fold(text))


def _fold(text: str) -> str:
    return text.lower() if text.isascii() else unicodedata.normalize("NFKC", text).casefold()
