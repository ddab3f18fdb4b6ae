"""Spans of time in words: ``3 days``, ``36 hours``, ``3 days, 4 hours``, ``3d 4h``."""

from __future__ import annotations

from collections.abc import Iterable
from gettext import NullTranslations
from typing import Literal

from babel import Locale
from babel.lists import format_list
from babel.units import format_unit

MINUTE = 60
HOUR = 60 * MINUTE
DAY = 24 * HOUR
_UNITS = (("duration-day", DAY), ("duration-hour", HOUR), ("duration-minute", MINUTE))


def format_lasting(seconds: int, catalog: NullTranslations) -> str:
    """Write a span in whole days, or in hours."""
    if seconds % DAY == 0 and seconds:
        days = seconds // DAY
        return catalog.ngettext("%(num)d day", "%(num)d days", days) % {"num": days}
    hours = seconds // HOUR
    return catalog.ngettext("%(num)d hour", "%(num)d hours", hours) % {"num": hours}


def format_lastings(spans: Iterable[int], catalog: NullTranslations, locale: Locale) -> str:
    """Write spans one after the other: ``3 days, 1 day and 4 hours``."""
    return str(format_list([format_lasting(span, catalog) for span in spans], locale=locale))


def format_timespan(seconds: int, locale: Locale, *, short: bool = False) -> str:
    """Write a span in days and hours, or, if it is shorter, in hours and minutes; smaller units are cut off."""
    units = _UNITS[:2] if seconds >= DAY else _UNITS[1:]
    length: Literal["narrow", "long"] = "narrow" if short else "long"
    parts, rest = [], seconds
    for name, size in units:
        count, rest = divmod(rest, size)
        if count:
            parts.append(_format_unit(count, name, length, locale))
    if not parts:
        return _format_unit(0, "duration-minute", length, locale)
    return " ".join(parts) if short else format_list(parts, style="standard", locale=locale)


def _format_unit(count: int, name: str, length: Literal["narrow", "long"], locale: Locale) -> str:
    text = format_unit(count, name, length, locale=locale)
    return text.replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ")
