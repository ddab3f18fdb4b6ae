"""The text board: the square drawn in characters, every card with the walls of its path.

First the walls of a card are drawn on a canvas, then the marks of what is on it are fitted into the free room.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from adjudicator.engines.pharao.card_view import CardView
from adjudicator.engines.pharao.grid import COLUMNS, SIZE

HIDDEN = "###"
FLIPPED = "???"
START = "@"
"""The sign of the start card."""
MORE = "+"
"""The end of a card's marks, if there is no room for the rest."""

Canvas = list[list[str]]
"""The lines of a card, character by character."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The characters of a card, walls included."""

    width: int
    height: int
    inset: int
    """How far from the card's edges the walls to the west and east stand."""

    @property
    def right(self) -> int:
        """The place of the wall to the east."""
        return self.width - 1 - self.inset


WIDE = Frame(11, 5, 2)
NARROW = Frame(6, 5, 0)
EDGE = ":"
"""The sign to the west and east of the square. It keeps lines from being empty: letters join several empty lines."""


@dataclass(frozen=True, slots=True)
class Board:
    """A board. `crowded` are the cards without room for everything that is on them."""

    columns: str
    """The line with the letters above and below."""
    lines: tuple[str, ...]
    crowded: tuple[CardView, ...]


def draw_board(squares: Sequence[CardView], frame: Frame) -> Board:
    """Draw the square from the north down.

    Walls are ``-`` and ``|``, those of chambers ``=``, ``[`` and ``]``; the corners of a card are ``x`` if it falls
    next, and ``o`` if a trap came over it.
    """
    columns = "".join(letter.center(frame.width) for letter in COLUMNS)
    lines, crowded = list[str](), list[CardView]()
    for row in range(SIZE - 1, -1, -1):
        cards = []
        for square in squares[row * SIZE : (row + 1) * SIZE]:
            card, full = _draw_card(square, frame)
            cards.append(card)
            crowded += [square] * full
        for number, pieces in enumerate(zip(*cards, strict=True)):
            label = str(row + 1) if number == frame.height // 2 else " "
            lines.append(f"{label}{EDGE}{''.join(pieces)}{EDGE}{label}".rstrip())
    return Board(f"  {columns}".rstrip(), tuple(lines), tuple(crowded))


def _draw_card(square: CardView, frame: Frame) -> tuple[list[str], bool]:
    """Draw a card; tell whether some of what is on it had no room."""
    canvas: Canvas = [[" "] * frame.width for _ in range(frame.height)]
    full = False
    if square.state in ("hidden", "flipped"):
        back = HIDDEN if square.state == "hidden" else FLIPPED
        canvas[frame.height // 2] = list(back.center(frame.width))
    elif square.standing:
        _draw_walls(canvas, square, frame)
        marks = [*([START] if square.state == "start" else ()), *square.marks]
        full = _fit_marks(canvas, marks, range(frame.inset + 1, frame.right))
    if square.falls or square.struck:
        for line in (canvas[0], canvas[-1]):
            line[0] = line[-1] = "x" if square.falls else "o"
    return ["".join(line) for line in canvas], full


def _draw_walls(canvas: Canvas, square: CardView, frame: Frame) -> None:
    """Draw the walls of a card: across the closed sides, and along the ways out to the west and the east."""
    flat, west, east = ("=", "[", "]") if square.chamber else ("-", "|", "|")
    sides, across = square.sides, range(frame.inset + 1, frame.right)
    for place, wall, side in ((frame.inset, west, "W"), (frame.right, east, "E")):
        if side not in sides:
            for line in canvas:
                line[place] = wall
    for line, side in ((canvas[0], "N"), (canvas[-1], "S")):
        if side not in sides:
            _fill_columns(line, across, flat)
        for place, outside, beside in (
            (frame.inset, range(frame.inset), "W"),
            (frame.right, range(frame.right + 1, frame.width), "E"),
        ):
            if beside in sides:
                _fill_columns(line, outside, flat)
            # Two open sides meet in a corner, and so do two walls; else the wall of the closed one goes straight on.
            if (side in sides) == (beside in sides):
                line[place] = "+"
            elif beside in sides:
                line[place] = flat


def _fill_columns(line: list[str], places: range, sign: str) -> None:
    for place in places:
        line[place] = sign


def _fit_marks(canvas: Canvas, marks: Sequence[str], core: range) -> bool:
    """Write marks around the middle of a card; tell whether some had no room.

    `core` are the columns between its walls. Marks go into them, and beyond them where the card is open. The first of
    these layouts is taken that has room: on the middle line, on three lines, on all lines, and the same once more
    without blanks between the marks.
    """
    lines = [line for line in range(len(canvas)) if _room(canvas[line], core)]
    middle = len(canvas) // 2
    choices = [[middle], [line for line in lines if abs(line - middle) < 2], lines]
    for gap in (" ", ""):
        for chosen in choices:
            rows = list(_wrap(marks, [len(_room(canvas[line], core)) for line in chosen], gap))
            if sum(map(len, rows)) == len(marks):
                _write(canvas, chosen, [_join(row, gap) for row in rows], core)
                return False
    # The last layout is too small as well: the end of its last line makes room for `MORE`.
    texts = [_join(row, "") for row in rows]
    rest = _wrap(rows[-1], [len(_room(canvas[chosen[-1]], core)) - len(MORE)], "")
    texts[-1] = f"{_join(next(rest), '')}{MORE}"
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


def _wrap(marks: Sequence[str], widths: Sequence[int], gap: str) -> Iterator[list[str]]:
    """Divide marks into lines of these widths, as far as they go."""
    rest = list(marks)
    for width in widths:
        line = list[str]()
        while rest and len(_join([*line, rest[0]], gap)) <= width:
            line.append(rest.pop(0))
        yield line


def _join(marks: Sequence[str], gap: str) -> str:
    """Write marks one after the other; a treasure never so close to a figure that it seems to be carried."""
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
