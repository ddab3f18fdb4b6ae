"""Parses the argument of the command `digest`: ``18:00``, ``8:00 mon thu``, ``short``, ``with boards``, ``off``.

Several may stand in one line; what the line does not name stays as it was.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from adjudicator.mail.commands.words.reply_words import AND
from adjudicator.mail.commands.words.setting_words import DIGEST_USES
from adjudicator.mail.commands.words.time_words import WEEKDAYS
from adjudicator.mail.commands.words.word_index import lookup_word
from adjudicator.mail.errors import DigestFault
from adjudicator.mail.text.text_fold import fold_line

WEEKDAY_NAMES = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
LONGEST = 120
"""Characters of an argument that are read."""
HOURS, MINUTES = 24, 60
_NOON = 12
_FILLING = frozenset({"at", "on", "um", "am", "an", "a", "le", "les", "alle", "il", "la", "om", "op", "the", "uhr",
                      "uur", "heures", "ore"})  # fmt: skip
_CLOCK = re.compile(r"(\d{1,2})(?:[:.h](\d{2})|h)?(am|pm)?")
_PLURAL = re.compile(r"s$")


@dataclass(frozen=True, slots=True)
class DigestOrder:
    """A player's request about their digest. None: this stays as it is."""

    minute: int | None = None
    """Minutes since midnight by their clock."""
    days: tuple[int, ...] | None = None
    """Days of the week, Monday is 0; empty: every day."""
    boards: bool | None = None
    off: bool = False


OFF = DigestOrder(off=True)


def read_digest_order(text: str) -> DigestOrder:
    """Parse the argument of `digest`. Raises `DigestFault` with the reason `unreadable` or `no_time`."""
    rest = _plain(text)
    if not rest:
        raise DigestFault("unreadable", text)
    order = DigestOrder()
    while rest:
        order, rest = _read_part(order, rest, text)
    if order.off and order != OFF:
        raise DigestFault("unreadable", text)
    return order


def is_digest_order(text: str) -> bool:
    """Does a text begin as an argument of `digest` does?"""
    if lookup_word(DIGEST_USES, _plain(text)):
        return True
    words = [word for word in _plain(text).split() if word not in _FILLING]
    if not words:
        return not text.strip()
    rest = " ".join(words)
    return bool(_CLOCK.fullmatch(words[0]) or lookup_word(DIGEST_USES, rest) or _weekday(words[0]) is not None)


def is_whole_digest_order(text: str) -> bool:
    """Is all of a text the argument of `digest`?"""
    try:
        read_digest_order(text)
    except DigestFault:
        return False
    return True


def format_digest_order(order: DigestOrder) -> str:
    """Write an order so that `read_digest_order` reads it again in every language."""
    if order.off:
        return "off"
    parts = [format_minute(order.minute)] if order.minute is not None else []
    if order.days is not None:
        parts += [WEEKDAY_NAMES[day] for day in order.days] or ["daily"]
    if order.boards is not None:
        parts.append("with boards" if order.boards else "short")
    return " ".join(parts)


def format_minute(minute: int) -> str:
    """Write a time of day: ``8:00``."""
    return f"{minute // MINUTES}:{minute % MINUTES:02}"


def _plain(text: str) -> str:
    if len(text) > LONGEST:
        return ""
    words = fold_line(re.sub(r"[,;+&]", " ", text)).split()
    return " ".join(word for word in words if word not in AND)


def _read_part(order: DigestOrder, rest: str, text: str) -> tuple[DigestOrder, str]:
    """Read what stands at the beginning of the rest; return the order with it, and what follows."""
    first, _, behind = rest.partition(" ")
    if found := lookup_word(DIGEST_USES, rest):
        return _with_use(order, found[0]), found[1]
    if first in _FILLING:
        return order, behind
    clock = _CLOCK.fullmatch(first)
    if clock and order.minute is None:
        half, _, after = behind.partition(" ")
        spoken = clock[3] or (half if half in ("am", "pm") else "")
        minute = _minute_of(int(clock[1]), int(clock[2] or 0), spoken, text)
        return replace(order, minute=minute), after if half in ("am", "pm") else behind
    day = _weekday(first)
    if day is None:
        raise DigestFault("unreadable", text)
    return replace(order, days=tuple(sorted({*(order.days or ()), day}))), behind


def _with_use(order: DigestOrder, use: str) -> DigestOrder:
    if use == "off":
        return replace(order, off=True)
    if use == "daily":
        return replace(order, days=())
    return replace(order, boards=use == "boards")


def _minute_of(hour: int, minute: int, half: str, text: str) -> int:
    if half and not 1 <= hour <= _NOON:
        raise DigestFault("no_time", text)
    if half:
        hour = hour % _NOON + (_NOON if half == "pm" else 0)
    if hour == HOURS and not minute:
        hour = 0
    if hour >= HOURS or minute >= MINUTES:
        raise DigestFault("no_time", text)
    return hour * MINUTES + minute


def _weekday(word: str) -> int | None:
    found = WEEKDAYS.get(word) or WEEKDAYS.get(_PLURAL.sub("", word))
    return None if found is None else int(found)
