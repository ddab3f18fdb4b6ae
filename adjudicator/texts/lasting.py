"""Spans of time in words: ``3 days``, ``36 hours``."""

from __future__ import annotations

from gettext import NullTranslations

HOUR = 3600
DAY = 24 * HOUR


def format_lasting(seconds: int, catalog: NullTranslations) -> str:
    """Write a span in whole days, or in hours."""
    if seconds % DAY == 0 and seconds:
        days = seconds // DAY
        return catalog.ngettext("%(num)d day", "%(num)d days", days) % {"num": days}
    hours = seconds // HOUR
    return catalog.ngettext("%(num)d hour", "%(num)d hours", hours) % {"num": hours}
