"""Days as people read them, with and without a year."""

from __future__ import annotations

from datetime import date

from babel import Locale
from babel.dates import format_date

PATTERNS = {"de": "d. MMMM"}


def format_day(day: date | str, language: str, locale: Locale, *, year: bool = True) -> str:
    """Write a day: ``3 December 2026``; it may come as a date or as its digits."""
    known = date.fromisoformat(day) if isinstance(day, str) else day
    pattern = PATTERNS.get(language, "d MMMM")
    if known.day == 1 and language == "fr":
        pattern = "d'er' MMMM"  # the first of a month is an ordinal in French
    return format_date(known, f"{pattern} y" if year else pattern, locale=locale)
