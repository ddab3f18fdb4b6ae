from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from adjudicator.match.timekeeping.zone_offsets import find_zone
from adjudicator.texts.language.language import LANGUAGES, language_for
from adjudicator.texts.times.times import format_date, format_days, format_deadline, format_short, format_short_end

EVENING = datetime(2026, 12, 3, 19, tzinfo=UTC)
ENGLISH = language_for("en")


@pytest.mark.parametrize(
    ("moment", "zone", "written"),
    [
        (EVENING, "Europe/Berlin", "Thursday 3 December, 20:00 your time (19:00 UTC)"),
        (EVENING, "UTC", "Thursday 3 December, 19:00 UTC"),
        (EVENING, "", "Thursday 3 December, 19:00 UTC"),
        (EVENING, "Europe/Atlantis", "Thursday 3 December, 19:00 UTC"),
        (EVENING, "../etc/passwd", "Thursday 3 December, 19:00 UTC"),
        (EVENING, "Europe", "Thursday 3 December, 19:00 UTC"),
        (EVENING, "Europe/London", "Thursday 3 December, 19:00 your time"),
        (EVENING, "Atlantic/Reykjavik", "Thursday 3 December, 19:00 your time"),
        (EVENING, "Asia/Kathmandu", "Friday 4 December, 00:45 your time (Thursday 3 December, 19:00 UTC)"),
        (EVENING, "Pacific/Kiritimati", "Friday 4 December, 09:00 your time (Thursday 3 December, 19:00 UTC)"),
        (
            datetime(2026, 12, 4, 5, tzinfo=UTC),
            "Pacific/Pago_Pago",
            "Thursday 3 December, 18:00 your time (Friday 4 December, 05:00 UTC)",
        ),
        (datetime(2026, 3, 29, 0, 59, tzinfo=UTC), "Europe/Rome", "Sunday 29 March, 01:59 your time (00:59 UTC)"),
        (datetime(2026, 3, 29, 1, 0, tzinfo=UTC), "Europe/Rome", "Sunday 29 March, 03:00 your time (01:00 UTC)"),
        (datetime(2026, 10, 25, 0, 30, tzinfo=UTC), "Europe/Rome", "Sunday 25 October, 02:30 your time (00:30 UTC)"),
        (datetime(2026, 10, 25, 1, 30, tzinfo=UTC), "Europe/Rome", "Sunday 25 October, 02:30 your time (01:30 UTC)"),
        (
            datetime(2026, 12, 4, 23, tzinfo=UTC),
            "Europe/Rome",
            "Friday 4 December, 24:00 (midnight) your time (23:00 UTC)",
        ),
        (
            datetime(2027, 1, 1, tzinfo=UTC),
            "Asia/Tokyo",
            "Friday 1 January, 09:00 your time (Thursday 31 December, 24:00 (midnight) UTC)",
        ),
        (datetime(2026, 3, 1, tzinfo=UTC), "UTC", "Saturday 28 February, 24:00 (midnight) UTC"),
        (datetime(2026, 3, 1, 0, 1, tzinfo=UTC), "UTC", "Sunday 1 March, 00:01 UTC"),
    ],
)
def test_a_deadline_is_in_the_readers_zone_and_in_utc(moment: datetime, zone: str, written: str) -> None:
    assert format_deadline(moment, zone, ENGLISH) == written


def test_the_offset_of_the_moment_itself_does_not_matter() -> None:
    elsewhere = EVENING.astimezone(timezone(timedelta(hours=-9)))
    assert format_deadline(elsewhere, "Europe/Berlin", ENGLISH) == format_deadline(EVENING, "Europe/Berlin", ENGLISH)
    assert format_short(elsewhere, "Europe/Berlin", ENGLISH) == format_short(EVENING, "Europe/Berlin", ENGLISH)


@pytest.mark.parametrize(
    ("language", "day", "brief", "dated"),
    [
        ("de", "Donnerstag, 3. Dezember", "Do. 3. Dez. 20:00", "3. Dezember 2026"),
        ("en", "Thursday 3 December", "Thu 3 Dec 20:00", "3 December 2026"),
        ("fr", "jeudi 3 décembre", "jeu. 3 déc. 20:00", "3 décembre 2026"),
        ("it", "giovedì 3 dicembre", "gio 3 dic 20:00", "3 dicembre 2026"),
        ("nl", "donderdag 3 december", "do 3 dec 20:00", "3 december 2026"),
    ],
)
def test_days_and_months_are_named_in_the_language(language: str, day: str, brief: str, dated: str) -> None:
    assert format_deadline(EVENING, "Europe/Berlin", language_for(language)).startswith(day)
    assert format_short(EVENING, "Europe/Berlin", language_for(language)) == brief
    assert format_date(EVENING, "Europe/Berlin", language_for(language)) == dated


@pytest.mark.parametrize(("language", "brief"), [("de", "Do. 3. Dez. 24:00"), ("fr", "jeu. 3 déc. 24:00")])
def test_midnight_is_the_end_of_the_day(language: str, brief: str) -> None:
    midnight = EVENING + timedelta(hours=4)
    assert format_short_end(midnight, "Europe/Berlin", language_for(language)) == brief
    for moment in (EVENING, midnight + timedelta(minutes=1)):
        short = format_short(moment, "Europe/Berlin", language_for(language))
        assert format_short_end(moment, "Europe/Berlin", language_for(language)) == short
    assert "24:00" in format_deadline(midnight, "Europe/Berlin", language_for(language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_tells_both_times(language: str) -> None:
    for zone in ("Europe/Berlin", "Pacific/Kiritimati"):
        written = format_deadline(EVENING, zone, language_for(language))
        assert "19:00 UTC" in written
        assert format_short(EVENING, zone, language_for(language))[-5:] in written


@pytest.mark.parametrize(("count", "written"), [(1, "1 day"), (7, "7 days"), (0, "0 days")])
def test_days_are_counted(count: int, written: str) -> None:
    assert format_days(count, ENGLISH) == written


def test_a_zone_that_exists_is_found_and_any_other_is_utc() -> None:
    assert str(find_zone("Europe/Rome")) == "Europe/Rome"
    assert str(find_zone("Nowhere")) == "UTC"
    assert str(find_zone("\0")) == "UTC"
