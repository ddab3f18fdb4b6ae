"""Terms of time, as they are written (C1.1, Q14, C1.17)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.match.match_terms import complete_terms
from adjudicator.match.timekeeping.clock_errors import BadTerms
from adjudicator.match.timekeeping.free_times import FreeTime
from adjudicator.match.timekeeping.instants import DAY, HOUR
from adjudicator.match.timekeeping.terms import (
    PACES,
    Bank,
    Late,
    NoLimit,
    Periods,
    PerTurn,
    TimeControl,
    format_off,
    format_time,
    make_terms,
    parse_off,
    parse_time,
    read_terms,
    write_terms,
)

hours = st.integers(12, 365 * 24).map(lambda number: number * HOUR)


@st.composite
def banks(draw: st.DrawFn) -> Bank:
    base, increment, cap = sorted((draw(hours), draw(hours), draw(hours)), key=lambda span: span)
    return Bank(increment, base, cap)


@st.composite
def periods(draw: st.DrawFn) -> Periods:
    turns = draw(st.integers(1, 700))
    return Periods(draw(st.integers(turns * 12, 365 * 24)) * HOUR, turns)


@given(st.builds(PerTurn, hours) | banks() | periods() | st.just(NoLimit()))
def test_a_time_is_read_as_it_is_written(time: TimeControl) -> None:
    assert parse_time(format_time(time)) == time


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("7d", PerTurn(7 * DAY)),
        (" 36H ", PerTurn(36 * HOUR)),
        ("30d+1d max=45d", Bank(30 * DAY, DAY, 45 * DAY)),
        ("30d + 1d  MAX=45d", Bank(30 * DAY, DAY, 45 * DAY)),
        ("30d+1d", Bank(30 * DAY, DAY, 30 * DAY)),
        ("50d/10", Periods(50 * DAY, 10)),
        ("none", NoLimit()),
        ("slow", Bank(30 * DAY, 2 * DAY, 30 * DAY)),
        ("club", Bank(10 * DAY, 36 * HOUR, 10 * DAY)),
        ("Brisk", Bank(72 * HOUR, 12 * HOUR, 120 * HOUR)),
    ],
)
def test_the_kinds_of_time(text: str, time: TimeControl) -> None:
    assert parse_time(text) == time


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("5x", "time=7d"),
        ("", "time=7d"),
        ("11h", "time=12h to time=365d"),
        ("366d", "time=12h to time=365d"),
        ("30d+11h", "12h to 30d"),
        ("30d+31d", "12h to 30d"),
        ("30d+1d max=29d", "max=30d to max=365d"),
        ("30d+1d max=366d", "max=30d to max=365d"),
        ("4d/10", "time=5d/10 or more"),
        ("50d/0", "time=50d/10"),
        ("7d max=9d", "time=7d"),
    ],
)
def test_a_refusal_says_what_would_be_right(text: str, right: str) -> None:
    with pytest.raises(BadTerms) as refused:
        parse_time(text)
    assert right in refused.value.right


@pytest.mark.parametrize("seats", [2, 3])
def test_the_terms_of_a_record_are_read_as_they_are_written(seats: int) -> None:
    words = complete_terms({"time": "club", "off": "weekends", "absence": 0}, seats)
    terms = read_terms(words, seats)
    assert read_terms(write_terms(terms), seats) == terms
    assert (terms.grace, terms.wait, terms.absence, terms.off) == (DAY, 14 * DAY, False, (FreeTime.WEEKENDS,))
    assert terms.late is (Late.CLAIM if seats == 2 else Late.HOUSE)
    with pytest.raises(BadTerms, match="late=never"):
        read_terms({**words, "late": "never"}, seats)


def test_every_pace_is_a_time() -> None:
    assert all(isinstance(parse_time(name), Bank) for name in PACES)


@pytest.mark.parametrize(
    ("seats", "late", "expected"),
    [(2, None, Late.CLAIM), (3, None, Late.HOUSE), (5, None, Late.HOUSE), (5, Late.CLAIM, Late.CLAIM)],
)
def test_two_claim_and_more_let_the_house_play(seats: int, late: Late | None, expected: Late) -> None:
    assert make_terms(PerTurn(DAY), seats, late).late is expected


@pytest.mark.parametrize(("grace", "wait"), [(-1, DAY), (7 * DAY + 1, DAY), (0, DAY - 1), (0, 60 * DAY + 1)])
def test_grace_and_wait_have_limits(grace: int, wait: int) -> None:
    with pytest.raises(BadTerms):
        make_terms(PerTurn(DAY), 2, None, grace, wait)


@pytest.mark.parametrize("text", ["none", "weekends", "weekends,nights", "weekends,nights,holidays"])
def test_free_times_of_a_match_are_read_as_they_are_written(text: str) -> None:
    assert format_off(parse_off(text)) == text


def test_free_times_stand_in_one_order() -> None:
    assert parse_off("Holidays, weekends") == (FreeTime.WEEKENDS, FreeTime.HOLIDAYS)
    with pytest.raises(BadTerms):
        parse_off("weekends,always")
