"""Parses the argument of the command `off`: ``weekends``, ``fri sat``, ``nights 23-7``, ``holidays FR``, ``none``.

Several may stand in one line. A kind that the line does not name stays as it was.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import dropwhile

from adjudicator.mail.commands.arguments.hours import read_hours
from adjudicator.mail.commands.words.reply_words import AND, NONE
from adjudicator.mail.commands.words.time_words import FREE_TIMES, WEEKDAYS
from adjudicator.mail.commands.words.word_index import lookup_word
from adjudicator.mail.errors import FreeTimesFault
from adjudicator.mail.text.text_fold import fold_line

WEEKEND = (5, 6)
DAYS_OFF = 2
"""Days off in a week, if there are any."""
LONGEST_NIGHT = 9
"""Hours."""
LONGEST = 120
"""Characters of an argument that are read."""

WEEKDAY_NAMES = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_FILLING = frozenset({"on", "at", "am", "an", "in", "le", "les", "il", "la", "i", "op", "the", "die", "de", "from",
                      "von", "dalle", "van"})  # fmt: skip


@dataclass(frozen=True, slots=True)
class FreeTimesOrder:
    """The free times that a player asks for. None: this kind stays as it is. Empty: none of this kind."""

    days: tuple[int, ...] | None = None
    """Days of the week, Monday is 0."""
    night: tuple[int, ...] | None = None
    """The hours of beginning and end: (23, 7)."""
    holidays: str | None = None
    """The country or region as it was written; the service knows which there are."""


NOTHING_OFF = FreeTimesOrder((), (), "")


def read_free_times(text: str) -> FreeTimesOrder:
    """Parse the argument of `off`.

    Raises `FreeTimesFault` with the reason `nothing`, `unreadable`, `two_days`, `night_unreadable`,
    `night_too_long`, `no_region` or `twice`.
    """
    rest = _plain(text)
    if not rest:
        raise FreeTimesFault("nothing" if len(text) <= LONGEST else "unreadable", text)
    if rest in NONE:
        return NOTHING_OFF
    order = FreeTimesOrder()
    while rest:
        order, rest = _read_part(order, rest, text)
    return order


def is_free_times_order(text: str) -> bool:
    """Does a text begin as an argument of `off` does?"""
    words = _plain(text).split()
    if not words:
        return not text.strip()
    rest = " ".join(dropwhile(_FILLING.__contains__, words))
    return rest in NONE or lookup_word(FREE_TIMES, rest) is not None or _weekday(rest.partition(" ")[0]) is not None


def format_free_times(order: FreeTimesOrder) -> str:
    """Write an order so that `read_free_times` reads it again in every language."""
    return "none" if order == NOTHING_OFF else " ".join(_parts(order))


def _parts(order: FreeTimesOrder) -> Iterator[str]:
    if order.days is not None:
        days = "weekends" if order.days == WEEKEND else " ".join(WEEKDAY_NAMES[day] for day in order.days)
        yield days or "weekends none"
    if order.night is not None:
        yield "nights {}-{}".format(*order.night) if order.night else "nights none"
    if order.holidays is not None:
        yield f"holidays {order.holidays}" if order.holidays else "holidays none"


def _plain(text: str) -> str:
    """Fold a text; commas and filling words between its parts are left out."""
    if len(text) > LONGEST:
        return ""
    words = fold_line(re.sub(r"[,;+&]", " ", text)).split()
    return " ".join(word for word in words if word not in AND - {"e", "en"})


def _read_part(order: FreeTimesOrder, rest: str, text: str) -> tuple[FreeTimesOrder, str]:
    """Read the kind at the beginning of the rest; return the order with it, and what follows."""
    first, _, behind = rest.partition(" ")
    if first in _FILLING or first in AND:
        return order, behind
    found = lookup_word(FREE_TIMES, rest)
    if found is None:
        days, rest = _read_days(rest)
        if not days:
            raise FreeTimesFault("unreadable", text, _EXAMPLES)
        return _with_days(order, days, text), rest
    kind, rest = found
    nothing = rest.partition(" ")[0] in NONE
    behind = rest.partition(" ")[2] if nothing else rest
    if kind == "weekends":
        return _with_days(order, () if nothing else WEEKEND, text), behind
    if kind == "nights":
        return _read_night(order, rest, text) if not nothing else (_with_night(order, (), text), behind)
    region, behind = ("", behind) if nothing else _read_region(rest)
    if order.holidays is not None:
        raise FreeTimesFault("twice", text)
    if not region and not nothing:
        raise FreeTimesFault("no_region", text, ("holidays FR", "holidays DE-BY"))
    return replace(order, holidays=region), behind


_EXAMPLES = ("weekends", "fri sat", "nights 23-7", "holidays FR", "none")


def _read_days(rest: str) -> tuple[tuple[int, ...], str]:
    days: list[int] = []
    while rest:
        first, _, behind = rest.partition(" ")
        day = _weekday(first)
        if day is None and not (days and first in AND):
            break
        days += [] if day is None else [day]
        rest = behind
    return tuple(sorted(set(days))), rest


def _weekday(word: str) -> int | None:
    """Read the name of a day, in the plural as well: ``Sundays``, ``sonntags``."""
    for form in (word, word.removesuffix("s"), word.removesuffix("en")):
        if form in WEEKDAYS:
            return int(WEEKDAYS[form])
    return None


def _with_days(order: FreeTimesOrder, days: tuple[int, ...], text: str) -> FreeTimesOrder:
    if order.days is not None:
        raise FreeTimesFault("twice", text)
    if days and len(days) != DAYS_OFF:
        two = " ".join(WEEKDAY_NAMES[day] for day in days[:DAYS_OFF]) if len(days) > DAYS_OFF else "fri sat"
        raise FreeTimesFault("two_days", text, (two, "weekends"))
    return replace(order, days=days)


def _with_night(order: FreeTimesOrder, night: tuple[int, ...], text: str) -> FreeTimesOrder:
    if order.night is not None:
        raise FreeTimesFault("twice", text)
    return replace(order, night=night)


def _read_night(order: FreeTimesOrder, rest: str, text: str) -> tuple[FreeTimesOrder, str]:
    found = read_hours(rest)
    if found is None or found.begin is None or found.end is None or found.begin == found.end:
        raise FreeTimesFault("night_unreadable", text, ("nights 23-7",))
    begin, end = found.begin, found.end
    if (end - begin) % 24 > LONGEST_NIGHT:
        shorter = f"nights {begin}-{(begin + LONGEST_NIGHT) % 24}"
        other_way = (f"nights {end}-{begin}",) if (begin - end) % 24 <= LONGEST_NIGHT else ()
        raise FreeTimesFault("night_too_long", text, (*other_way, shorter))
    return _with_night(order, (begin, end), text), found.rest


def _read_region(rest: str) -> tuple[str, str]:
    """Read up to the next kind: a name may have several words."""
    words = rest.split()
    for at, _ in enumerate(words):
        if at and lookup_word(FREE_TIMES, " ".join(words[at:])):
            return " ".join(words[:at]), " ".join(words[at:])
    return rest, ""
