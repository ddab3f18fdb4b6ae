"""Layout of text boards: columns of cells, and one drawing beside another."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest


def columns(rows: Sequence[Sequence[object]], sides: str = "l", gap: int = 2) -> str:
    """Align rows of cells in columns; `sides` has ``l`` or ``r`` for each column, and its last letter repeats.

    Rows may be of different lengths.
    """
    cells = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip_longest(*cells, fillvalue="")]
    sides = sides.ljust(len(widths), sides[-1])
    return "\n".join(_row(row, widths, sides, " " * gap) for row in cells)


def beside(left: str, right: str, width: int, gap: int = 2) -> str:
    """Put a drawing to the right of another, flush with the width; empty if there is no room."""
    others = right.splitlines()
    edge = width - max(map(len, others), default=0)
    lines = [line.rstrip() for line in left.splitlines()]
    if len(others) > len(lines) or any(len(line) + gap > edge for line in lines[: len(others)]):
        return ""
    return "\n".join(f"{line.ljust(edge)}{other}".rstrip() for line, other in zip_longest(lines, others, fillvalue=""))


def _row(row: Sequence[str], widths: Sequence[int], sides: str, gap: str) -> str:
    cells = zip(row, widths, sides, strict=False)
    return gap.join(cell.rjust(width) if side == "r" else cell.ljust(width) for cell, width, side in cells).rstrip()
