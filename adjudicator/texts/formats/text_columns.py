"""Layout of text boards: columns of cells, and one drawing beside another."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from textwrap import wrap

WIDTHS = {"wide": 72, "narrow": 40}
"""The widths of the layouts that are read by eye."""
MARGIN = "  "

_CELL_END = "\x1f"
"""The unit separator of ASCII, which no text of a board contains."""


def cells(row: Iterable[object]) -> str:
    """Write the cells of one row for `columns`: a line of them is a row, and several loops may write it."""
    return "".join(f"{cell}{_CELL_END}" for cell in row)


def align_columns(rows: str | Sequence[Sequence[object]], sides: str = "l", gap: int = 2) -> str:
    """Align rows of cells in columns; `sides` has ``l`` or ``r`` for each column, and its last letter repeats.

    Rows are lines of `cells`, or lists. They may be of different lengths.
    """
    if isinstance(rows, str):
        rows = [line.split(_CELL_END)[:-1] for line in rows.splitlines()]
    table = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip_longest(*table, fillvalue="")]
    sides = sides.ljust(len(widths), sides[-1])
    return "\n".join(_row(row, widths, sides, " " * gap) for row in table)


def list_terms(rows: Iterable[Sequence[str]], layout: str, colon: str, *, alike: bool = False) -> str:
    """List terms with their explanations, each with a margin: side by side, or below each other where it is narrow.

    A linear layout, which is read aloud, gets one sentence each, with the colon of its language. `alike`: if one term
    has no room beside its explanation, all stand above theirs, and may be folded.
    """
    rows = [(term, said) for term, said in rows]
    if layout == "linear":
        return "\n".join(f"{term}{colon}{said}" for term, said in rows)
    width = WIDTHS[layout]
    beside = [len(term) for term, _ in rows if len(term) <= width // 3]
    edge = 0 if alike and len(beside) < len(rows) else max(beside, default=0)
    lines = (line for term, said in rows for line in _term(term, said, edge, width))
    return "\n".join(part for line in lines for part in (_fold_term(line, width) if alike else [line]))


def _term(term: str, said: str, edge: int, width: int) -> list[str]:
    beside = len(term) <= edge
    margin = " " * (len(MARGIN) + (edge + 2 if beside else 4))
    lines = textwrap.wrap(said, width, initial_indent=margin, subsequent_indent=margin, break_long_words=False)
    if beside and lines:
        lines[0] = f"{MARGIN}{term.ljust(edge)}  {lines[0].strip()}"
        return lines
    return [f"{MARGIN}{term}", *lines]


def _fold_term(line: str, width: int) -> list[str]:
    """Fold lines that are too wide. The order of a letter is never folded: not all of them read back in two lines."""
    if len(line) <= width:
        return [line]
    return textwrap.wrap(line.strip(), width, initial_indent=MARGIN, subsequent_indent=MARGIN * 2)


def place_beside(left: str, right: str, width: int, gap: int = 2) -> str:
    """Put a drawing to the right of another, flush with the width; empty if there is no room."""
    others = right.splitlines()
    edge = width - max(map(len, others), default=0)
    lines = [line.rstrip() for line in left.splitlines()]
    if len(others) > len(lines) or any(len(line) + gap > edge for line in lines[: len(others)]):
        return ""
    return "\n".join(f"{line.ljust(edge)}{other}".rstrip() for line, other in zip_longest(lines, others, fillvalue=""))


def within(drawing: str, width: int) -> str:
    """Give a drawing that is not wider than the width; nothing in place of one that is."""
    return drawing if all(len(line) <= width for line in drawing.splitlines()) else ""


def list_entries(entries: str, width: int, between: str) -> str:
    """Write entries, a line each, one after the other; only one that is longer than the width is broken itself."""
    lines = [""]
    *others, last = entries.strip("\n").splitlines() or [""]
    for entry in (*(f"{other}{between}" for other in others), last):
        if lines[-1] and len(f"{lines[-1]}{entry.rstrip()}") > width:
            lines.append("")
        lines[-1] += entry
        if len(lines[-1].rstrip()) > width:
            *full, rest = wrap(lines[-1].rstrip(), width, break_on_hyphens=False)
            lines[-1:] = [*full, rest + entry[len(entry.rstrip()) :]]
    return "\n".join(line.rstrip() for line in lines)


def _row(row: Sequence[str], widths: Sequence[int], sides: str, gap: str) -> str:
    placed = zip(row, widths, sides, strict=False)
    return gap.join(cell.rjust(width) if side == "r" else cell.ljust(width) for cell, width, side in placed).rstrip()
