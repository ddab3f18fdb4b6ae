"""The text map: the ways through the pyramid, drawn as lines between points.

A card has three lines: its way north, itself with its ways west and east, and its way south. What has no room between
the brackets of a card stands on its third line, on both sides of the way. A line is a way that can be walked; where a
card is open and the next one is not, or lies face down, there are dots.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from adjudicator.engines.pharao.position.grid import COLUMNS, SIZE
from adjudicator.engines.pharao.position.position import COLOURS
from adjudicator.engines.pharao.view.card_view import CardView

HIDDEN = "?"
FLIPPED = "!"
START = "@"
CORRIDOR = "o"
FALLS = "x"
MORE = "&"
"""The last sign on a card, if there is no room for the rest."""
LANTERNS = tuple(colour[0] for colour in COLOURS)
EDGE = "'"
"""The sign along the western edge. It keeps lines from being empty: letters join those."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The characters of a card."""

    width: int
    middle: int
    """The column of the ways north and south."""
    inside: int
    """The room between the brackets of a card."""
    gap: int
    """The blanks between a way south and the text beside it."""
    below: range
    """The columns of the third line that may be used, so that neighbours never touch."""


WIDE = Frame(11, 5, 7, 1, range(1, 11))
NARROW = Frame(6, 2, 2, 0, range(5))


@dataclass(frozen=True, slots=True)
class Board:
    """A board. `crowded` are the cards without room for everything that is on them."""

    columns: str
    """The line with the letters above and below."""
    lines: tuple[str, ...]
    crowded: tuple[CardView, ...]

    @property
    def has_signs_below(self) -> bool:
        """Tell whether something stands below a card, and not on it."""
        return any(set(line[2:]) - set(" |:") for line in self.lines[2::3])


def draw_board(squares: Sequence[CardView], frame: Frame) -> Board:
    """Draw the square from the north down, three lines a card."""
    columns = "".join(letter.center(2 * frame.middle + 1).ljust(frame.width) for letter in COLUMNS)
    lines, crowded = list[str](), list[CardView]()
    for row in range(SIZE - 1, -1, -1):
        cards = []
        for square in squares[row * SIZE : (row + 1) * SIZE]:
            card, full = _draw_card(square, frame)
            cards.append(card)
            crowded += [square] * full
        for number, pieces in enumerate(zip(*cards, strict=True)):
            west, east = (f"{row + 1} ", f" {row + 1}") if number == 1 else (f" {EDGE}", "")
            lines.append(f"{west}{''.join(pieces)}{east}".rstrip())
    return Board(f"  {columns}".rstrip(), tuple(lines), tuple(crowded))


def _draw_card(square: CardView, frame: Frame) -> tuple[tuple[str, str, str], bool]:
    """Draw the lines of a card; tell whether some of its content had no room."""
    loose, tight = (_fill_card(square, frame, gap) for gap in (" ", ""))
    (inside, south), full = loose if not loose[1] else tight
    north = _line(square, "N")
    lines = (north.rjust(frame.middle + 1).ljust(frame.width), _draw_point(square, inside, frame), south)
    return lines, full


def _fill_card(square: CardView, frame: Frame, gap: str) -> tuple[tuple[str, str], bool]:
    """Give the text between the brackets of a card, and its third line; tell whether something had no room."""
    inside = list(_fit_first(square.inside, frame.inside, gap))
    rest = (*square.figure_marks, *square.treasure_marks)[len(inside) :]
    signs = [*([FALLS] if square.falls else ()), *rest, *square.lantern_marks]
    south, full = _draw_below(signs, frame, gap, _line(square, "S"))
    return (_join(inside, gap), south), full


def _draw_point(square: CardView, inside: str, frame: Frame) -> str:
    """Draw a card with its ways west and east."""
    point = _point(square, inside)
    start = frame.middle - (len(point) - 1) // 2
    end = frame.width - start - len(point)
    return f"{_line(square, 'W') * start}{point}{_line(square, 'E') * end}"


def _line(square: CardView, side: str) -> str:
    """Draw one side of a card: a way, an opening that leads nowhere, or a wall."""
    way, opening = ("|", ":") if side in "NS" else ("-", ".")
    return way if side in square.ways else opening if side in square.sides else " "


def _point(square: CardView, inside: str) -> str:
    match square.state:
        case "hidden":
            return HIDDEN
        case "fallen":
            return " "
        case "flipped":
            return f"[{FLIPPED}]" if square.chamber else FLIPPED
        case "start":
            return f"{START}{inside}{START}" if inside else START
        case "chamber":
            return f"[{inside or ' '}]"
        case "corridor":
            return f"({inside})" if inside else CORRIDOR


def _draw_below(signs: Sequence[str], frame: Frame, gap: str, way: str) -> tuple[str, bool]:
    """Draw the third line of a card; tell whether some signs had no room."""
    middle, room = frame.middle, frame.below
    line = [" "] * frame.width
    if way != " ":
        line[middle] = way
        slots = [range(room.start, middle - frame.gap), range(middle + frame.gap + 1, room.stop)]
    else:
        slots = [room]
    choices = [signs, *([*signs[:count], MORE] for count in range(len(signs) - 1, -1, -1))]
    shown, texts = next((some, found) for some in choices if (found := _in_slots(some, slots, gap)) is not None)
    for text, slot in zip(texts, slots, strict=True):
        # The text west of a way ends beside it, and the text east of it begins there.
        beside = slot.stop - len(text) if slot.start < middle else slot.start
        start = beside if len(slots) > 1 else max(middle - (len(text) - 1) // 2, slot.start)
        start = min(start, slot.stop - len(text))
        line[start : start + len(text)] = text
    return "".join(line), shown is not signs


def _in_slots(signs: Sequence[str], slots: Sequence[range], gap: str) -> list[str] | None:
    """Divide signs between slots in their order; None if there is no room."""
    texts, rest = list[str](), list(signs)
    for slot in slots:
        fitting = list(_fit_first(rest, len(slot), gap))
        texts.append(_join(fitting, gap))
        rest = rest[len(fitting) :]
    return None if rest else texts


def _fit_first(signs: Sequence[str], room: int, gap: str) -> Iterator[str]:
    """Take the first signs that fit together into so many columns."""
    for count, sign in enumerate(signs, 1):
        if len(_join(signs[:count], gap)) > room:
            return
        yield sign


def _join(signs: Sequence[str], gap: str) -> str:
    """Write signs one after the other: ``Ra Bp``, ``2+3`` treasures, ``rb`` lanterns. `gap` is between figures."""
    text, before = "", ""
    for sign in signs:
        if text:
            text += _between(before, sign, gap)
        text, before = text + sign, sign
    return text


def _between(before: str, sign: str, gap: str) -> str:
    if before.isdigit() and sign.isdigit():
        return "+"
    if before[0].isupper() and sign[0].isupper():
        return gap
    return "" if before in LANTERNS and sign in LANTERNS else " "
