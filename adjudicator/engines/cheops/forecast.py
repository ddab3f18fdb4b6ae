"""How a match may go on: quick play-outs in which every seat takes what serves it best, for the house player.

A play-out keeps the pyramid, the tiles, the price tables and what everybody has. It leaves out neighbours, and what
laws do that nobody has turned over or that are held. So one takes less than a millisecond.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from adjudicator.engines.cheops.laws import Law
from adjudicator.engines.cheops.pieces import COLOURS, FACE_DOWN_LAW, FAMILIES, HAND_SIZE, TILES, TREASURES
from adjudicator.engines.cheops.position import Position
from adjudicator.engines.cheops.pricetables import Entry, Table, plain_entry
from adjudicator.engines.cheops.pyramid import ABOVE, BELOW, BOTTOM, CELLS, TOUCHING
from adjudicator.engines.contract import Seat

_LAW, _TILE = len(COLOURS), len(COLOURS) + 1
_PIECES = dict.fromkeys(TILES, _TILE) | {FACE_DOWN_LAW: _LAW} | {str(colour): n for n, colour in enumerate(COLOURS)}

_FAMILY_BITS: dict[str, int] = {family: 1 << number for number, family in enumerate(FAMILIES)}
LAW_WORTH = 6.0
"""What the seats of a play-out think that a law which nobody has seen is worth, in points."""
MOOD = 8.0
"""How far they err about the worth of a step, in points."""
HARM = 0.5
"""How much they care for what a step does to the others."""
NOW = 0.5
"""How much the valid number of a price table counts, beside the mean of those that may follow."""
LEADER = 0.7
"""How likely a seat that has most of a colour will have most at the end."""
JOKER_WORTH = 20.0
"""What law 9 is worth before its colour is named."""
HELD_WORTH = 8.0
"""What a held law is worth before it is used."""


def stir(seed: int) -> Iterator[int]:
    """Give numbers below 2**16 that look random, the same for the same seed (a linear congruential generator)."""
    while True:
        seed = (seed * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
        yield seed >> 48


@dataclass(slots=True)
class Course:
    """The state of a play-out, which it changes."""

    seat: Seat
    price: int
    needed: int
    """How many full price tables end the match."""
    tables: list[Table]
    worths: list[list[list[float]]]
    """What a treasure will be worth, about, by colour, valid row, and the number that all own."""
    under: tuple[Law, ...]
    covered: list[int]
    cash: list[float]
    kept: list[list[int]]
    """Treasures by seat and colour."""
    totals: list[int]
    """Treasures that all own, by colour."""
    board: list[int]
    hands: list[list[int]]
    """The number of tiles of each family, by seat."""
    stacks: list[list[int]]
    """The families in the stacks, the top one last."""
    banned: list[int]
    """For each cell, the families that touch it, as bits."""
    open: list[int]
    """The cells that may be taken, those of laws among them."""

    @classmethod
    def of(cls, position: Position) -> Course:
        """Start from a position. What was begun of the turn is over, unless a normal take is still to come."""
        turn = position.turn
        tables = list(position.tables)
        if position.laws.over is not None:
            index, row = position.laws.over
            tables[index] = (*tables[index][:row], plain_entry(position.numeral), *tables[index][row + 1 :])
        board = [_PIECES[piece] for piece in position.board]
        opened: list[int] = [
            cell
            for cell in CELLS
            if board[cell] != _TILE and (cell in BOTTOM or all(board[below] == _TILE for below in BELOW[cell]))
        ]
        banned = [0] * len(CELLS)
        for cell, piece in zip(CELLS, position.board, strict=True):
            if family := _FAMILY_BITS.get(piece, 0):
                for beside in TOUCHING[cell]:
                    banned[beside] |= family
        return cls(
            seat=(turn.seat + turn.taken) % len(position.players),
            price=position.price,
            needed=position.tables_to_end,
            tables=tables,
            worths=[_expected_worths(table) for table in tables],
            under=position.laws.under,
            covered=list(position.covered),
            cash=[player.cash + _held_worth(player.laws) for player in position.players],
            kept=[list(player.kept) for player in position.players],
            totals=[sum(kept) for kept in zip(*(player.kept for player in position.players), strict=True)],
            board=board,
            hands=[[player.hand.count(family) for family in FAMILIES] for player in position.players],
            stacks=[[int(family) - 1 for family in reversed(stack)] for stack in position.stacks],
            banned=banned,
            open=opened,
        )

    def play(self, seed: int) -> list[float]:
        """Play to the end and give the scores."""
        chance, seats, passes = stir(seed), len(self.cash), 0
        full = sum([len(table) - covered == 1 for table, covered in zip(self.tables, self.covered, strict=True)])
        while full < self.needed and passes < seats and self.open:
            cells = self._cells_by_piece()
            chosen, sells = self._choose(cells, chance)
            if chosen < 0:
                passes += 1
            else:
                passes = 0
                among = cells[chosen]
                self._lay_tile(among[next(chance) * len(among) >> 16])
                if sells:
                    self.cash[self.seat] += self.price
                    self.covered[chosen] += 1
                    full += len(self.tables[chosen]) - self.covered[chosen] == 1
                elif chosen != _LAW and self.under[chosen] != Law.SELL_ONLY:
                    self.kept[self.seat][chosen] += 1
                    self.totals[chosen] += 1
            self._draw()
            self.seat = (self.seat + 1) % seats
        return self.scores()

    def _choose(self, cells: Iterable[int], chance: Iterator[int]) -> tuple[int, bool]:
        """Choose a piece to take, and whether to sell it: what is worth most, as far as the seat can tell."""
        kept, others = self.kept[self.seat], len(self.kept) - 1
        best, chosen, sells = -1e9, -1, False
        for piece in cells:
            if piece == _LAW:
                felt = LAW_WORTH + MOOD * next(chance) / 65536
                if felt > best:
                    best, chosen, sells = felt, piece, False
                continue
            row, total, law, worths = self.covered[piece], self.totals[piece], self.under[piece], self.worths[piece]
            if law != Law.SELL_ONLY:
                felt = worths[row][total + 1] + MOOD * next(chance) / 65536
                if felt > best:
                    best, chosen, sells = felt, piece, False
            if law != Law.KEEP_ONLY and row < len(worths) - 1:
                change = worths[row + 1][total] - worths[row][total]
                stake = kept[piece] - HARM * (total - kept[piece]) / others
                felt = self.price + change * stake + MOOD * next(chance) / 65536
                if felt > best:
                    best, chosen, sells = felt, piece, True
            elif law == Law.SELL_ONLY and best < 0:
                best, chosen, sells = 0.0, piece, False
        return chosen, sells

    def _cells_by_piece(self) -> dict[int, list[int]]:
        """List the cells on which the seat can lay a tile, by what lies there."""
        first, second, third, fourth = self.hands[self.seat]
        held = (first > 0) | (second > 0) << 1 | (third > 0) << 2 | (fourth > 0) << 3
        banned, board, cells = self.banned, self.board, dict[int, list[int]]()
        for cell in self.open:
            if held & ~banned[cell]:
                cells.setdefault(board[cell], []).append(cell)
        return cells

    def _lay_tile(self, cell: int) -> None:
        """Lay the family that can be spared best, and open the cells above that rest on two tiles now."""
        board, banned, hand = self.board, self.banned, self.hands[self.seat]
        family = max([family for family in range(4) if not banned[cell] >> family & 1], key=hand.__getitem__)
        hand[family] -= 1
        board[cell] = _TILE
        self.open.remove(cell)
        for beside in TOUCHING[cell]:
            banned[beside] |= 1 << family
        for above in ABOVE[cell]:
            left, right = BELOW[above]
            if board[left] == _TILE and board[right] == _TILE:
                self.open.append(above)

    def _draw(self) -> None:
        """Draw a family that the hand lacks, if one lies on top; else any."""
        hand = self.hands[self.seat]
        if sum(hand) >= HAND_SIZE:
            return
        chosen: list[int] | None = None
        for stack in self.stacks:
            if stack and (chosen is None or not hand[stack[-1]]):
                chosen = stack
        if chosen:
            hand[chosen.pop()] += 1

    def scores(self) -> list[float]:
        """Count as at the end."""
        scores = self.cash[:]
        for colour, (table, row) in enumerate(zip(self.tables, self.covered, strict=True)):
            owned = [kept[colour] for kept in self.kept]
            total = sum(owned)
            if not total:
                continue
            entry, most = table[row], max(owned)
            alone = owned.count(most) == 1
            for seat, number in enumerate(owned):
                if entry.times:
                    scores[seat] += number * entry.times * total
                else:
                    scores[seat] += number * (entry.majority if alone and number == most else entry.others)
        return scores


@dataclass(slots=True)
class Outlook:
    """What play-outs say about the price tables at the end: the rows that will be covered, and what will be owned."""

    rows: list[int]
    """The rows that are valid now, by colour."""
    covers: list[Counter[int]]
    """How often so many rows more were covered at the end."""
    kept: list[float]
    """The treasures that all will own, on average."""

    @classmethod
    def of(cls, start: Course, ends: Sequence[Course]) -> Outlook:
        """Sum up how play-outs from a start ended. Without any, each row that may follow is as likely."""
        rows, tables = start.covered, start.tables
        if not ends:
            covers = [Counter(range(len(table) - row)) for table, row in zip(tables, rows, strict=True)]
            return cls(rows, covers, [sum(kept[colour] for kept in start.kept) + 2.0 for colour in range(_LAW)])
        covers = [Counter(end.covered[colour] - rows[colour] for end in ends) for colour in range(_LAW)]
        kept = [sum(kept[colour] for end in ends for kept in end.kept) / len(ends) for colour in range(_LAW)]
        return cls(rows, covers, kept)

    def scores(self, course: Course) -> list[float]:
        """Estimate the scores at the end of a course."""
        scores = course.cash[:]
        for colour in range(_LAW):
            owned = [kept[colour] for kept in course.kept]
            if not any(owned):
                continue
            leader, other = self._worths(course, colour, sum(owned))
            most = max(owned)
            alone = owned.count(most) == 1
            for seat, number in enumerate(owned):
                scores[seat] += number * (leader if alone and number == most else other)
        return scores

    def _worths(self, course: Course, colour: int, owned: int) -> tuple[float, float]:
        """Estimate the worth of a treasure for who has most of its colour, and for the others."""
        table, row, covers = course.tables[colour], course.covered[colour], self.covers[colour]
        last = len(table) - 1
        total = max(float(owned), self.kept[colour])
        leader = other = 0.0
        for more, number in covers.items():
            # Did those who sold a treasure now only do what somebody would have done anyway? As likely as not.
            for final in (max(row, self.rows[colour] + more), min(row + more, last)):
                entry = table[final]
                leader += number * (entry.times * total if entry.times else entry.majority)
                other += number * (entry.times * total if entry.times else entry.others)
        weight = 2 * covers.total()
        leader, other = leader / weight, other / weight
        return LEADER * leader + (1 - LEADER) * other, other


@lru_cache(maxsize=256)
def _expected_worths(table: Table) -> list[list[float]]:
    """Estimate what a treasure will be worth, by the row that a price table shows now and the number that all own."""
    return [[_expected_worth(table, row, owned) for owned in range(TREASURES + 3)] for row in range(len(table))]


def _expected_worth(table: Table, row: int, owned: int) -> float:
    now = _number(table[row], owned)
    rest = [_number(entry, owned) for entry in table[row + 1 :]]
    return NOW * now + (1 - NOW) * sum(rest) / len(rest) if rest else now


def _number(entry: Entry, owned: int) -> float:
    return float(entry.times * owned) if entry.times else (entry.majority + entry.others) / 2


def _held_worth(laws: tuple[Law, ...]) -> float:
    return sum(JOKER_WORTH if law == Law.JOKER else HELD_WORTH for law in laws)
