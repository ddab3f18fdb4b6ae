"""The kinds of lines in a reply. The kind decides whether a line may be played as an order."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

DOUBT = "\ufdd1"
"""Marks a line that the writer may see differently from us: struck out, hidden, cut or joined. Never acted on.

A noncharacter of Unicode. No letter can forge it: `charset.tidy_text` removes it from the text of every letter.
"""

CONTAINER = "=====Original Message====="
"""Stands in the text of an HTML letter where its element with the quoted letter begins."""


class LineKind(StrEnum):
    """Kind of a line. Only `WRITTEN` is acted on without a question."""

    WRITTEN = "written"
    """The player's own line, perhaps an order."""
    COURTESY = "courtesy"
    """The player's own line, but no order: thanks, good wishes, their name."""
    SIGNATURE = "signature"
    """Added by the player's mail program to every letter."""
    BANNER = "banner"
    """Added on top by a mail server: a warning of mail from outside."""
    QUOTED = "quoted"
    """Marked as a quote, or recognised as a line of our letter."""
    INTRODUCTION = "introduction"
    """Introduces a quote: an attribution, a quoted header or a separator."""
    BELOW = "below"
    """Below an introduction, in a quote without line marks, and not in our letter: an answer there, or a quote."""
    ECHO = "echo"
    """As `BELOW`, but its few words occur in our letter too."""
    UNSURE = "unsure"
    """Carries a `DOUBT`: struck out, hidden, cut or joined."""
    OTHERS = "others"
    """In a letter of a third person that is quoted without line marks."""
    BLANK = "blank"
    UNREAD = "unread"
    """Behind the last line that is read (`size_limits.LINES`)."""


class Line(NamedTuple):
    kind: LineKind
    text: str


def without_doubts(text: str) -> str:
    """Remove the `DOUBT` marks from a text that is only shown."""
    return text.replace(DOUBT, "")
