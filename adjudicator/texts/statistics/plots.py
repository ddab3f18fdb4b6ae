"""Plots of statistics, as numbers that a template draws: shares with their confidence, counts, and lengths.

Coordinates are in units of the picture, which is `WIDTH` wide, so that its letters can still be read on a phone. A plot
shows the figures of the table below it; nothing is in the plot alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

WIDTH = 400
LABEL = 16
"""From the top of a row to the foot of its label."""
TRACK = 28
"""From the top of a row to the middle of its track."""
ROW = 44
AXIS = 22
BAR = 12
HISTOGRAM = 150
MOST_BINS = 20


@dataclass(frozen=True, slots=True)
class Bar:
    """A rectangle by its upper left corner."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line; `kind` is a class of the style sheet."""

    kind: str
    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True, slots=True)
class Dot:
    """The middle of a dot."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Words:
    """A text by the foot of its first letter, its middle or its end: ``start``, ``middle``, ``end``."""

    text: str
    x: float
    y: float
    anchor: str = "start"


@dataclass(frozen=True, slots=True)
class Plot:
    """A picture, from the back to the front."""

    height: float
    bars: tuple[Bar, ...] = ()
    strokes: tuple[Stroke, ...] = ()
    dots: tuple[Dot, ...] = ()
    words: tuple[Words, ...] = ()
    width: int = WIDTH


@dataclass(frozen=True, slots=True)
class SharePoint:
    """A share from 0 to 1 with its limits of confidence."""

    label: str
    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Bin:
    """The matches with `first` to `last` turns."""

    first: int
    last: int
    count: int


def plot_shares(points: Sequence[SharePoint], fair: float, scale: Sequence[str]) -> Plot:
    """Draw each share as a dot on a line of its own, with its limits, and one that all should meet.

    `scale` are the words for none, a half and all.
    """
    height = ROW * len(points)
    strokes, dots, words = [Stroke("fair", _across(fair), 0, _across(fair), height)], [], []
    for row, point in enumerate(points):
        top = row * ROW
        words.append(Words(point.label, 0, top + LABEL))
        strokes.append(Stroke("track", 0, top + TRACK, WIDTH, top + TRACK))
        strokes.append(Stroke("limits", _across(point.low), top + TRACK, _across(point.high), top + TRACK))
        dots.append(Dot(_across(point.share), top + TRACK))
    anchors = ("start", "middle", "end")
    words += [
        Words(text, _across(at / 2), height + LABEL, anchor)
        for at, (text, anchor) in enumerate(zip(scale, anchors, strict=True))
    ]
    return Plot(height + AXIS, strokes=tuple(strokes), dots=tuple(dots), words=tuple(words))


def plot_counts(counts: Sequence[tuple[str, int]]) -> Plot:
    """Draw each count as a bar below its label."""
    most = max((count for _, count in counts), default=1) or 1
    rows = [(row * ROW, label, count) for row, (label, count) in enumerate(counts)]
    return Plot(
        height=ROW * len(counts),
        bars=tuple(Bar(0, top + TRACK - BAR / 2, _round(WIDTH * count / most), BAR) for top, _, count in rows),
        words=tuple(Words(f"{label}: {count}", 0, top + LABEL) for top, label, count in rows),
    )


def fill_bins(lengths: Mapping[int, int]) -> tuple[Bin, ...]:
    """Put lengths into bins of the same width, at most `MOST_BINS`; the first begins with the least length."""
    if not lengths:
        return ()
    least, largest = min(lengths), max(lengths)
    width = -(-(largest - least + 1) // MOST_BINS)
    counts = [0] * ((largest - least) // width + 1)
    for length, count in lengths.items():
        counts[(length - least) // width] += count
    return tuple(
        Bin(least + at * width, min(largest, least + (at + 1) * width - 1), count) for at, count in enumerate(counts)
    )


def plot_lengths(bins: Sequence[Bin], quartiles: Sequence[int]) -> Plot:
    """Draw bins as a histogram, with a line at each quartile."""
    if not bins:
        return Plot(0)
    most, least = max(one.count for one in bins), bins[0].first
    step, width = WIDTH / len(bins), bins[0].last - least + 1

    def place(length: int) -> float:
        return _round(min(WIDTH, (length - least + 0.5) * step / width))

    return Plot(
        height=HISTOGRAM + AXIS,
        bars=tuple(
            Bar(
                _round(at * step),
                _round(HISTOGRAM * (1 - one.count / most)),
                _round(step - 1),
                _round(HISTOGRAM * one.count / most),
            )
            for at, one in enumerate(bins)
        ),
        strokes=(
            Stroke("axis", 0, HISTOGRAM, WIDTH, HISTOGRAM),
            *(Stroke("quartile", place(length), 0, place(length), HISTOGRAM) for length in quartiles),
        ),
        words=(
            Words(str(least), 0, HISTOGRAM + LABEL),
            Words(str(bins[-1].last), WIDTH, HISTOGRAM + LABEL, "end"),
        ),
    )


def _across(share: float) -> float:
    return _round(WIDTH * share)


def _round(number: float) -> float:
    return round(number, 1)
