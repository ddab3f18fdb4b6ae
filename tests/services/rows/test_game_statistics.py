"""The numbers of statistics: quartiles and limits of confidence."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.services.matches.statistics.game_statistics import spread_of, wilson_interval


@given(st.lists(st.integers(1, 300), min_size=1, max_size=80))
def test_quartiles_leave_a_quarter_below_and_above(figures: list[int]) -> None:
    found = spread_of(Counter(figures))
    assert found is not None
    assert (found.least, found.largest) == (min(figures), max(figures))
    for part, quantile in ((1, found.quarter), (2, found.median), (3, found.three_quarters)):
        assert quantile in figures
        assert sum(figure < quantile for figure in figures) <= len(figures) * part / 4
        assert sum(figure <= quantile for figure in figures) >= len(figures) * part / 4


def test_no_figures_have_no_spread() -> None:
    assert spread_of({}) is None


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [(5, 10, 0.2366, 0.7634), (0, 10, 0.0, 0.2775), (63, 100, 0.5322, 0.7182), (1, 1, 0.2065, 1.0)],
)
def test_limits_of_confidence(successes: float, trials: int, low: float, high: float) -> None:
    assert wilson_interval(successes, trials) == pytest.approx((low, high), abs=0.0001)


@given(st.integers(1, 10**6), st.floats(0, 1))
def test_the_share_lies_between_its_limits(trials: int, share: float) -> None:
    low, high = wilson_interval(share * trials, trials)
    assert 0 <= low <= share + 1e-9
    assert share - 1e-9 <= high <= 1
