"""Reads the text behind `comment`: ``14 TEXT``, ``14.2 TEXT``, ``14 line M12 N13: TEXT``, ``none 14.2``, ``off``.

Also the text behind `diary`: a text, nothing, ``none``, or ``none 3``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from adjudicator.mail.commands.words.past_words import LINE
from adjudicator.mail.commands.words.reply_words import NONE, SWITCHES
from adjudicator.mail.text.text_fold import fold_line

_PLACE = re.compile(r"#?([0-9]{1,6})(?:\.([0-9]{1,4}))?(:|[.)]?(?=\s|$))\s*(.*)", re.DOTALL)
_END_OF_LINE = re.compile(r":(?=\s|$)")


class CommentDeed(StrEnum):
    """Action that a line about comments asks for."""

    LIST = "list"
    WRITE = "write"
    STRIKE = "strike"
    NEWS_ON = "on"
    NEWS_OFF = "off"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class CommentOrder:
    """Request in a line about comments."""

    deed: CommentDeed
    n: int = 0
    number: int = 0
    """The comment that is answered or struck out; 0: none is named."""
    moves: str = ""
    """Text that begins with moves, if it does."""
    strict: bool = False
    """Whether a colon ends the moves: then all of `moves` has to be some."""
    text: str = ""


def read_comment_order(argument: str) -> CommentOrder:
    """Read the text behind `comment`. Steps are left to the engine."""
    place = _PLACE.fullmatch(argument.strip())
    if place is None:
        return _read_other(argument.split())
    n, number, text = int(place[1]), int(place[2] or 0), place[4]
    if place[3] != ":" and (moves := _behind_line(text)) is not None:
        said = _END_OF_LINE.split(moves, maxsplit=1)
        if len(said) > 1:
            return CommentOrder(CommentDeed.WRITE, n, number, said[0].strip(), strict=True, text=said[1].strip())
        return CommentOrder(CommentDeed.WRITE, n, number, moves)
    return CommentOrder(CommentDeed.WRITE, n, number, text=text)


def _read_other(words: list[str]) -> CommentOrder:
    """Read a line that does not begin with a position."""
    if not words:
        return CommentOrder(CommentDeed.LIST)
    first = fold_line(words[0])
    struck = _PLACE.fullmatch(" ".join(words[1:])) if first in NONE else None
    if struck and struck[2] and not struck[4]:
        return CommentOrder(CommentDeed.STRIKE, int(struck[1]), int(struck[2]))
    if len(words) == 1 and first in SWITCHES:
        return CommentOrder(CommentDeed(SWITCHES[first]))
    return CommentOrder(CommentDeed.UNREADABLE)


def _behind_line(text: str) -> str | None:
    """Return the text behind the word that begins a variation; None without that word."""
    word, _, rest = text.partition(" ")
    return rest.strip() if fold_line(word.rstrip(":")) in LINE and rest.strip() else None


@dataclass(frozen=True, slots=True)
class DiaryOrder:
    """Request in a line about the diary: to keep a text, to take back an entry or all of it, or to show it."""

    text: str = ""
    takes_back: bool = False
    number: int | None = None
    """The entry to take back; None: all of them."""


def read_diary_order(argument: str) -> DiaryOrder:
    """Read the text behind `diary`."""
    words = argument.split()
    number = words[1].strip("#.") if len(words) == len(("none", "3")) else ""
    if (
        words
        and fold_line(words[0]) in NONE
        and (len(words) == 1 or (number.isdecimal() and len(number) < len("12345")))
    ):
        return DiaryOrder(takes_back=True, number=int(number) if number else None)
    return DiaryOrder(text=argument.strip())
