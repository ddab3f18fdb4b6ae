"""Prints tables with aligned columns, words to the left and numbers to the right, and remembers them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shown:
    """A table as it was printed: every cell as text, the head first."""

    title: str
    lines: tuple[tuple[str, ...], ...]


shown: list[Shown] = []
"""Every table that this program has printed, for whoever writes them down."""


def show(title: str, head: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print a table under its title; the first column holds words, the others numbers."""
    lines = [tuple(head), *(tuple(map(_cell, row)) for row in rows)]
    shown.append(Shown(title, tuple(lines)))
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    print(f"\n{title}")
    for number, (first, *others) in enumerate(lines):
        cells = (cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True))
        print("  ", first.ljust(widths[0]), *cells, sep="  ")
        if not number:
            print("  ", *("-" * width for width in widths), sep="  ")


def median(values: Sequence[float]) -> float:
    """Find the value that half of all do not exceed."""
    return percentile(values, 50)


def percentile(values: Sequence[float], percent: float) -> float:
    """Find the value that so many percent of all do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]


def _cell(value: object) -> str:
    if not isinstance(value, float):
        return str(value)
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"
