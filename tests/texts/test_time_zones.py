"""Zones as people write them: an offset has the sign that people mean, and ambiguous text is refused with offers."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from adjudicator.match.timekeeping.zone_offsets import find_zone
from adjudicator.texts.times.time_zones import (
    UnknownZone,
    format_clock,
    format_zone,
    read_zone,
    zones_to_choose,
)

NOON = datetime(2026, 12, 3, 12, 6, tzinfo=UTC)


@pytest.mark.parametrize(
    ("written", "clock", "shown"),
    [
        ("GMT+1", "13:06", "UTC+1"),
        ("GMT-5", "07:06", "UTC-5"),
        ("gmt+2", "14:06", "UTC+2"),
        ("UTC+1", "13:06", "UTC+1"),
        ("utc -3", "09:06", "UTC-3"),
        ("UTC\u22123", "09:06", "UTC-3"),
        ("+01:00", "13:06", "UTC+1"),
        ("+0530", "17:36", "UTC+5:30"),
        ("-3:30", "08:36", "UTC-3:30"),
        ("UTC+14", "02:06", "UTC+14"),
        ("GMT", "12:06", "UTC"),
        ("gmt+0", "12:06", "UTC"),
        ("Z", "12:06", "UTC"),
        ("Etc/GMT+1", "11:06", "UTC-1"),
        ("CET", "13:06", "CET"),
        ("MESZ", "13:06", "CET"),
        ("JST", "21:06", "Asia/Tokyo"),
        ("europe/paris", "13:06", "Europe/Paris"),
        ("New York", "07:06", "America/New_York"),
        ("Rom", "13:06", "Europe/Rome"),
        ("Londres", "12:06", "Europe/London"),
        ("M\u00fcnchen", "13:06", "Europe/Berlin"),
        ("Li\u00e8ge", "13:06", "Europe/Brussels"),
        ("L'Aia", "13:06", "Europe/Amsterdam"),
        ("Deutschland", "13:06", "Europe/Berlin"),
        ("Belgique", "13:06", "Europe/Brussels"),
        ("US/Eastern", "07:06", "America/New_York"),
        ("Asia/Calcutta", "17:36", "Asia/Kolkata"),
        ("Calcutta", "17:36", "Asia/Kolkata"),
        ("Europe/Kiev", "14:06", "Europe/Kyiv"),
        ("Turkey", "15:06", "Europe/Istanbul"),
    ],
)
def test_a_zone_is_what_people_mean(written: str, clock: str, shown: str) -> None:
    kept = read_zone(written)
    assert (format_clock(kept, NOON), format_zone(kept)) == (clock, shown)


@pytest.mark.parametrize(
    ("written", "offered"),
    [
        ("EST", "America/New_York"),
        ("IST", "Asia/Kolkata"),
        ("CST", "America/Chicago"),
        ("USA", "America/Chicago"),
        ("\u00c9tats-Unis", "America/New_York"),
        ("GMT+15", "Europe/Paris"),
        ("UTC-13", "Europe/Paris"),
        ("+5:20", "Europe/Paris"),
        ("Atlantis/Capital", "Europe/Paris"),
        ("../etc/passwd", "Europe/Paris"),
        ("localtime", "Europe/Paris"),
        ("+" * 10_000, "Europe/Paris"),
        ("", "Europe/Paris"),
    ],
)
def test_an_ambiguous_or_unknown_zone_is_refused_with_cities(written: str, offered: str) -> None:
    with pytest.raises(UnknownZone) as refused:
        read_zone(written)
    assert offered in refused.value.offers
    for offer in refused.value.offers:
        assert format_zone(read_zone(offer)) == offer


def test_every_zone_that_is_offered_is_read_back_and_shown_as_it_was_chosen() -> None:
    offered = zones_to_choose()
    assert not [name for name in offered if name.startswith(("Etc/", "GMT"))]
    for shown in offered:
        assert format_zone(read_zone(shown)) == shown


@pytest.mark.parametrize("hours", range(-12, 15))
def test_a_whole_offset_goes_ahead_of_utc_by_its_hours(hours: int) -> None:
    kept = read_zone(f"GMT{hours:+d}")
    assert NOON.astimezone(find_zone(kept)).utcoffset() == timedelta(hours=hours)
    assert read_zone(format_zone(kept)) == kept


@pytest.mark.parametrize(
    ("kept", "clock"), [("EST", "07:06"), ("Etc/GMT-5", "17:06"), ("GMT+0", "12:06"), ("", "12:06")]
)
def test_an_older_stored_zone_still_works(kept: str, clock: str) -> None:
    assert format_clock(kept, NOON) == clock
