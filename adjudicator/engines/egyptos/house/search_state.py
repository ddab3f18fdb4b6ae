"""The table as the search sees it: pyramids are put on it and taken away; the content of its lines is kept current.

It has the bitboard of the rules (`bitboard`), so that what is legal is decided by the rules' own functions, and beside
it the four lines through each cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeAlias

from adjudicator.engines.egyptos.house.lines import LINES, Line, places_of
from adjudicator.engines.egyptos.position.bitboard import AXES, WIDTH, Bits, is_locally_removable, spread_bits
from adjudicator.engines.egyptos.position.coordinates import Cell, cell_at, offsets
from adjudicator.engines.egyptos.position.position import BLACK, GOLD, Colour, Position
from adjudicator.engines.egyptos.position.rules import Contact, Variant
from adjudicator.engines.egyptos.steps.legal import landings

Spot: TypeAlias = int
"""A cell of the search's table: ``row * WIDTH + column``."""

NOWHERE: Spot = -1

MARGIN = 16
"""The room that a search has on each side: it looks fewer steps ahead than this, and a step widens the table by one."""
GAPS = (10, 3)
"""How far groups that drifted apart are drawn together: lines further apart than this have nothing to do with each
other within a search, and in a row of five."""


class Move(NamedTuple):
    """A step: from where (`NOWHERE` while pyramids are laid), and to where. A pass has neither."""

    origin: Spot
    target: Spot


PASS = Move(NOWHERE, NOWHERE)


class Place(NamedTuple):
    """Changes that a colour's pyramid on a spot makes."""

    lines: tuple[tuple[int, int], ...]
    """Lines by number, with the bit of this spot."""
    bit: Bits
    around: Bits
    """The spots that it touches."""
    star: frozenset[Spot]
    """The spots in line with this one that a row of five could share with it."""
    key: int
    """Its part in the key of a position (Zobrist)."""


class Places(dict[Spot, Place]):
    """The places of a colour, each computed when it is first asked for."""

    def __init__(self, colour: Colour, contact: Contact) -> None:
        super().__init__()
        self.colour, self.contact = colour, contact

    def __missing__(self, spot: Spot) -> Place:
        row, column = divmod(spot, WIDTH)
        ends = ((row, column), (WIDTH + column, row), (3 * WIDTH + column - row, row), (4 * WIDTH + column + row, row))
        lines = tuple((line, 1 << place + self.colour * WIDTH) for line, place in ends)
        bit = 1 << spot
        star = frozenset(spot + way * far for way, *_ in AXES for far in range(-4, 5))
        around, key = spread_bits(bit, self.contact) ^ bit, _mixed(2 * spot + self.colour)
        self[spot] = place = Place(lines, bit, around, star, key)
        return place


def _mixed(number: int) -> int:
    """Spread a small number over 64 bits (the finalizer of SplitMix64, Steele, Lea and Flood 2014)."""
    number = (number + 1) * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & 0xFFFFFFFFFFFFFFFF
    number = (number ^ number >> 27) * 0x94D049BB133111EB & 0xFFFFFFFFFFFFFFFF
    return number ^ number >> 31


# The spot at place 0 of each line, and the way from place to place; place 0 of a slanting line may be off the table.
_STARTS = (
    *(line * WIDTH for line in range(WIDTH)),
    *range(WIDTH),
    *range(-WIDTH, WIDTH),
    *range(2 * WIDTH),
)
_STRIDES = (1,) * WIDTH + (WIDTH,) * WIDTH + (WIDTH + 1,) * 2 * WIDTH + (WIDTH - 1,) * 2 * WIDTH

MOST_LANDINGS = 5_000
"""The sets of landings that are remembered at most, about 3 MB."""
LINE_COUNT = 6 * WIDTH
_PLACES: dict[Contact, tuple[Places, Places]] = {
    "corner": (Places(BLACK, "corner"), Places(GOLD, "corner")),
    "side": (Places(BLACK, "side"), Places(GOLD, "side")),
}
_EMPTY = Line(0)


class SearchState:
    """The pyramids and lines of a position, without whose turn it is."""

    __slots__ = (
        "_infos",
        "_keys",
        "_landings",
        "_lines",
        "_places",
        "hot",
        "key",
        "score",
        "spots",
        "stones",
        "variant",
    )

    def __init__(self, variant: Variant, black: Iterable[Spot] = (), gold: Iterable[Spot] = ()) -> None:
        self.variant = variant
        self.stones: list[Bits] = [0, 0]
        self.spots: tuple[set[Spot], set[Spot]] = (set(), set())
        """The same as spots."""
        self.score = 0
        """The worth of all lines for black, less that for gold."""
        self.key = 0
        self.hot: dict[int, Line] = {}
        """The lines on which a colour has three or four of a row, by number."""
        self._places = _PLACES[variant.contact]
        self._lines = LINES[variant.overline]
        self._keys = [0] * LINE_COUNT
        self._infos = [_EMPTY] * LINE_COUNT
        self._landings: dict[tuple[int, Spot], Bits] = {}
        for colour, spots in ((BLACK, black), (GOLD, gold)):
            for spot in spots:
                self.toggle(spot, colour)

    @classmethod
    def of(cls, position: Position, layout: Layout) -> SearchState:
        """Set up the table of a position."""
        black, gold = (map(layout.spot, stones) for stones in position.stones)
        return cls(position.variant, black, gold)

    def toggle(self, spot: Spot, colour: Colour) -> None:
        """Put a pyramid on a spot, or take it away again."""
        place, keys, infos, known, hot = self._places[colour][spot], self._keys, self._infos, self._lines, self.hot
        score = self.score
        for number, bit in place.lines:
            keys[number] = key = keys[number] ^ bit
            old = infos[number]
            infos[number] = new = known[key]
            score += new.score - old.score
            if new.hot:
                hot[number] = new
            elif old.hot:
                del hot[number]
        self.score = score
        self.stones[colour] ^= place.bit
        self.spots[colour].symmetric_difference_update((spot,))
        self.key ^= place.key

    def play(self, move: Move, colour: Colour) -> None:
        """Play a step, or take it back."""
        origin, target = move
        if origin >= 0:
            self.toggle(origin, colour)
        if target >= 0:
            self.toggle(target, colour)

    def gain(self, spot: Spot, colour: Colour) -> int:
        """Tell how much the score rises when a pyramid is put on a spot, or taken away."""
        keys, infos, known = self._keys, self._infos, self._lines
        rise = 0
        for number, bit in self._places[colour][spot].lines:
            rise += known[keys[number] ^ bit].score - infos[number].score
        return rise

    def gains(self, spots: Iterable[Spot], colour: Colour) -> list[tuple[int, Spot]]:
        """List the gains of a colour by a pyramid put on each of these spots, or taken away, highest first."""
        # `gain`, inlined: each position of a search asks for dozens, and the calls took as long as the sums.
        keys, infos, known, places = self._keys, self._infos, self._lines, self._places[colour]
        found, sign = [], -1 if colour else 1
        for spot in spots:
            rise = 0
            for number, bit in places[spot].lines:
                rise += known[keys[number] ^ bit].score - infos[number].score
            found.append((sign * rise, spot))
        found.sort(reverse=True)
        return found

    @property
    def heat(self) -> int:
        """Join the flags of all lines."""
        heat = 0
        for line in self.hot.values():
            heat |= line.hot
        return heat

    def fives(self, colour: Colour) -> list[Spot]:
        """List the empty spots that complete a row of a colour, each once, whether it can be reached or not."""
        return list(
            dict.fromkeys(
                _STARTS[number] + _STRIDES[number] * place
                for number, line in self.hot.items()
                for place in line.fives[colour]
            )
        )

    def fours(self, colour: Colour) -> list[Spot]:
        """List the empty spots that make a four."""
        return list(
            dict.fromkeys(
                _STARTS[number] + _STRIDES[number] * place
                for number, line in self.hot.items()
                for place in line.fours[colour]
            )
        )

    def doubles(self, colour: Colour) -> list[Spot]:
        """List the empty spots that make two fours, or one that can be completed on two spots."""
        seen, found = set[Spot](), dict[Spot, None]()
        for number, line in self.hot.items():
            if fours := line.fours[colour]:
                start, stride, double = _STARTS[number], _STRIDES[number], line.doubles[colour]
                for place in fours:
                    spot = start + stride * place
                    if spot in seen or place in double:
                        found[spot] = None
                    else:
                        seen.add(spot)
        return list(found)

    def frontier(self) -> list[Spot]:
        """List the empty spots that touch a pyramid."""
        table = self.stones[BLACK] | self.stones[GOLD]
        return list(places_of(spread_bits(table, self.variant.contact) & ~table))

    def touches(self, spot: Spot) -> bool:
        """Tell whether a spot touches a pyramid."""
        return bool(self._places[BLACK][spot].around & (self.stones[BLACK] | self.stones[GOLD]))

    def apart(self, spot: Spot, colour: Colour) -> list[Spot]:
        """List the pyramids of a colour that share no row of five with a spot."""
        star = self._places[BLACK][spot].star
        return [other for other in self.spots[colour] if other not in star]

    @property
    def lays_freely(self) -> bool:
        """Tell whether every spot that completes a row may be laid on, and wins."""
        return self.variant.contact == "corner" and self.variant.overline == "wins"

    def landings(self, origin: Spot) -> Bits:
        """Find the spots where a pyramid may go."""
        key = (self.key, origin)
        reached = self._landings.get(key)
        if reached is None:
            table = self.stones[BLACK] | self.stones[GOLD]
            stone = self._places[BLACK][origin].bit
            removable = stone if is_locally_removable(stone, table, self.variant.contact) else 0
            if len(self._landings) >= MOST_LANDINGS:
                self._landings.clear()
            self._landings[key] = reached = landings(stone, table, removable, self.variant)
        return reached


class Layout(NamedTuple):
    """Where the cells of a position are on the search's table: those with a pyramid, and those beside one."""

    columns: Mapping[int, int]
    rows: Mapping[int, int]
    cells: Mapping[Spot, Cell]

    def spot(self, cell: Cell) -> Spot:
        """Give the spot of a cell."""
        column, row = offsets(cell)
        return self.rows[row] * WIDTH + self.columns[column]

    def move(self, step: tuple[Cell, ...]) -> Move:
        """Give a step with cells as the search has it."""
        return Move(self.spot(step[0]) if len(step) == 2 else NOWHERE, self.spot(step[-1]))


def lay_out(position: Position) -> tuple[SearchState, Layout] | None:
    """Set up the search's table for a position; None if it is scattered too widely for it."""
    spots = [offsets(cell) for cells in position.stones for cell in cells] or [(0, 0)]
    columns, rows = _numbered({column for column, _ in spots}), _numbered({row for _, row in spots})
    if columns is None or rows is None:
        return None
    cells = {
        up * WIDTH + across: cell_at(column, row) for column, across in columns.items() for row, up in rows.items()
    }
    layout = Layout(columns, rows, cells)
    return SearchState.of(position, layout), layout


def _numbered(values: set[int]) -> dict[int, int] | None:
    """Number the lines that bear pyramids, and those beside them; those of M13 stay in the middle if they can."""
    middle, first, last = WIDTH // 2, min(values), max(values)
    if middle + first >= MARGIN and middle + last < WIDTH - MARGIN:
        return {value: value + middle for value in range(first - 1, last + 2)}
    for gap in GAPS:
        places, place, before = {}, 0, first
        for value in sorted(values):
            place += min(value - before, gap)
            places[value], before = place, value
        if place < WIDTH - 2 * MARGIN:
            shift = (WIDTH - place) // 2
            return {value + beside: at + shift + beside for value, at in places.items() for beside in (-1, 0, 1)}
    return None
