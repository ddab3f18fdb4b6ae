"""Parses the argument of the command `quiet`: ``22-7``, ``from 10 pm to 7 am``, ``none``."""

from __future__ import annotations

from adjudicator.mail.commands.arguments.hours import read_hours
from adjudicator.mail.commands.words.reply_words import OFF
from adjudicator.mail.errors import QuietFault
from adjudicator.mail.text.text_fold import fold_line

LONGEST = 12
"""Hours."""
LONGEST_TEXT = 60
"""Characters of an argument that are read."""
EXAMPLES = ("22-7", "none")


def read_quiet(text: str) -> tuple[int, int] | None:
    """Parse the argument of `quiet`: from an hour to an hour, or None for no quiet hours.

    Raises `QuietFault` with the reason `nothing`, `unreadable` or `too_long`, and with the right form.
    """
    plain = fold_line(text) if len(text) <= LONGEST_TEXT else ""
    if not plain:
        raise QuietFault("unreadable" if text.strip() else "nothing", text, EXAMPLES)
    if plain in OFF:
        return None
    found = read_hours(plain)
    if found is None:
        raise QuietFault("unreadable", text, EXAMPLES)
    begin, end = found.begin, found.end
    if found.rest or begin is None or end is None or begin == end:
        raise QuietFault("unreadable", text, EXAMPLES)
    if (end - begin) % 24 > LONGEST:
        other_way = (f"{end}-{begin}",) if (begin - end) % 24 <= LONGEST else ()
        raise QuietFault("too_long", text, (*other_way, f"{begin}-{(begin + LONGEST) % 24}"))
    return begin, end


def format_quiet(hours: tuple[int, int] | None) -> str:
    """Write quiet hours so that `read_quiet` reads them again in every language."""
    return "none" if hours is None else f"{hours[0]}-{hours[1]}"


def is_quiet_order(text: str) -> bool:
    """Does a text begin as an argument of `quiet` does?"""
    plain = fold_line(text)
    return plain in OFF or read_hours(plain) is not None
