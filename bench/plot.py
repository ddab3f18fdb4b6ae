"""Plots as SVG: lines over two logarithmic scales, and ranges from a median to where all but one in a hundred end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import StringIO

from matplotlib import rcParams
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import StrMethodFormatter

WIDTH, HEIGHT, ROW = 8.0, 4.2, 0.27
"""Inches: of a plot, and of a row of ranges."""
NUMBERS = StrMethodFormatter("{x:,g}")

rcParams["svg.fonttype"] = "none"  # text stays text
rcParams["svg.hashsalt"] = "adjudicator"  # the same numbers draw the same file
rcParams["axes.autolimit_mode"] = "round_numbers"  # from a power of ten to a power of ten
rcParams["axes.spines.top"] = rcParams["axes.spines.right"] = False

Points = Sequence[tuple[float, float]]


def lines(title: str, across: str, up: str, series: Mapping[str, Points]) -> str:
    """Draw a line for each series."""
    figure, axes = _plot(f"{title} ({up})", across, HEIGHT)
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter(NUMBERS)
    for name, points in series.items():
        axes.plot(*zip(*points, strict=True), marker="o", label=name)
    axes.legend(loc="upper left", bbox_to_anchor=(1, 1), frameon=False)
    return _svg(figure)


def ranges(title: str, across: str, rows: Sequence[tuple[str, float, float]]) -> str:
    """Draw a bar for each row, from its first value to its second; those whose names begin alike have one colour."""
    kinds = list(dict.fromkeys(name.partition(",")[0] for name, *_ in rows))
    figure, axes = _plot(title, across, 1.2 + ROW * len(rows))
    for number, (name, first, last) in enumerate(rows):
        colour = f"C{kinds.index(name.partition(',')[0])}"
        axes.plot((first, last), (number, number), color=colour, linewidth=4)
        axes.plot(first, number, color=colour, marker="o")
    axes.set_yticks(range(len(rows)), [name for name, *_ in rows])
    axes.invert_yaxis()
    return _svg(figure)


def _plot(title: str, across: str, height: float) -> tuple[Figure, Axes]:
    figure = Figure((WIDTH, height), layout="constrained")
    axes = figure.add_subplot(title=title, xlabel=across, xscale="log")
    axes.xaxis.set_major_formatter(NUMBERS)
    axes.grid(visible=True, color="#ddd")
    return figure, axes


def _svg(figure: Figure) -> str:
    drawn = StringIO()
    figure.savefig(drawn, format="svg", metadata={"Date": None})
    return drawn.getvalue()
