"""Plots: every number of theirs follows from the table, and nothing lies outside the picture."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from adjudicator.texts.statistics.plots import (
    HISTOGRAM,
    MOST_BINS,
    WIDTH,
    Plot,
    SharePoint,
    fill_bins,
    plot_counts,
    plot_lengths,
    plot_shares,
)

lengths = st.dictionaries(st.integers(1, 900), st.integers(1, 10**6), min_size=1, max_size=60)
shares = st.lists(st.floats(0, 1), min_size=3, max_size=3).map(sorted)


def inside(plot: Plot) -> bool:
    corners = [(bar.x, bar.y) for bar in plot.bars] + [(bar.x + bar.width, bar.y + bar.height) for bar in plot.bars]
    ends = [(x, y) for stroke in plot.strokes for x, y in ((stroke.x1, stroke.y1), (stroke.x2, stroke.y2))]
    spots = corners + ends + [(dot.x, dot.y) for dot in plot.dots] + [(text.x, text.y) for text in plot.words]
    return all(-0.2 <= x <= WIDTH + 0.2 and 0 <= y <= plot.height + 0.2 for x, y in spots)


@given(lengths)
def test_bins_hold_every_match_once_and_a_histogram_shows_their_ratio(counts: dict[int, int]) -> None:
    bins = fill_bins(counts)
    assert len(bins) <= MOST_BINS
    assert sum(one.count for one in bins) == sum(counts.values())
    for one in bins:
        assert one.count == sum(count for length, count in counts.items() if one.first <= length <= one.last)
    plot = plot_lengths(bins, [min(counts), max(counts)])
    assert inside(plot)
    most = max(one.count for one in bins)
    assert all(abs(bar.height / HISTOGRAM - one.count / most) < 0.01 for bar, one in zip(plot.bars, bins, strict=True))


@given(st.lists(shares, max_size=5), st.sampled_from([0.2, 0.25, 0.5]))
def test_a_share_stands_at_its_part_of_the_width_between_its_limits(points: list[list[float]], fair: float) -> None:
    plot = plot_shares([SharePoint("seat", share, low, high) for low, share, high in points], fair, ("0", "50", "100"))
    assert inside(plot)
    limits = [stroke for stroke in plot.strokes if stroke.kind == "limits"]
    for dot, limit, (low, share, high) in zip(plot.dots, limits, points, strict=True):
        assert all(abs(x / WIDTH - one) < 0.01 for x, one in ((limit.x1, low), (dot.x, share), (limit.x2, high)))
        assert limit.x1 <= dot.x <= limit.x2


@given(st.lists(st.integers(0, 10**6), max_size=8))
def test_a_bar_is_as_long_as_its_count(counts: list[int]) -> None:
    plot = plot_counts([(str(at), count) for at, count in enumerate(counts)])
    assert inside(plot)
    most = max(counts, default=0) or 1
    assert all(abs(bar.width / WIDTH - count / most) < 0.01 for bar, count in zip(plot.bars, counts, strict=True))


def test_without_matches_there_is_nothing_to_draw() -> None:
    assert fill_bins({}) == ()
    assert plot_lengths((), ()).bars == ()
