"""When reminders come: never in a quiet time, in a stop or behind the deadline, in all zones and when clocks change."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from adjudicator.match.timekeeping.free_times import make_calendar
from adjudicator.match.timekeeping.instants import DAY, HOUR, Instant, parse_instant
from adjudicator.match.timekeeping.quiet_hours import QuietHours, find_quiet_time
from adjudicator.match.timekeeping.reminders import (
    NO_REMINDERS,
    USUAL,
    Addressee,
    Reminded,
    ReminderPlan,
    find_next_reminder,
    list_due,
    list_reminders,
)
from adjudicator.match.timekeeping.stops import Stop, StopKind
from adjudicator.match.timekeeping.turn_clock import (
    Turn,
    add_absence,
    add_stop,
    begin_turn,
    find_deadline,
    grant_time,
    is_standing,
    raise_flag,
)

ZONES = ("Europe/Berlin", "America/St_Johns", "Pacific/Kiritimati", "Pacific/Pago_Pago", "Australia/Lord_Howe", "UTC")
SPRING, AUTUMN = parse_instant("2027-03-27T00:00:00Z"), parse_instant("2026-10-24T00:00:00Z")
MONDAY = parse_instant("2026-11-30T09:00:00Z")
NIGHT = QuietHours(22, 7)


def is_quiet(hours: QuietHours | None, zone: str, instant: Instant) -> bool:
    """Tell by the wall clock alone."""
    if hours is None:
        return False
    hour = datetime.fromtimestamp(instant, UTC).astimezone(ZoneInfo(zone)).hour
    return (hour - hours.begin) % 24 < (hours.end - hours.begin) % 24


def moments(turn: Turn, to: Addressee, now: Instant | None = None) -> list[str]:
    """List when the reminders come, as times in the reader's zone."""
    found = list_reminders(turn, to, (), turn.since if now is None else now)
    zone = ZoneInfo(to.zone)
    return [f"{datetime.fromtimestamp(one.at, UTC).astimezone(zone):%a %H:%M}" for one in found]


def turn_of(days: float, zone: str = "UTC", since: Instant = MONDAY) -> Turn:
    return begin_turn(make_calendar(zone), since, int(days * DAY))


HOURS_DRAWN = st.tuples(st.integers(0, 23), st.integers(1, 12)).map(
    lambda span: QuietHours(span[0], (span[0] + span[1]) % 24)
)
PLANS = st.just(USUAL) | st.lists(st.integers(1, 200), min_size=1, max_size=4, unique=True).map(
    lambda hours: ReminderPlan(tuple(sorted((one * HOUR for one in hours), reverse=True)))
)


@given(
    st.sampled_from(ZONES), st.none() | HOURS_DRAWN, st.sampled_from((SPRING, AUTUMN, MONDAY)), st.integers(0, 4 * DAY)
)
def test_a_quiet_time_is_what_the_wall_clock_says(
    zone: str, hours: QuietHours | None, around: Instant, offset: int
) -> None:
    instant = around - DAY + offset
    span = find_quiet_time(hours, zone, instant)
    assert (span is not None) is is_quiet(hours, zone, instant)
    if span is not None:
        assert span[0] <= instant < span[1]
        assert not is_quiet(hours, zone, span[0] - 1)
        assert not is_quiet(hours, zone, span[1])
        assert all(is_quiet(hours, zone, one) for one in (span[0], (span[0] + span[1]) // 2, span[1] - 1))


@settings(max_examples=300)
@given(
    st.sampled_from(ZONES),
    st.none() | HOURS_DRAWN,
    PLANS,
    st.sampled_from((SPRING, AUTUMN, MONDAY)),
    st.integers(-2 * DAY, 2 * DAY),
    st.integers(12, 240),
    st.none() | st.tuples(st.integers(0, 6 * DAY), st.integers(1, 5 * DAY)),
    st.integers(0, 9 * DAY),
)
@example("Europe/Berlin", QuietHours(0, 3), ReminderPlan((57_600,), usual=False), 1_806_105_600, 0, 12, (0, 7201), 0)
def test_no_reminder_comes_in_a_quiet_time_in_a_stop_or_when_the_time_is_over(
    zone: str,
    quiet: QuietHours | None,
    plan: ReminderPlan,
    around: Instant,
    offset: int,
    hours: int,
    stop: tuple[int, int] | None,
    passed: int,
) -> None:
    since = around + offset
    turn = begin_turn(make_calendar(zone), since, hours * HOUR)
    if stop is not None:
        turn = add_stop(turn, Stop(StopKind.PAUSE, since + stop[0], since + stop[0] + stop[1]))
    due = find_deadline(turn)
    assert due is not None
    to = Addressee(plan, quiet, zone)
    for one in list_reminders(turn, to, (), since + passed):
        assert since < one.at < due
        assert not is_quiet(quiet, zone, one.at)
        assert not is_standing(turn, one.at)
        if one.at > one.meant:
            span = find_quiet_time(quiet, zone, one.meant) or find_quiet_time(quiet, zone, one.meant + HOUR)
            assert span is not None
            early = span[0] - HOUR
            assert since + passed >= span[0] or early <= since + HOUR or is_standing(turn, early)


@given(st.sampled_from(ZONES), st.none() | HOURS_DRAWN, PLANS, st.integers(30, 240))
def test_each_reminder_comes_once_however_often_one_looks(
    zone: str, quiet: QuietHours | None, plan: ReminderPlan, hours: int
) -> None:
    turn, to = begin_turn(make_calendar(zone), MONDAY, hours * HOUR), Addressee(plan, quiet, zone)
    sent, letters = list[Reminded](), 0
    due = find_deadline(turn)
    assert due is not None
    meant = {one.before for one in list_reminders(turn, to, (), MONDAY)}
    planned = find_next_reminder(list_reminders(turn, to, sent, MONDAY), MONDAY, None)
    for now in range(MONDAY, due, 17 * 60):
        if planned is None or planned > now:
            continue
        came = list_due(list_reminders(turn, to, sent, now), now, planned, HOUR)
        assert came
        assert not is_quiet(quiet, zone, now)
        letters += 1
        sent += [Reminded(one.before, due) for one in came]
        planned = find_next_reminder(list_reminders(turn, to, sent, now), now, None)
    assert {one.before for one in sent} == meant
    assert len(sent) == len(meant)
    assert letters <= max(1, len(meant))


@pytest.mark.parametrize(
    ("plan", "quiet", "days", "told"),
    [
        (USUAL, None, 5, ["Fri 09:00"]),
        (NO_REMINDERS, None, 5, []),
        (ReminderPlan((3 * DAY, DAY, 4 * HOUR)), None, 5, ["Wed 09:00", "Fri 09:00", "Sat 05:00"]),
        (ReminderPlan((3 * DAY, DAY, 4 * HOUR)), NIGHT, 5, ["Wed 09:00", "Fri 09:00", "Fri 21:00"]),
        (ReminderPlan((3 * DAY, DAY)), None, 2, ["Tue 09:00"]),
        (ReminderPlan((2 * DAY,)), None, 2, []),
        (ReminderPlan((11 * HOUR,)), NIGHT, 5, ["Fri 21:00"]),
    ],
)
def test_reminders_hang_on_the_deadline(
    plan: ReminderPlan, quiet: QuietHours | None, days: int, told: list[str]
) -> None:
    assert moments(turn_of(days), Addressee(plan, quiet, "UTC")) == told


def test_what_moves_the_deadline_moves_the_reminders() -> None:
    turn, to = turn_of(5), Addressee(ReminderPlan((DAY,)), None, "UTC")
    assert moments(turn, to) == ["Fri 09:00"]
    assert moments(grant_time(turn, 2 * DAY, MONDAY), to) == ["Sun 09:00"]


def test_one_that_would_come_while_the_clock_stands_comes_when_it_runs_again() -> None:
    turn = add_absence(turn_of(5), (MONDAY + 3 * DAY, MONDAY + 5 * DAY))
    assert moments(turn, Addressee(ReminderPlan((3 * DAY,)), None, "UTC")) == ["Sat 09:00"]


def test_one_that_was_sent_comes_again_only_if_the_deadline_moved_by_more_than_a_day() -> None:
    turn, to = turn_of(5), Addressee(ReminderPlan((DAY,)), None, "UTC")
    due = find_deadline(turn)
    assert due is not None
    now, sent = due - DAY, [Reminded(DAY, due)]
    assert not list_reminders(turn, to, sent, now)
    assert not list_reminders(grant_time(turn, DAY, now), to, sent, now)
    assert [one.at for one in list_reminders(grant_time(turn, DAY + HOUR, now), to, sent, now)] == [due + HOUR]


def test_a_time_that_had_passed_before_it_was_asked_for_brings_no_reminder() -> None:
    turn, to = turn_of(5), Addressee(ReminderPlan((3 * DAY, DAY)), None, "UTC")
    now = MONDAY + 3 * DAY
    found = list_reminders(turn, to, (), now)
    assert find_next_reminder(found, now, None) == MONDAY + 4 * DAY
    assert not list_due(found, now, None)
    assert [one.before for one in list_due(found, now, now - 60)] == [3 * DAY]


def test_one_for_a_night_that_has_begun_comes_behind_it() -> None:
    turn, to = turn_of(5), Addressee(ReminderPlan((4 * HOUR,)), NIGHT, "UTC")
    friday = MONDAY + 4 * DAY
    assert moments(turn, to, friday) == ["Fri 21:00"]
    assert moments(turn, to, friday + 12 * HOUR + 1800) == ["Fri 21:00"]
    assert moments(turn, to, friday + 13 * HOUR) == ["Sat 07:00"]


def test_a_late_turn_has_no_reminders() -> None:
    assert not moments(raise_flag(turn_of(5)), Addressee(USUAL, None, "UTC"))


@pytest.mark.parametrize(
    "before", [(DAY, 2 * DAY), (DAY, DAY), (31 * DAY,), (60,), tuple(day * DAY for day in (5, 4, 3, 2, 1))]
)
def test_a_plan_has_at_most_four_times_in_order(before: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="no times"):
        ReminderPlan(before)


@pytest.mark.parametrize("hours", [(22, 22), (8, 21), (24, 7), (-1, 7)])
def test_quiet_hours_are_one_to_twelve(hours: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="as in 22-7"):
        QuietHours(*hours)


def test_an_hour_that_comes_twice_is_quiet_twice() -> None:
    begin = datetime(2026, 10, 24, 22, tzinfo=ZoneInfo("Europe/Berlin")).timestamp()
    span = find_quiet_time(NIGHT, "Europe/Berlin", int(begin) + HOUR)
    assert span is not None
    assert timedelta(seconds=span[1] - span[0]) == timedelta(hours=10)
