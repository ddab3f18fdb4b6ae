"""What a match adds to statistics."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.engines.contract import Level
from adjudicator.match.course.figures import Line, LineStep, count_turns, figures_of, round_time
from adjudicator.match.match_result import EndKind, MatchResult

START = datetime(2026, 1, 1, tzinfo=UTC)


def steps(*turns: tuple[int, int, int]) -> tuple[LineStep, ...]:
    return tuple(LineStep(n, turn, seat, "M14") for n, turn, seat in turns)


@pytest.mark.parametrize(
    ("line", "returns", "turns"),
    [
        ((), (), 0),
        (((1, 1, 0),), (), 1),
        (((1, 1, 0), (2, 1, 0), (3, 2, 1)), (), 2),
        (((1, 1, 0), (2, 2, 0)), (), 2),  # one seat, two turns in a row
        (((1, 1, 0), (4, 2, 0)), (3,), 1),  # the rest of a turn was taken back
        (((1, 1, 0), (4, 3, 1)), (3,), 2),  # a whole turn was taken back
        (((1, 1, 0), (2, 2, 1), (6, 5, 0)), (5,), 3),  # a ruling went back
    ],
)
def test_turns_are_counted_as_they_stood_at_the_end(
    line: tuple[tuple[int, int, int], ...], returns: tuple[int, ...], turns: int
) -> None:
    assert count_turns(steps(*line), returns) == turns


@pytest.mark.parametrize(
    ("first", "places", "firsts"),
    [
        (0, (1, 2), (1, 0)),
        (1, (1, 2), (0, 1)),
        (1, (1, 1), (2, 2)),
        (2, (1, 3, 1, 4), (2, 0, 2, 0)),
        (3, (2, 3, 1, 4), (0, 0, 0, 1)),
        (0, (), ()),
    ],
)
def test_first_places_are_told_from_the_seat_that_began(
    first: int, places: tuple[int, ...], firsts: tuple[int, ...]
) -> None:
    end = MatchResult(EndKind.CLAIMED, "", places, (), START + timedelta(minutes=90), "")
    house = {0: Level.EASY, 1: None}
    found = figures_of(Line(steps((1, 1, first), (2, 2, first))), end, START, len(places) or 2, house)
    by_seat = {(first + later) % len(places): shared for later, shared in enumerate(firsts)}
    assert found.house == tuple((level, by_seat[seat]) for seat, level in house.items() if places)
    assert (found.firsts, found.kind, found.turns, found.pace) == (firsts, EndKind.TIME, 2, 2700)


def test_without_a_step_nobody_began() -> None:
    end = MatchResult(EndKind.RESIGNED, "", (1, 2), (), START, "")
    found = figures_of(Line(()), end, START, 2, {1: Level.FAIR})
    assert (found.firsts, found.house, found.pace) == ((), (), None)


@given(st.integers(0, 10**9))
def test_a_time_is_known_to_two_digits(seconds: int) -> None:
    found = round_time(seconds)
    assert abs(found - seconds) <= seconds / 20
    assert len(str(found).rstrip("0")) <= 3
    assert round_time(found) == found
