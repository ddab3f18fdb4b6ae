"""Formats times and days for people: with the weekday, in the reader's zone and in UTC."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from functools import lru_cache

from babel.dates import format_date as format_date_in

from adjudicator.match.timekeeping.zone_offsets import find_zone
from adjudicator.texts.language.language import N_, Language

DAY = {"de": "EEEE, d. MMMM"}
SHORT_DAY = {"de": "EEE d. MMM"}
DATE = {"de": "d. MMMM y"}
MIDNIGHT = "24:00"
SAID_MIDNIGHT = N_("24:00 (midnight)")
"""Where there is room: some languages have the clock only up to 23:59."""
DAY_BEFORE = timedelta(days=1)


def format_deadline(moment: datetime, zone: str, language: Language) -> str:
    """Format a time in full: ``Thursday 3 December, 20:00 your time (19:00 UTC)``.

    The day is repeated for UTC if it differs, and nothing if both are the same. If the zone is UTC or unknown there is
    only one time. Midnight is the end
    of a day, 24:00: of a deadline at 0:00 on Saturday people would think that they have the Saturday.
    """
    there = moment.astimezone(UTC)
    here = moment.astimezone(find_zone(zone))
    (day, clock), (day_there, clock_there) = _day_and_clock(here, language), _day_and_clock(there, language)
    if find_zone(zone) is find_zone("UTC"):
        return language.gettext("%(day)s, %(time)s UTC") % {"day": day, "time": clock}
    if (day, clock) == (day_there, clock_there):
        return language.gettext("%(day)s, %(time)s your time") % {"day": day, "time": clock}
    if day == day_there:
        words = language.gettext("%(day)s, %(time)s your time (%(utc)s UTC)")
        return words % {"day": day, "time": clock, "utc": clock_there}
    words = language.gettext("%(day)s, %(time)s your time (%(utc_day)s, %(utc)s UTC)")
    return words % {"day": day, "time": clock, "utc_day": day_there, "utc": clock_there}


def format_short(moment: datetime, zone: str, language: Language) -> str:
    """Format a time in short, in the reader's zone: ``Thu 3 Dec 20:00``."""
    here = moment.astimezone(find_zone(zone))
    return f"{_write(here, _short_day(language), language)} {_clock(here)}"


def format_short_end(moment: datetime, zone: str, language: Language) -> str:
    """Format the end of a span or a deadline in short: as `format_short` does, but midnight is 24:00."""
    here = moment.astimezone(find_zone(zone))
    if not _is_midnight(here):
        return format_short(moment, zone, language)
    return f"{_write(here - DAY_BEFORE, _short_day(language), language)} {MIDNIGHT}"


def format_date(moment: datetime, zone: str, language: Language) -> str:
    """Format the day of a time with its year: ``3 December 2026``."""
    return _write(moment.astimezone(find_zone(zone)), DATE.get(language.language, "d MMMM y"), language)


def format_days(count: int, language: Language) -> str:
    """Count days: ``1 day``, ``7 days``."""
    return language.ngettext("%(num)d day", "%(num)d days", count) % {"num": count}


def _day_and_clock(moment: datetime, language: Language) -> tuple[str, str]:
    day, pattern = moment - DAY_BEFORE if _is_midnight(moment) else moment, DAY.get(language.language, "EEEE d MMMM")
    return _write(day, pattern, language), language.gettext(SAID_MIDNIGHT) if day != moment else _clock(moment)


def _short_day(language: Language) -> str:
    return SHORT_DAY.get(language.language, "EEE d MMM")


def _is_midnight(moment: datetime) -> bool:
    return (moment.hour, moment.minute) == (0, 0)


def _clock(moment: datetime) -> str:
    return f"{moment.hour:02}:{moment.minute:02}"  # a third of the time of `%H:%M`


def _write(moment: datetime, pattern: str, language: Language) -> str:
    return _write_day(moment.date(), pattern, language)


@lru_cache(maxsize=4096)  # the lines of a list have few different days, and Babel takes 0.1 ms for one
def _write_day(day: date, pattern: str, language: Language) -> str:
    if day.day == 1 and language.language == "fr":
        pattern = pattern.replace("d ", "d'er' ", 1)  # the first of a month is an ordinal in French
    return format_date_in(day, pattern, locale=language.locale)
