"""Moments as people read them: with the weekday, in their own zone and in UTC."""

from __future__ import annotations

from datetime import UTC, datetime

from babel.dates import format_datetime

from adjudicator.texts.language import Tongue
from adjudicator.texts.time_zones import zone_named

CLOCK = "HH:mm"
DAY = {"de": "EEEE, d. MMMM"}
SHORT_DAY = {"de": "EEE d. MMM"}
DATE = {"de": "d. MMMM y"}


def deadline(moment: datetime, zone: str, tongue: Tongue) -> str:
    """Write a moment in full: ``Thursday 3 December, 20:00 your time (19:00 UTC)``.

    The day is repeated for UTC where it is another one; somebody whose zone is UTC, or unknown, reads one time.
    """
    there = moment.astimezone(UTC)
    here = moment.astimezone(zone_named(zone))
    day, clock, clock_there = _day(here, tongue), _write(here, CLOCK, tongue), _write(there, CLOCK, tongue)
    if zone_named(zone) is zone_named("UTC"):
        return tongue.gettext("%(day)s, %(time)s UTC") % {"day": day, "time": clock}
    if here.date() == there.date():
        words = tongue.gettext("%(day)s, %(time)s your time (%(utc)s UTC)")
        return words % {"day": day, "time": clock, "utc": clock_there}
    words = tongue.gettext("%(day)s, %(time)s your time (%(utc_day)s, %(utc)s UTC)")
    return words % {"day": day, "time": clock, "utc_day": _day(there, tongue), "utc": clock_there}


def short(moment: datetime, zone: str, tongue: Tongue) -> str:
    """Write a moment for a subject, in the reader's zone: ``Thu 3 Dec 20:00``."""
    here = moment.astimezone(zone_named(zone))
    return _write(here, f"{SHORT_DAY.get(tongue.language, 'EEE d MMM')} {CLOCK}", tongue)


def date(moment: datetime, zone: str, tongue: Tongue) -> str:
    """Write the day of a moment with its year: ``3 December 2026``."""
    return _write(moment.astimezone(zone_named(zone)), DATE.get(tongue.language, "d MMMM y"), tongue)


def days(count: int, tongue: Tongue) -> str:
    """Count days: ``1 day``, ``7 days``."""
    return tongue.ngettext("%(num)d day", "%(num)d days", count) % {"num": count}


def _day(moment: datetime, tongue: Tongue) -> str:
    return _write(moment, DAY.get(tongue.language, "EEEE d MMMM"), tongue)


def _write(moment: datetime, pattern: str, tongue: Tongue) -> str:
    if moment.day == 1 and tongue.language == "fr":
        pattern = pattern.replace("d ", "d'er' ", 1)  # the first of a month is an ordinal in French
    return format_datetime(moment, pattern, locale=tongue.locale)
