"""Filling a drawn card with the signs of what is on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

MORE = "+"
"""Ends what has no more room on a card."""

Canvas = list[list[str]]
"""The lines of a card, character by character, with its walls already drawn."""


def filled(canvas: Canvas, marks: Sequence[str], core: range) -> bool:
    """Write signs around the middle of a card; tell whether some had no room.

    `core` are the columns between its walls. Signs go into them, and beyond where the card is open; on one line if
    they fit, else on more, and close together if they are many.
    """
    lines = [line for line in range(len(canvas)) if _room(canvas[line], core)]
    middle = len(canvas) // 2
    choices = [[middle], [line for line in lines if abs(line - middle) < 2], lines]
    for gap in (" ", ""):
        for chosen in choices:
            rows = list(_wrapped(marks, [len(_room(canvas[line], core)) for line in chosen], gap))
            if sum(map(len, rows)) == len(marks):
                _write(canvas, chosen, [_joined(row, gap) for row in rows], core)
                return False
    texts = [_joined(row, "") for row in rows]
    rest = _wrapped(rows[-1], [len(_room(canvas[chosen[-1]], core)) - len(MORE)], "")
    texts[-1] = f"{_joined(next(rest), '')}{MORE}"
    _write(canvas, chosen, texts, core)
    return True


def _room(line: Sequence[str], core: range) -> range:
    """Find the columns of a line that are free, all but those at the card's edges; none where there is a wall."""
    if any(line[column] != " " for column in core):
        return range(0)
    left, right = core.start, core.stop
    while left > 1 and line[left - 1] == " ":
        left -= 1
    while right < len(line) - 1 and line[right] == " ":
        right += 1
    return range(left, right)


def _wrapped(marks: Sequence[str], widths: Sequence[int], gap: str) -> Iterator[list[str]]:
    """Divide signs into lines of these widths, as far as they go."""
    rest = list(marks)
    for width in widths:
        line = list[str]()
        while rest and len(_joined([*line, rest[0]], gap)) <= width:
            line.append(rest.pop(0))
        yield line


def _joined(marks: Sequence[str], gap: str) -> str:
    """Write signs one after the other; a treasure beside a figure never so close that it seems to be carried."""
    text = ""
    for mark in marks:
        beside = " " if text[-1:].isalpha() and mark[0].isdigit() else gap
        text += f"{beside if text else ''}{mark}"
    return text


def _write(canvas: Canvas, lines: Sequence[int], texts: Sequence[str], core: range) -> None:
    for line, text in zip(lines, texts, strict=True):
        room = core if len(text) <= len(core) else _room(canvas[line], core)
        start = room.start + (len(room) - len(text)) // 2
        canvas[line][start : start + len(text)] = text
