"""What a line of a reply is."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

DOUBT = "\ufdd1"
"""Stands in a line of a letter's text that its writer may not see as it reads: struck out, hidden, cut or joined.

A noncharacter of Unicode, which no letter brings itself: `charset.tidy` takes it out.
"""

CONTAINER = "=====Original Message====="
"""Stands in the text of an HTML letter where the element begins that holds the letter which is answered."""


class LineKind(StrEnum):
    """What a line of a reply is, and so whether it may be an order."""

    WRITTEN = "written"
    """Somebody wrote it, and may have meant it as an order."""
    COURTESY = "courtesy"
    """Somebody wrote it: thanks, good wishes, his name."""
    SIGNATURE = "signature"
    """His program put it there, every time he writes."""
    BANNER = "banner"
    """A mail server put it on top, to warn of letters from outside."""
    QUOTED = "quoted"
    """It is marked as a quote, or known for a line of ours."""
    INTRODUCTION = "introduction"
    """It says that a quote follows."""
    BELOW = "below"
    """It stands where a quote is that is not marked line by line, and is not known for ours."""
    ECHO = "echo"
    """It stands there as well, and its few words are in our letter too."""
    UNSURE = "unsure"
    """It is struck out, hidden, cut or joined, so that its writer may not see it as it reads."""
    OTHERS = "others"
    """It stands in a letter that neither we nor the writer wrote, which is quoted without marks."""
    BLANK = "blank"
    UNREAD = "unread"
    """It stands behind the last line that is looked at."""


class Line(NamedTuple):
    """A line of a reply."""

    kind: LineKind
    text: str


def without_doubts(text: str) -> str:
    """Take out what marks lines as unsure, for whoever only shows a text."""
    return text.replace(DOUBT, "")
