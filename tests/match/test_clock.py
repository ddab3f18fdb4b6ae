from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.match.clock import LEAST_AFTER_OUTAGE, LONGEST_OUTAGE, NO_TIME, Clock, Deadline, State

NOON = datetime(2026, 11, 26, 12, 0, tzinfo=UTC)
WEEK = Clock(7)
moments = st.datetimes(datetime(2020, 1, 1), datetime(2040, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001
clocks = st.builds(Clock, st.none() | st.integers(1, 365))


def after(**time: int) -> datetime:
    return NOON + timedelta(**time)


@pytest.mark.parametrize(
    ("days", "due", "reminder"),
    [
        (7, after(days=7), after(days=5, hours=14, minutes=24)),
        (1, after(days=1), after(hours=19, minutes=12)),
        (None, None, None),
    ],
)
def test_a_turn_ends_after_its_days_and_reminds_at_four_fifths(
    days: int | None, due: datetime | None, reminder: datetime | None
) -> None:
    assert (Clock(days).due(NOON), Clock(days).reminder(NOON)) == (due, reminder)


@pytest.mark.parametrize(
    ("now", "state"),
    [
        (after(days=-3), State.RUNNING),
        (NOON, State.RUNNING),
        (after(days=5, hours=14, minutes=23), State.RUNNING),
        (after(days=5, hours=14, minutes=24), State.REMINDER_DUE),
        (after(days=7), State.REMINDER_DUE),
        (after(days=7, seconds=1), State.OVERDUE),
    ],
)
def test_a_turn_is_running_then_reminded_then_overdue(now: datetime, state: State) -> None:
    assert WEEK.start(NOON).state(now) is state


def test_without_days_there_is_no_deadline() -> None:
    endless = Clock(None).start(NOON)
    assert (endless.state(after(days=9999)), endless.remaining(NOON), endless.granted(3, NOON)) == (
        State.RUNNING, None, endless
    )  # fmt: skip


def test_granted_days_count_from_the_deadline_while_it_is_ahead() -> None:
    assert WEEK.start(NOON).granted(2, after(days=1)).due == after(days=9)


def test_granted_days_count_from_now_when_the_deadline_has_passed() -> None:
    late = WEEK.start(NOON).granted(2, after(days=10))
    assert late.due == after(days=12)
    assert late.state(after(days=10)) is State.REMINDER_DUE


@given(clocks, moments, moments, st.integers(1, 365))
def test_a_grant_never_makes_a_deadline_earlier(clock: Clock, since: datetime, now: datetime, days: int) -> None:
    before = clock.start(since)
    after_grant = before.granted(days, now)
    assert (before.due is None) is (after_grant.due is None)
    if before.due and after_grant.due:
        assert after_grant.due >= before.due + timedelta(days=days)
        assert after_grant.state(now) is not State.OVERDUE


@given(clocks, st.lists(moments, min_size=2, max_size=5))
def test_a_clock_that_goes_backwards_never_moves_a_turn_back(clock: Clock, times: list[datetime]) -> None:
    deadline: Deadline | None = None
    for now in times:
        following = clock.start(now, deadline)
        if deadline:
            assert following.since >= deadline.since
            assert following.due is None or (deadline.due is not None and following.due >= deadline.due)
        deadline = following


@given(clocks, moments, moments)
def test_the_time_left_is_never_negative_nor_more_than_the_turn_had(
    clock: Clock, since: datetime, now: datetime
) -> None:
    deadline = clock.start(since)
    left = deadline.remaining(now)
    assert (left is None) is (clock.days is None)
    if left is not None and clock.days is not None:
        assert NO_TIME <= left <= timedelta(days=clock.days)
        assert (left == NO_TIME) is (now >= since + timedelta(days=clock.days))


@pytest.mark.parametrize("days", [0, -1, 366])
def test_days_out_of_range_are_refused(days: int) -> None:
    with pytest.raises(ValueError, match=f"1 to 365 days, not {days}"):
        Clock(days)
    with pytest.raises(ValueError, match=f"1 to 365 days, not {days}"):
        WEEK.start(NOON).granted(days, NOON)


def test_a_moment_without_a_time_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="time zone"):
        WEEK.start(datetime(2026, 11, 26))  # noqa: DTZ001


@pytest.mark.parametrize(
    ("begin", "end", "due"),
    [
        (after(days=6), after(days=10), after(days=11)),
        (after(days=6), after(days=6, minutes=6), after(days=7, minutes=6)),
        (after(days=7), after(days=8), after(days=8)),  # at the moment of the deadline it was in time
        (after(days=7, seconds=1), after(days=9), after(days=7)),  # late before the outage
        (after(days=-2), after(days=1), after(days=8)),  # only what the turn itself lost
        (after(days=-2), NOON, after(days=7)),
    ],
)
def test_an_outage_moves_the_deadline_by_what_the_turn_lost(begin: datetime, end: datetime, due: datetime) -> None:
    assert WEEK.start(NOON).after_outage(begin, end) == Deadline(NOON, due)


def test_without_a_deadline_an_outage_changes_nothing() -> None:
    endless = Clock(None).start(NOON)
    assert endless.after_outage(after(days=1), after(days=900)) == endless


@given(st.integers(1, 3000), st.integers(1, 400_000))
def test_after_an_outage_there_is_what_was_left_or_a_day(begin: int, minutes: int) -> None:
    turn, began = WEEK.start(NOON), after(minutes=begin)
    ended = began + timedelta(minutes=minutes)
    left, before = turn.after_outage(began, ended).remaining(ended), turn.remaining(began)
    assert left is not None
    assert before is not None
    lost = ended - began
    assert left == (
        before if lost <= LONGEST_OUTAGE else max(before + LONGEST_OUTAGE - lost, min(before, LEAST_AFTER_OUTAGE))
    )
