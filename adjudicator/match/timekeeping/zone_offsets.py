"""Offsets of IANA zones from UTC, and when they change.

Within a stretch of one offset the wall clock is the instant plus the offset, so that all else is integer arithmetic.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo

from adjudicator.match.timekeeping.instants import DAY, FOREVER, HOUR, Instant, Seconds, from_instant

EPOCH = date(1970, 1, 1).toordinal()
Offsets = tuple[tuple[Instant, Seconds], ...]
"""Each offset with the instant from which it holds."""

_LAST_YEAR = 9000
_FIXED = re.compile(r"UTC(?P<sign>[+-])(?P<hours>[0-9]{2}):(?P<minutes>[0-5][0-9])")


def find_zone(name: str) -> tzinfo:
    """Return the zone of a stored name; UTC for one that the zone data of this machine do not have.

    A name of the IANA is stored, or an offset that has no such name: ``UTC+05:30``. Another machine, or an older
    version of the zone data, may have known more.
    """
    return _look_up(name) or ZoneInfo("UTC")


def is_zone(name: str) -> bool:
    """Tell whether the zone data of this machine knows a zone."""
    return _look_up(name) is not None


@lru_cache(maxsize=64)
def _look_up(name: str) -> tzinfo | None:
    try:
        if found := _FIXED.fullmatch(name):
            offset = timedelta(hours=int(found["hours"]), minutes=int(found["minutes"]))
            return timezone(-offset if found["sign"] == "-" else offset)
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # unknown, malformed, or a folder of the zone database
        return None


def list_offsets(zone: str, begin: Instant, end: Instant) -> Offsets:
    """List the offsets that hold between two instants; the first holds from `begin` on."""
    found = [entry for year in range(_year(begin), _year(end) + 1) for entry in _offsets_of_year(zone, year)]
    held = [offset for since, offset in found if since <= begin][-1]
    changes = [entry for entry in found if begin < entry[0] < end]
    return _without_repeats((begin, held), changes)


def walk_offsets(
    zone: str, kept: Offsets, kept_until: Instant, begin: Instant
) -> Iterator[tuple[Instant, Instant, Seconds]]:
    """Yield (from, to, offset) from `begin` on: as kept, and behind that as the zone data of today have it."""
    at = begin
    if kept and kept[0][0] <= begin < kept_until:
        for place, (since, offset) in enumerate(kept):
            end = kept[place + 1][0] if place + 1 < len(kept) else kept_until
            if end > at:
                yield max(at, since), end, offset
        at = kept_until
    year = _year(at)
    while year < _LAST_YEAR:
        entries = _offsets_of_year(zone, year)
        year += 1
        for place, (since, offset) in enumerate(entries):
            end = entries[place + 1][0] if place + 1 < len(entries) else _begin_of(year)
            if end > at:
                yield max(at, since), end, offset
    yield _begin_of(_LAST_YEAR), FOREVER, 0


def offset_at(zone: str, instant: Instant) -> Seconds:
    """Return the offset of a zone at an instant, by the zone data of this machine."""
    return [offset for since, offset in _offsets_of_year(zone, _year(instant)) if since <= instant][-1]


def local_day(zone: str, instant: Instant) -> int:
    """Return the number of the local day (since 1970-01-01) at an instant."""
    return (instant + offset_at(zone, instant)) // DAY


def first_instant(zone: str, day: int) -> Instant:
    """Return the first instant of a local day, also if its midnight does not exist."""
    return wall_instant(zone, day * DAY)


def wall_instant(zone: str, wall: Seconds) -> Instant:
    """Return the first instant at which the wall clock shows these seconds since its 1970, or more."""
    for since, until, offset in walk_offsets(zone, (), 0, wall - 2 * DAY):
        if until + offset > wall:
            return max(since, wall - offset)
    raise AssertionError("the last stretch has no end")


def day_number(day: date) -> int:
    """Return the days since 1970-01-01."""
    return day.toordinal() - EPOCH


def date_of(number: int) -> date:
    """Return the date of a day's number."""
    return date.fromordinal(EPOCH + number)


def _without_repeats(first: tuple[Instant, Seconds], changes: list[tuple[Instant, Seconds]]) -> Offsets:
    kept = [first]
    for entry in changes:
        if entry[1] != kept[-1][1]:
            kept.append(entry)
    return tuple(kept)


@lru_cache(maxsize=4096)
def _offsets_of_year(zone: str, year: int) -> Offsets:
    """Find the changes of offset in a year (UTC). No zone changes its offset twice in a week."""
    info = find_zone(zone)
    at, end = _begin_of(year), _begin_of(year + 1)
    found = [(at, _offset(info, at))]
    while at < end:
        then = min(at + 7 * DAY, end)
        if _offset(info, then) != found[-1][1]:
            change = _change_between(info, at, then)
            if change < end:
                found.append((change, _offset(info, change)))
        at = then
    return tuple(found)


def _change_between(info: tzinfo, before: Instant, after: Instant) -> Instant:
    old = _offset(info, before)
    while after - before > 1:
        middle = (before + after) // 2
        if _offset(info, middle) == old:
            before = middle
        else:
            after = middle
    return after


def _offset(info: tzinfo, instant: Instant) -> Seconds:
    offset = datetime.fromtimestamp(instant, info).utcoffset()
    return 0 if offset is None else int(offset.total_seconds())


@lru_cache(maxsize=4096)
def _begin_of(year: int) -> Instant:
    return int(datetime(year, 1, 1, tzinfo=UTC).timestamp())


def _year(instant: Instant) -> int:
    return from_instant(instant).year


def round_up_to_hour(offsets: Iterator[tuple[Instant, Instant, Seconds]], instant: Instant) -> Instant:
    """Return the first instant from `instant` on at which the wall clock shows a full hour.

    A full hour that a change of offset jumps over is the instant of the jump.
    """
    before: Seconds | None = None
    for start, end, offset in offsets:
        if before is not None and offset > before and _jumps_over_hour(start + before, start + offset):
            return start
        found = -(-(max(start, instant) + offset) // HOUR) * HOUR - offset
        if found < end:
            return found
        before = offset
    raise AssertionError("the last stretch has no end")


def _jumps_over_hour(before: Seconds, after: Seconds) -> bool:
    return -(-before // HOUR) * HOUR <= after
