"""Absences of a player: announced ones, automatic days, and their cost in days of the yearly allowance.

An absence costs the days that it began, counted on the wall clock from its beginning; each day counts for the year in
which it begins. Days to come are reserved. What is asked about here is the player's, whatever their matches do.
"""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta

import msgspec
from msgspec.structs import replace

from adjudicator.match.timekeeping.clock_errors import ClockRefusal, Why
from adjudicator.match.timekeeping.free_times import local_date
from adjudicator.match.timekeeping.instants import DAY, Instant, Seconds, Span
from adjudicator.match.timekeeping.walk import join_spans
from adjudicator.match.timekeeping.zone_offsets import date_of, day_number, first_instant, offset_at, wall_instant

LONGEST = 3 * 366
"""Days that one absence may have before anybody looks at the allowance."""
ONE_DAY = timedelta(days=1)


class Absence(msgspec.Struct, frozen=True, array_like=True):
    """A span in which the player is away; its days are counted in the zone in which it was entered."""

    start: Instant
    end: Instant
    zone: str

    @property
    def span(self) -> Span:
        """The span."""
        return self.start, self.end


class AbsenceLedger(msgspec.Struct, frozen=True, omit_defaults=True):
    """Announced absences, automatic days, and days charged by year for absences that are not kept any more."""

    spent: tuple[tuple[int, int], ...] = ()
    announced: tuple[Absence, ...] = ()
    """In order; they neither overlap nor touch."""
    automatic: tuple[Absence, ...] = ()


def announce_absence(
    ledger: AbsenceLedger, first: date, last: date, zone: str, now: Instant, allowance: int
) -> tuple[AbsenceLedger, Absence]:
    """Enter an absence from a local day to another, both inclusive; return it as it was entered.

    Raises `ClockRefusal`: the days are in the wrong order, the first is past, or the allowance of a year is exceeded.
    """
    today = local_date(zone, now)
    if not 0 <= (last - first).days < LONGEST or last.year > 2900:
        raise ClockRefusal(Why.BAD)
    if first < today:
        raise ClockRefusal(Why.PAST)
    start = now if first == today else first_instant(zone, day_number(first))
    entered = Absence(start, first_instant(zone, day_number(last + ONE_DAY)), zone)
    touching = [other for other in ledger.announced if other.start <= entered.end and other.end >= start]
    merged = _merge([*touching, entered])
    others = [other for other in ledger.announced if other not in touching]
    after = replace(ledger, announced=tuple(sorted([*others, merged], key=lambda absence: absence.start)))
    before_days, after_days = count_days(ledger), count_days(after)
    if any(days > max(allowance, before_days[year]) for year, days in after_days.items()):
        raise ClockRefusal(Why.ALLOWANCE, {year: max(0, allowance - before_days[year]) for year in after_days})
    return after, entered


def end_absence(ledger: AbsenceLedger, now: Instant) -> tuple[AbsenceLedger, Span]:
    """End the announced absence that runs; return the span that is not absence any more. Raises `ClockRefusal`."""
    for absence in ledger.announced:
        if absence.start <= now < absence.end:
            kept = tuple(replace(other, end=now) if other is absence else other for other in ledger.announced)
            return replace(ledger, announced=kept), (now, absence.end)
    raise ClockRefusal(Why.NO_ABSENCE)


def cancel_absence(ledger: AbsenceLedger, first: date, now: Instant) -> tuple[AbsenceLedger, Span]:
    """Cancel the absence that begins on a local day to come; return its span. Raises `ClockRefusal`."""
    for absence in ledger.announced:
        if absence.start > now and local_date(absence.zone, absence.start) == first:
            kept = tuple(other for other in ledger.announced if other is not absence)
            return replace(ledger, announced=kept), absence.span
    raise ClockRefusal(Why.NO_ABSENCE)


def take_automatic_day(ledger: AbsenceLedger, start: Instant, zone: str, allowance: int) -> AbsenceLedger | None:
    """Take one day from `start` to the same time on the next day; None when no unreserved day of the year is left."""
    if days_left(ledger, local_date(zone, start).year, allowance) < 1:
        return None
    return replace(ledger, automatic=(*ledger.automatic, Absence(start, next_day(zone, start), zone)))


def list_absences(ledger: AbsenceLedger, since: Instant) -> list[Absence]:
    """List the announced absences that end behind an instant, in order."""
    return [absence for absence in ledger.announced if absence.end > since]


def list_automatic_days(ledger: AbsenceLedger, since: Instant) -> list[Span]:
    """List the automatic days that end behind an instant, in order."""
    return [absence.span for absence in ledger.automatic if absence.end > since]


def find_return(ledger: AbsenceLedger, now: Instant) -> Instant | None:
    """Return when the player is next back from an absence that runs or comes; None without one."""
    away = sorted(absence.span for absence in (*ledger.announced, *ledger.automatic) if absence.end > absence.start)
    return next((end for _, end in join_spans(away, None, now) if end > now), None)


def count_days(ledger: AbsenceLedger, now: Instant | None = None) -> Counter[int]:
    """Count the days of absence by year: those that began before `now`, or all, those reserved among them."""
    days = Counter(dict(ledger.spent))
    for absence in (*ledger.announced, *ledger.automatic):
        days.update(_charged_days(absence, now))
    return days


def days_left(ledger: AbsenceLedger, year: int, allowance: int) -> int:
    """Count the days of a year that are neither charged nor reserved."""
    return max(0, allowance - count_days(ledger)[year])


def settle_ended(ledger: AbsenceLedger, now: Instant) -> AbsenceLedger:
    """Keep only the days charged of absences that are over, so that the ledger stays small."""
    spent = Counter(dict(ledger.spent))
    kept: dict[str, tuple[Absence, ...]] = {}
    for name, absences in (("announced", ledger.announced), ("automatic", ledger.automatic)):
        for absence in absences:
            if absence.end < now:
                spent.update(_charged_days(absence, None))
        kept[name] = tuple(absence for absence in absences if absence.end >= now)
    return AbsenceLedger(tuple(sorted(spent.items())), kept["announced"], kept["automatic"])


def next_day(zone: str, instant: Instant) -> Instant:
    """Return the same time of the wall clock on the next day; one that does not exist is the instant of the jump."""
    return wall_instant(zone, _wall(zone, instant) + DAY)


def _merge(absences: list[Absence]) -> Absence:
    first = min(absences, key=lambda absence: absence.start)
    return replace(first, end=max(absence.end for absence in absences))


def _charged_days(absence: Absence, now: Instant | None) -> Counter[int]:
    """Count the days that an absence began before `now`, by the year in which each began; at least one if it began."""
    if now is not None and now < absence.start:
        return Counter()
    until = absence.end if now is None else min(now, absence.end)
    wall, days = _wall(absence.zone, absence.start), Counter[int]()
    while not days or wall_instant(absence.zone, wall) < until:
        days[date_of(wall // DAY).year] += 1
        wall += DAY
    return days


def _wall(zone: str, instant: Instant) -> Seconds:
    return instant + offset_at(zone, instant)
