"""When a digest comes: exactly once on every chosen day, by the player's clock, also when clocks change."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo

import pytest

from adjudicator.mail.commands.arguments.digest_order import (
    DigestOrder,
    format_digest_order,
    is_digest_order,
    read_digest_order,
)
from adjudicator.mail.errors import DigestFault
from adjudicator.services.players.digest_times import next_digest
from adjudicator.store.player_tables import DigestTimes

GRID = timedelta(minutes=15)
DAY = timedelta(days=1)
CHANGES = {
    "Europe/Paris": (date(2026, 3, 29), date(2026, 10, 25)),
    "Europe/London": (date(2026, 3, 29), date(2026, 10, 25)),
    "America/New_York": (date(2026, 3, 8), date(2026, 11, 1)),
    "America/St_Johns": (date(2026, 3, 8), date(2026, 11, 1)),
    "America/Sao_Paulo": (date(2018, 11, 4), date(2019, 2, 17)),
    "America/Havana": (date(2026, 3, 8), date(2026, 11, 1)),
    "Africa/Casablanca": (date(2026, 2, 15), date(2026, 3, 22)),
    "Asia/Beirut": (date(2026, 3, 29), date(2026, 10, 25)),
    "Asia/Kolkata": (date(2026, 3, 29), date(2026, 10, 25)),
    "Australia/Lord_Howe": (date(2026, 4, 5), date(2026, 10, 4)),
    "Pacific/Auckland": (date(2026, 4, 5), date(2026, 9, 27)),
    "Pacific/Apia": (date(2011, 12, 30), date(2012, 4, 1)),
}
"""12 zones with two days on which their clocks change, or would if they did. One left a day out."""


@cache
def moments_of(zone: str, day: date) -> list[tuple[datetime, datetime]]:
    """List the moments of a local day, and the wall clock at each: a second way to find a time of day."""
    here, begin = ZoneInfo(zone), datetime(day.year, day.month, day.day, tzinfo=UTC) - timedelta(hours=15)
    every = (begin + n * GRID for n in range(4 * 54))
    return [(at, at.astimezone(here)) for at in every if at.astimezone(here).date() == day]


def expected(zone: str, day: date, minute: int) -> datetime | None:
    return next((at for at, wall in moments_of(zone, day) if wall.hour * 60 + wall.minute >= minute), None)


@pytest.mark.parametrize("zone", CHANGES)
def test_exactly_one_digest_on_each_day_at_every_hour(zone: str) -> None:
    for change in CHANGES[zone]:
        days = [change + timedelta(days=n) for n in range(-2, 3)]
        for minute in (*range(0, 24 * 60, 60), 30, 135, 23 * 60 + 45):
            due = [at for day in days if (at := expected(zone, day, minute)) is not None]
            found: list[datetime] = []
            before = min(due) - timedelta(minutes=1)
            while (before := next_digest(DigestTimes(minute), zone, before)) <= max(due):
                found.append(before)
            assert found == due, (zone, change, minute)


@pytest.mark.parametrize("days", [(0, 3), (6,), (0, 1, 2, 3, 4)])
def test_only_on_the_chosen_days(days: tuple[int, ...]) -> None:
    found: list[datetime] = []
    at = datetime(2026, 3, 1, tzinfo=UTC)
    while (at := next_digest(DigestTimes(8 * 60, days), "Europe/Paris", at)).year == 2026:
        found.append(at.astimezone(ZoneInfo("Europe/Paris")))
    assert {one.weekday() for one in found} == set(days)
    assert {(one.hour, one.minute) for one in found} == {(8, 0)}
    assert len(found) == sum((date(2026, 3, 1) + n * DAY).weekday() in days for n in range(306))


def test_an_unknown_zone_is_utc() -> None:
    at = datetime(2026, 3, 1, tzinfo=UTC)
    assert next_digest(DigestTimes(60), "Moon/Tycho", at) == at + timedelta(hours=1)


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("18:00", DigestOrder(18 * 60)),
        ("8:00 mon thu", DigestOrder(8 * 60, (0, 3))),
        ("um 8 Uhr montags und donnerstags", DigestOrder(8 * 60, (0, 3))),
        ("à 18h30 lundi", DigestOrder(18 * 60 + 30, (0,))),
        ("alle 7.15 lunedì, giovedì", DigestOrder(7 * 60 + 15, (0, 3))),
        ("om 8 uur elke dag kort", DigestOrder(8 * 60, (), boards=False)),
        ("8 pm", DigestOrder(20 * 60)),
        ("12am", DigestOrder(0)),
        ("24:00", DigestOrder(0)),
        ("fri", DigestOrder(days=(4,))),
        ("daily", DigestOrder(days=())),
        ("short", DigestOrder(boards=False)),
        ("with boards", DigestOrder(boards=True)),
        ("mit Brettern", DigestOrder(boards=True)),
        ("off", DigestOrder(off=True)),
        ("aus", DigestOrder(off=True)),
    ],
)
def test_what_a_digest_is_asked_for(text: str, order: DigestOrder) -> None:
    assert read_digest_order(text) == order
    assert is_digest_order(text)
    assert read_digest_order(format_digest_order(order)) == order


@pytest.mark.parametrize(
    ("text", "reason"),
    [("25:00", "no_time"), ("8:60", "no_time"), ("13 pm", "no_time"), ("soon", "unreadable"),
     ("off 8:00", "unreadable"), ("8:00 9:00", "unreadable"), ("", "unreadable"),
     ("8:00 " + "mon " * 60, "unreadable")],
)  # fmt: skip
def test_what_cannot_be_read(text: str, reason: str) -> None:
    with pytest.raises(DigestFault) as fault:
        read_digest_order(text)
    assert fault.value.reason == reason
