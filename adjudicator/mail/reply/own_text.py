"""What of a reply stood in the letter that it answers: our own words, however a program broke and marked them.

Letters are compared by their letters and digits alone, without the blanks between, so that a line that was wrapped,
indented, marked or torn in the middle of a word is still found where it came from.
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
"""So many letters and digits in a row nobody writes by chance as we did."""
_WHOLE = 8
"""The shortest line of ours that is known by itself."""
_BLOCK_LINES = 3
_BLOCK = 60
"""Without any mark of a quote it takes so many lines and so many letters of ours to be one."""
_LETTERS = 64 << 10
_PLACES = 20
"""So many places are looked at for a short text."""

_NO_LETTERS = re.compile(r"[\W_]+")
_PLAIN = {place: None for place in range(128) if not chr(place).isalnum()}
"""Drops from plain text what the pattern above finds, in a fraction of its time."""
_REMEMBERED = 512
"""Each line is asked for up to three times."""
_MARKS = re.compile(r"(?:[^\w\s]|_)+")
_MARKS_AND_BLANKS = re.compile(r"(?:[^\w\n]|_)+")


class MatchingBlock(IntEnum):
    """How a line of a reply is like our letter."""

    NONE = 0
    FRAGMENT = 1
    """A few words of it, which somebody may well have written himself: "M16" is in our letter as well."""
    OURS = 2


class OwnText:
    """Finds our own lines in a reply. It knows nothing when no letter is known."""

    def __init__(self, letters: Sequence[str]) -> None:
        """Take the texts of the letters that may have been answered."""
        text = _fold("\n".join(letters)[:_LETTERS])
        words = _MARKS.sub("", text).split()
        self._ours = "".join(words)
        self._whole = {line for line in _MARKS_AND_BLANKS.sub("", text).split("\n") if len(line) >= _WHOLE}
        self._starts = [0]
        for word in words:
            self._starts.append(self._starts[-1] + len(word))

    def compare(self, lines: Sequence[str], quoted: Sequence[bool]) -> list[MatchingBlock]:
        """Compare each line of a reply with our letter; those that carry a mark only tell where in it we are."""
        likenesses: list[MatchingBlock] = []
        squeezed = list(map(squeeze, lines))
        following = _following(squeezed)
        at_ours = 0
        for at, said in enumerate(squeezed):
            if not said or not self._ours:
                likenesses.append(MatchingBlock.NONE)
                continue
            likeness, behind = self._find(said, at_ours)
            if likeness is MatchingBlock.OURS and behind == at_ours + len(said) and not quoted[at]:
                likeness = self._continued(lines[max(0, at - 1) : at + 1], said, following[at], at_ours)
            if likeness is MatchingBlock.OURS or quoted[at]:
                at_ours = behind
            likenesses.append(likeness)
        return likenesses

    def _find(self, said: str, at_ours: int) -> tuple[MatchingBlock, int]:
        """Find a line in our letter, best where the line above ended; return what it is and where it ends."""
        if self._ours.startswith(said, at_ours):
            return MatchingBlock.OURS, at_ours + len(said)
        found = self._ours.find(said)
        if found < 0:
            return MatchingBlock.NONE, at_ours
        if len(said) >= _LONG or said in self._whole:
            return MatchingBlock.OURS, found + len(said)
        return (MatchingBlock.FRAGMENT if self._has_words(said, found) else MatchingBlock.NONE), at_ours

    def _continued(self, lines: Sequence[str], said: str, following: str, at_ours: int) -> MatchingBlock:
        """Judge a line that goes on where the line above it ended in our letter.

        Somebody who answers an example writes the very word that comes next there. It is ours when what follows goes
        on from it, and his own when that begins with the same word again.
        """
        if len(said) >= _LONG or said in self._whole:
            return MatchingBlock.OURS
        behind = at_ours + len(said)
        if following and self._ours.startswith(following[:_LONG], behind):
            return MatchingBlock.OURS
        if following and self._ours.startswith(following[:_LONG], at_ours):
            return MatchingBlock.NONE
        torn = len(lines) == 2 and bool(lines[0].strip()) and is_full(lines[0], lines[1])
        return MatchingBlock.OURS if torn or not self._is_start(behind) else MatchingBlock.FRAGMENT

    def _has_words(self, said: str, found: int) -> bool:
        """Tell whether a text stands somewhere in our letter as whole words."""
        for _ in range(_PLACES):
            if self._is_start(found) and self._is_start(found + len(said)):
                return True
            found = self._ours.find(said, found + 1)
            if found < 0:
                break
        return False

    def _is_start(self, place: int) -> bool:
        at = bisect_left(self._starts, place)
        return at < len(self._starts) and self._starts[at] == place


def _following(squeezed: Sequence[str]) -> list[str]:
    """Find for each line the next one below it that says something."""
    following, next_one = [""] * len(squeezed), ""
    for at in range(len(squeezed) - 1, -1, -1):
        following[at] = next_one
        next_one = squeezed[at] or next_one
    return following


def find_blocks(likenesses: Sequence[MatchingBlock], quoted: Sequence[bool], lines: Sequence[str]) -> list[bool]:
    """Find the passages of our letter that stand in a reply without any mark or introduction."""
    ours = [False] * len(lines)
    run: list[int] = []
    for at, likeness in enumerate([*likenesses, MatchingBlock.NONE]):
        if likeness is MatchingBlock.OURS and not quoted[at]:
            run.append(at)
        elif at == len(lines) or squeeze(lines[at]):
            if len(run) >= _BLOCK_LINES and sum(len(squeeze(lines[one])) for one in run) >= _BLOCK:
                for one in range(run[0], run[-1] + 1):  # with the rulers between
                    ours[one] = bool(lines[one].strip())
            run = []
    return ours


@lru_cache(maxsize=_REMEMBERED)
def squeeze(text: str) -> str:
    """Reduce text to its letters and digits, without case."""
    if text.isascii():
        return text.lower().translate(_PLAIN)
    return _NO_LETTERS.sub("", _fold(text))


def _fold(text: str) -> str:
    return text.lower() if text.isascii() else unicodedata.normalize("NFKC", text).casefold()
