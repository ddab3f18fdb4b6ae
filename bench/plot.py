"""Plots as SVG: lines over two logarithmic scales, and ranges from a median to where all but one in a hundred end."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 760, 400
LEFT, RIGHT, TOP, BOTTOM = 70, 190, 40, 50
COLOURS = ("#1b6ca8", "#c8553d", "#3a7d44", "#7b4fa3", "#a67c00", "#4d4d4d")
LINE = 26

Points = Sequence[tuple[float, float]]


def lines(title: str, across: str, up: str, series: Mapping[str, Points]) -> str:
    """Draw a line for each series."""
    points = [point for line in series.values() for point in line]
    x = _Scale([x for x, _ in points], LEFT, WIDTH - RIGHT)
    y = _Scale([y for _, y in points], HEIGHT - BOTTOM, TOP)
    parts = [*_ticks_across(x, HEIGHT - BOTTOM, TOP), *_ticks_up(y), _text(WIDTH - RIGHT, HEIGHT - 12, across, "end")]
    for number, (name, line) in enumerate(series.items()):
        colour, places = COLOURS[number % len(COLOURS)], [(x.at(a), y.at(b)) for a, b in line]
        path = " ".join(f"{a:.1f},{b:.1f}" for a, b in places)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{a:.1f}" cy="{b:.1f}" r="3" fill="{colour}"/>' for a, b in places]
        parts.append(_text(WIDTH - RIGHT + 12, TOP + 8 + 20 * number, name, colour=colour))
    return _picture(f"{title} ({up})", HEIGHT, parts)


def ranges(title: str, across: str, rows: Sequence[tuple[str, float, float]]) -> str:
    """Draw a bar for each row, from its first value to its second; those whose names begin alike have one colour."""
    kinds = list(dict.fromkeys(name.partition(",")[0] for name, *_ in rows))
    left, bottom = 300, TOP + LINE * len(rows)
    x = _Scale([value for _, *values in rows for value in values], left, WIDTH - 30)
    parts = [*_ticks_across(x, bottom, TOP), _text(WIDTH - 30, bottom + 38, across, "end")]
    for number, (name, first, last) in enumerate(rows):
        a, b, y, colour = (
            x.at(first),
            x.at(last),
            TOP + LINE * number + LINE / 2,
            COLOURS[kinds.index(name.partition(",")[0]) % len(COLOURS)],
        )
        parts.append(_text(left - 12, y + 4, name, "end"))
        parts.append(f'<line x1="{a:.1f}" x2="{b:.1f}" y1="{y}" y2="{y}" stroke="{colour}" stroke-width="6"/>')
        parts.append(f'<circle cx="{a:.1f}" cy="{y}" r="5" fill="{colour}"/>')
    return _picture(title, bottom + BOTTOM, parts)


class _Scale:
    """A logarithmic scale between whole powers of ten."""

    def __init__(self, values: Sequence[float], start: float, end: float) -> None:
        self.low = math.floor(math.log10(min(values)))
        self.high = max(math.ceil(math.log10(max(values))), self.low + 1)
        self.start, self.end = start, end

    def at(self, value: float) -> float:
        """Find the place of a value."""
        return self.start + (math.log10(value) - self.low) / (self.high - self.low) * (self.end - self.start)

    def ticks(self) -> Iterator[tuple[float, str]]:
        """List the places of the powers of ten, with their names."""
        for power in range(self.low, self.high + 1):
            yield self.at(10.0**power), f"{10.0**power:,.{max(0, -power)}f}"


def _ticks_across(scale: _Scale, bottom: float, top: float) -> Iterator[str]:
    for x, name in scale.ticks():
        yield f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{top}" y2="{bottom}" stroke="#ddd"/>'
        yield _text(x, bottom + 18, name, "middle")


def _ticks_up(scale: _Scale) -> Iterator[str]:
    for y, name in scale.ticks():
        yield f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>'
        yield _text(LEFT - 8, y + 4, name, "end")


def _text(x: float, y: float, words: str, anchor: str = "start", colour: str = "#222") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}">{escape(words)}</text>'


def _picture(title: str, height: float, parts: Iterable[str]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" font-family="sans-serif"'
        f' font-size="12" role="img" aria-label="{escape(title)}">'
    )
    paper = f'<rect width="{WIDTH}" height="{height:.0f}" fill="white"/>'
    heading = f'<text x="20" y="24" font-size="15" fill="#222">{escape(title)}</text>'
    return "\n".join([head, paper, heading, *parts, "</svg>\n"])
