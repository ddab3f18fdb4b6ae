"""Walking over calendars, against a clock that looks at each quarter of an hour."""

from datetime import date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.match.timekeeping.free_times import (
    Calendar,
    FreeTime,
    freeze_calendar,
    has_free_times,
    list_free_times,
    make_calendar,
    round_to_full_hour,
)
from adjudicator.match.timekeeping.instants import (
    DAY,
    FOREVER,
    HOUR,
    Instant,
    Span,
    format_instant,
    from_instant,
    parse_instant,
    to_instant,
)
from adjudicator.match.timekeeping.public_holidays import UnknownRegion, list_holidays, parse_region
from adjudicator.match.timekeeping.walk import count_used, move_out, walk_budget

QUARTER = 900
ZONES = [
    "UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Pacific/Kiritimati", "Pacific/Pago_Pago",
    "Australia/Lord_Howe", "Africa/Casablanca", "Asia/Beirut", "America/Havana", "Antarctica/Troll", "Africa/Cairo",
]  # fmt: skip
BEGIN = parse_instant("2027-01-01T00:00:00Z")
zones = st.sampled_from(ZONES)
# Around both changes of the clock as often as anywhere else.
AROUND_CHANGES = (66, 79, 90, 270, 296, 303)
quarters = st.integers(0, 365 * 96) | st.builds(
    lambda day, quarter: day * 96 + quarter, st.sampled_from(AROUND_CHANGES), st.integers(0, 14 * 96)
)
instants = quarters.map(lambda quarter: BEGIN + quarter * QUARTER)


@st.composite
def calendars(draw: st.DrawFn) -> Calendar:
    days = draw(st.one_of(st.just(()), st.sets(st.integers(0, 6), min_size=2, max_size=2).map(tuple)))
    nights = st.tuples(st.integers(0, 23), st.integers(1, 9)).map(lambda night: (night[0], sum(night) % 24))
    holidays = draw(st.sets(st.dates(date(2027, 1, 1), date(2028, 1, 31)), max_size=12))
    return make_calendar(draw(zones), days, draw(st.none() | nights), holidays)


@st.composite
def spans(draw: st.DrawFn) -> list[Span]:
    found = draw(st.lists(st.tuples(instants, st.integers(1, 96 * 5)), max_size=4))
    return sorted((begin, begin + length * QUARTER) for begin, length in found)


def is_free(calendar: Calendar, instant: Instant) -> bool:
    wall = datetime.fromtimestamp(instant, ZoneInfo(calendar.zone))
    if wall.weekday() in calendar.days_off or (wall.date() - date(1970, 1, 1)).days in calendar.holidays:
        return True
    if calendar.night is None:
        return False
    begin, end = calendar.night
    return begin <= wall.hour < end if begin < end else wall.hour >= begin or wall.hour < end


@settings(max_examples=60, deadline=None)
@given(calendars(), instants, spans())
def test_time_used_is_what_a_look_at_each_quarter_counts(calendar: Calendar, start: Instant, stops: list[Span]) -> None:
    now = start + 26 * DAY
    frozen = freeze_calendar(calendar, list(FreeTime), start)
    looked = sum(
        QUARTER
        for at in range(start, now, QUARTER)
        if not is_free(calendar, at) and not any(begin <= at < end for begin, end in stops)
    )
    assert count_used(start, now, stops, frozen) == looked
    assert count_used(start, now, stops, calendar) == looked


@settings(max_examples=100, deadline=None)
@given(calendars(), instants, spans(), st.integers(1, 40 * DAY))
def test_a_budget_that_is_walked_is_a_budget_that_is_used(
    calendar: Calendar, start: Instant, stops: list[Span], budget: int
) -> None:
    end = walk_budget(start, budget, stops, calendar)
    assert count_used(start, end, stops, calendar) == budget
    assert count_used(start, end - 1, stops, calendar) == budget - 1


@settings(max_examples=60, deadline=None)
@given(calendars(), instants)
def test_rounding_never_runs_into_a_free_time(calendar: Calendar, start: Instant) -> None:
    end = walk_budget(start, 5 * DAY + 1234, (), calendar)
    rounded = round_to_full_hour(calendar, end)
    assert 0 <= rounded - end < HOUR + HOUR // 2
    assert move_out(rounded, (), calendar) == rounded
    wall = datetime.fromtimestamp(rounded, ZoneInfo(calendar.zone))
    before = datetime.fromtimestamp(rounded - 1, ZoneInfo(calendar.zone)).replace(tzinfo=None)
    jumped = wall.replace(tzinfo=None) - before > timedelta(seconds=1)
    assert wall.minute == 0 or jumped


def test_free_spans_neither_overlap_nor_touch() -> None:
    calendar = make_calendar("Europe/Berlin", (5, 6), (23, 7), [date(2027, 1, 8)])
    free = list_free_times(calendar, BEGIN)
    found = [next(free) for _ in range(9)]
    assert all(begin < end for begin, end in found)
    assert all(one[1] < other[0] for one, other in pairwise(found))
    assert (found[-3][1] - found[-3][0]) // HOUR in {8, 80}


def test_without_free_times_or_an_end_nothing_is_walked() -> None:
    assert not has_free_times(Calendar("UTC"))
    assert walk_budget(BEGIN, 5, [(BEGIN, FOREVER)]) == FOREVER
    assert walk_budget(BEGIN, 5, [(BEGIN + 5, FOREVER)]) == BEGIN + 5
    assert walk_budget(BEGIN, 0, [(BEGIN, FOREVER)]) == BEGIN
    assert list(list_free_times(make_calendar("UTC", holidays=[date(2027, 1, 8)]), BEGIN)) == [
        (BEGIN + 7 * DAY, BEGIN + 8 * DAY)
    ]


def test_a_frozen_calendar_keeps_the_zone_data_that_it_began_with() -> None:
    frozen = freeze_calendar(make_calendar("Europe/Berlin", (), (23, 7)), [FreeTime.NIGHTS], BEGIN)
    renamed = Calendar("Pacific/Apia", (), frozen.night, (), frozen.offsets, frozen.offsets_until)
    until = BEGIN + 300 * DAY
    assert count_used(BEGIN, until, (), renamed) == count_used(BEGIN, until, (), frozen)


@given(st.integers(0, 4_000_000_000))
def test_an_instant_is_read_as_it_is_written(instant: Instant) -> None:
    assert parse_instant(format_instant(instant)) == to_instant(from_instant(instant)) == instant


@pytest.mark.parametrize(
    "text", ["2027-01-04", "2027-01-04T13:00:00", "2027-1-4T13:00:00Z", "2027-01-04T13:00:00+01:00"]
)
def test_another_form_is_no_moment(text: str) -> None:
    with pytest.raises(ValueError):
        parse_instant(text)


@pytest.mark.parametrize("night", [(22, 8), (7, 7), (24, 6), (20, 12)])
def test_a_night_has_one_to_nine_hours(night: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="1 to 9 hours"):
        make_calendar("UTC", (), night)


@pytest.mark.parametrize(("text", "region"), [("FR", "FR"), ("de-by", "DE-BY"), (" nl ", "NL"), ("FR-57", "FR-57")])
def test_a_country_or_region_is_read(text: str, region: str) -> None:
    assert parse_region(text) == region
    assert date(2027, 1, 1) in list_holidays(region, 2027, 2028)


@pytest.mark.parametrize(("text", "regions"), [("XX", False), ("", False), ("DE-XX", True), ("DE_BY", False)])
def test_an_unknown_region_is_refused_with_those_that_there_are(text: str, regions: bool) -> None:
    with pytest.raises(UnknownRegion) as refused:
        parse_region(text)
    assert ("BY" in refused.value.regions) == regions


def test_a_region_has_holidays_of_its_own_in_the_years_asked_for() -> None:
    epiphany = date(2027, 1, 6)
    assert epiphany in list_holidays("DE-BY", 2027, 2027)
    assert epiphany not in list_holidays("DE", 2027, 2027)
    assert {day.year for day in list_holidays("FR", 2026, 2028)} == {2026, 2027, 2028}
