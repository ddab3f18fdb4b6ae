"""Free times of a player: days off, the night, public holidays. They use up no time.

An instant is free if the wall clock of the player's zone lies in a free time. So an hour that is jumped over in spring
takes nothing away, and one that comes twice in autumn is free twice.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator
from datetime import date
from enum import StrEnum
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from adjudicator.match.timekeeping.instants import DAY, HOUR, Instant, Seconds, Span
from adjudicator.match.timekeeping.zone_offsets import (
    Offsets,
    date_of,
    day_number,
    list_offsets,
    local_day,
    round_up_to_hour,
    walk_offsets,
)

LONGEST_NIGHT = 9
DAYS_OFF = 2
HORIZON = 2 * 366 * DAY
"""How far ahead a turn keeps the zone's offsets. Only a deadline behind that may move with new zone data."""


class FreeTime(StrEnum):
    """The kinds of free times, by the words of a match's terms."""

    WEEKENDS = "weekends"
    NIGHTS = "nights"
    HOLIDAYS = "holidays"


class Calendar(msgspec.Struct, frozen=True, omit_defaults=True):
    """The zone and free times of a player, or of a turn (then with the zone's offsets, from `freeze_calendar`)."""

    zone: str
    days_off: tuple[int, ...] = ()
    """Monday is 0."""
    night: tuple[int, int] | None = None
    """From hour, to hour."""
    holidays: tuple[int, ...] = ()
    """Local days since 1970-01-01, ascending."""
    offsets: Offsets = ()
    offsets_until: Instant = 0


def make_calendar(
    zone: str, days_off: Collection[int] = (), night: tuple[int, int] | None = None, holidays: Collection[date] = ()
) -> Calendar:
    """Make a player's calendar. Raises `ValueError` with a sentence that says what would be right."""
    check_days_off(days_off)
    check_night(night)
    return Calendar(zone, tuple(sorted(days_off)), night, tuple(sorted({day_number(day) for day in holidays})))


def check_days_off(days: Collection[int]) -> None:
    """Raise `ValueError` unless these are no days, or two days of the week."""
    if days and (len(set(days)) != DAYS_OFF or len(days) != DAYS_OFF or not all(0 <= day < 7 for day in days)):
        raise ValueError("days off are two days of the week, or none")


def check_night(night: tuple[int, int] | None) -> None:
    """Raise `ValueError` for a night that is longer than 9 hours, or has no hour."""
    if night is None:
        return
    begin, end = night
    if not (0 <= begin < 24 and 0 <= end < 24 and 1 <= (end - begin) % 24 <= LONGEST_NIGHT):
        raise ValueError(f"a night has 1 to {LONGEST_NIGHT} hours, as in 23-7, not {begin}-{end}")


def freeze_calendar(calendar: Calendar, honoured: Collection[FreeTime], since: Instant) -> Calendar:
    """Make the calendar of a turn: the free times that the match honours, and the zone's offsets from `since` on.

    The turn keeps it, so that a new version of the zone data or of the holidays moves no running deadline.
    """
    until = since + HORIZON
    holidays = calendar.holidays if FreeTime.HOLIDAYS in honoured else ()
    return Calendar(
        calendar.zone,
        calendar.days_off if FreeTime.WEEKENDS in honoured else (),
        calendar.night if FreeTime.NIGHTS in honoured else None,
        holidays[bisect_left(holidays, since // DAY - 1) :],
        list_offsets(calendar.zone, since, until),
        until,
    )


def move_calendar(calendar: Calendar, zone: str, since: Instant) -> Calendar:
    """Return a turn's calendar in another zone from `since` on."""
    until = since + HORIZON
    return replace(calendar, zone=zone, offsets=list_offsets(zone, since, until), offsets_until=until)


def has_free_times(calendar: Calendar) -> bool:
    """Tell whether any time is free."""
    return bool(calendar.days_off or calendar.night or calendar.holidays)


def list_free_times(calendar: Calendar, begin: Instant) -> Iterator[Span]:
    """Yield the free spans that end behind `begin`, in order; they neither overlap nor touch. There may be no last."""
    if not has_free_times(calendar):
        return
    begun = ended = begin
    for begins, ends in _list_pieces(calendar, begin):
        if begins > ended:
            if ended > begun:
                yield begun, ended
            begun = begins
        ended = ends
    if ended > begun:
        yield begun, ended


def _list_pieces(calendar: Calendar, begin: Instant) -> Iterator[Span]:
    """Yield the free spans in order; one that goes on behind a midnight or a change of offset comes in pieces."""
    days, week = _week(calendar.days_off, calendar.night)
    holidays = calendar.holidays
    last = holidays[-1] if holidays and not (calendar.days_off or calendar.night) else None
    for start, end, offset in walk_offsets(calendar.zone, calendar.offsets, calendar.offsets_until, begin):
        day, behind = (start + offset) // DAY, -(-(end + offset) // DAY)
        while day < behind:
            if last is not None and day > last:
                return
            midnight = day * DAY - offset
            place = bisect_left(holidays, day)
            holiday = holidays[place] if place < len(holidays) else behind
            # A whole week at once, unless a holiday or a change of offset is in it.
            if day % 7 == _MONDAY and day + 7 <= holiday and midnight >= start and midnight + 7 * DAY <= end:
                for first, until in week:
                    yield midnight + first, midnight + until
                day += 7
                continue
            for first, until in _WHOLE_DAY if day == holiday else days[(day - _MONDAY) % 7]:
                if (begins := max(midnight + first, start)) < (ends := min(midnight + until, end)):
                    yield begins, ends
            day += 1


def list_days_off(calendar: Calendar) -> tuple[Calendar, Calendar, Calendar]:
    """Take a calendar apart into its holidays, its days off, and its nights."""
    return (
        replace(calendar, days_off=(), night=None),
        replace(calendar, holidays=(), night=None),
        replace(calendar, holidays=(), days_off=()),
    )


def round_to_full_hour(calendar: Calendar, instant: Instant) -> Instant:
    """Round up to a full hour of the calendar's wall clock."""
    # From a second before, to see a change of offset at the very instant.
    return round_up_to_hour(walk_offsets(calendar.zone, calendar.offsets, calendar.offsets_until, instant - 1), instant)


def local_date(zone: str, instant: Instant) -> date:
    """Return the date in a zone at an instant."""
    return date_of(local_day(zone, instant))


_WHOLE_DAY: tuple[tuple[Seconds, Seconds], ...] = ((0, DAY),)
_MONDAY = 4
"""The days since 1970-01-01, a Thursday, are this modulo 7 on a Monday."""


_Pieces = tuple[tuple[Seconds, Seconds], ...]


@lru_cache(maxsize=512)
def _week(days_off: tuple[int, ...], night: tuple[int, int] | None) -> tuple[tuple[_Pieces, ...], _Pieces]:
    """Return the free times of each weekday's wall clock, and those of the whole week from Monday on, joined."""
    free: _Pieces = ()
    if night is not None:
        begin, end = night[0] * HOUR, night[1] * HOUR
        free = ((begin, end),) if begin < end else tuple(part for part in ((0, end), (begin, DAY)) if part[0] < part[1])
    days = tuple(_WHOLE_DAY if day in days_off else free for day in range(7))
    joined: list[tuple[Seconds, Seconds]] = []
    for number, pieces in enumerate(days):
        for begin, end in pieces:
            if joined and joined[-1][1] == number * DAY + begin:
                joined[-1] = joined[-1][0], number * DAY + end
            else:
                joined.append((number * DAY + begin, number * DAY + end))
    return days, tuple(joined)
