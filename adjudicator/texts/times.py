"""Formats times and days for people: with the weekday, in the reader's zone and in UTC."""

from __future__ import annotations

from datetime import UTC, datetime

from babel.dates import format_datetime

from adjudicator.texts.language import Language
from adjudicator.texts.time_zones import zone_named

CLOCK = "HH:mm"
DAY = {"de": "EEEE, d. MMMM"}
SHORT_DAY = {"de": "EEE d. MMM"}
DATE = {"de": "d. MMMM y"}


def format_deadline(moment: datetime, zone: str, language: Language) -> str:
    """Format a time in full: ``Thursday 3 December, 20:00 your time (19:00 UTC)``.

    The day is repeated for UTC if it differs. If the zone is UTC or unknown there is only one time.
    """
    there = moment.astimezone(UTC)
    here = moment.astimezone(zone_named(zone))
    day, clock, clock_there = _day(here, language), _write(here, CLOCK, language), _write(there, CLOCK, language)
    if zone_named(zone) is zone_named("UTC"):
        return language.gettext("%(day)s, %(time)s UTC") % {"day": day, "time": clock}
    if here.date() == there.date():
        words = language.gettext("%(day)s, %(time)s your time (%(utc)s UTC)")
        return words % {"day": day, "time": clock, "utc": clock_there}
    words = language.gettext("%(day)s, %(time)s your time (%(utc_day)s, %(utc)s UTC)")
    return words % {"day": day, "time": clock, "utc_day": _day(there, language), "utc": clock_there}


def format_short(moment: datetime, zone: str, language: Language) -> str:
    """Format a time for a subject, in the reader's zone: ``Thu 3 Dec 20:00``."""
    here = moment.astimezone(zone_named(zone))
    return _write(here, f"{SHORT_DAY.get(language.language, 'EEE d MMM')} {CLOCK}", language)


def format_date(moment: datetime, zone: str, language: Language) -> str:
    """Format the day of a time with its year: ``3 December 2026``."""
    return _write(moment.astimezone(zone_named(zone)), DATE.get(language.language, "d MMMM y"), language)


def format_days(count: int, language: Language) -> str:
    """Count days: ``1 day``, ``7 days``."""
    return language.ngettext("%(num)d day", "%(num)d days", count) % {"num": count}


def _day(moment: datetime, language: Language) -> str:
    return _write(moment, DAY.get(language.language, "EEEE d MMMM"), language)


def _write(moment: datetime, pattern: str, language: Language) -> str:
    if moment.day == 1 and language.language == "fr":
        pattern = pattern.replace("d ", "d'er' ", 1)  # the first of a month is an ordinal in French
    return format_datetime(moment, pattern, locale=language.locale)
