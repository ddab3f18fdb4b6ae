"""How a match may go on: quick play-outs in which every seat takes the piece that serves it best, for the house player.

A play-out keeps the pyramid, the tiles, the price tables and what everybody has. It leaves out neighbours, and what
laws do that nobody has turned over or that are held. So one takes less than a millisecond.
"""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from adjudicator.engines.cheops.position.laws import Law
from adjudicator.engines.cheops.position.pieces import COLOURS, FACE_DOWN_LAW, FAMILIES, HAND_SIZE, TILES
from adjudicator.engines.cheops.position.position import Position
from adjudicator.engines.cheops.position.pricetables import Table, plain_entry
from adjudicator.engines.cheops.position.pyramid import ABOVE, BELOW, BOTTOM, CELLS, TOUCHING
from adjudicator.engines.contract import Seat

_LAW, _TILE = len(COLOURS), len(COLOURS) + 1
_PIECES = dict.fromkeys(TILES, _TILE) | {FACE_DOWN_LAW: _LAW} | {str(colour): n for n, colour in enumerate(COLOURS)}

_FAMILY_BITS: dict[str, int] = {family: 1 << number for number, family in enumerate(FAMILIES)}
_CHOICES = 2 * len(COLOURS) + 1
"""The choices of a turn: to keep or to sell each colour, and a law."""

Worth = tuple[float, float, float]
"""Worth of a treasure: for who has most of its colour, for others, and more for each one that anybody owns."""
Worths = Sequence[Sequence[Worth]]
"""Values of price tables, now or perhaps at the end, by colour and by the row that is valid now."""

LAW_WORTH = 6.0
"""Worth of a law that nobody has seen, in points, as the seats of a play-out estimate it."""
MOOD = 4.0
"""How far they err about the worth of a step, in points."""
HARM = 0.5
"""How much they care for the effect of a step on the others."""
HASTY = 0.5
"""How many of them value everything as if the match ended now."""
DECIDED = 1000.0
"""Their estimate of a sale that ends the match, if they lead then; the same with a minus if they do not."""
LEADER = 0.7
"""How likely a seat that has most of a colour will have most at the end."""
JOKER_WORTH = 20.0
"""Worth of law 9 before its colour is named."""
HELD_WORTH = 8.0
"""Worth of a held law before it is used."""


def stir(seed: int) -> Iterator[int]:
    """Give numbers below 2**16 that look random, the same for the same seed (a linear congruential generator)."""
    while True:
        seed = (seed * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
        yield seed >> 48


@dataclass(slots=True)
class Luck:
    """The chance of a play-out, drawn in advance and once for the play-outs of all steps that are compared."""

    moods: list[float]
    """How far a seat errs about each choice of each turn, in points."""
    order: list[int]
    """A number for each cell: of two cells that offer the same the one with the lower number is taken."""
    hasty: list[bool]
    """Which seats value everything as if the match ended now."""

    @classmethod
    def draw(cls, seed: int, seats: int) -> Luck:
        """Draw the chance of a whole play-out."""
        chance = stir(seed)
        return cls(
            moods=[MOOD * next(chance) / 65536 for _ in range(_CHOICES * len(CELLS))],
            order=[next(chance) for _ in CELLS],
            hasty=[next(chance) < HASTY * 65536 for _ in range(seats)],
        )


@dataclass(slots=True)
class Course:
    """The state of a play-out, which it changes."""

    seat: Seat
    price: int
    needed: int
    """How many full price tables end the match."""
    tables: list[Table]
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

    def play(self, luck: Luck, worths: Worths) -> list[float]:
        """Play to the end and give the scores. Seats that are not hasty go by `worths`."""
        seats, passes, turn = len(self.cash), 0, 0
        full = sum([len(table) - covered == 1 for table, covered in zip(self.tables, self.covered, strict=True)])
        self.open.sort(key=luck.order.__getitem__)
        while full < self.needed and passes < seats and self.open:
            cells, moods = self._cells_by_piece(), luck.moods[turn : turn + _CHOICES]
            if luck.hasty[self.seat]:
                chosen, sells = self._choose(cells, self.tables, moods, ends=False)
            else:
                chosen, sells = self._choose(cells, worths, moods, ends=full + 1 == self.needed)
            turn = (turn + _CHOICES) % len(luck.moods)
            if chosen < 0:
                passes += 1
            else:
                passes = 0
                self._lay_tile(cells[chosen], luck.order)
                if sells:
                    self.cash[self.seat] += self.price
                    self.covered[chosen] += 1
                    full += len(self.tables[chosen]) - self.covered[chosen] == 1
                elif chosen == _LAW:
                    self.cash[self.seat] += LAW_WORTH
                elif self.under[chosen] != Law.SELL_ONLY:
                    self.kept[self.seat][chosen] += 1
                    self.totals[chosen] += 1
            self._draw()
            self.seat = (self.seat + 1) % seats
        return self.scores()

    def _choose(self, cells: Sequence[int], worths: Worths, moods: Sequence[float], *, ends: bool) -> tuple[int, bool]:
        """Choose a piece to take, and whether to sell it: the one worth most, as far as the seat can tell.

        `ends` says that the match ends with the next full price table, and that the seat thinks of it.
        """
        best, chosen, sells = -1e9, -1, False
        if cells[_LAW] >= 0:
            best, chosen = LAW_WORTH + moods[2 * _LAW], _LAW
        for colour in range(_LAW):
            if cells[colour] < 0:
                continue
            law, last = self.under[colour], self.covered[colour] == len(self.tables[colour]) - 1
            if law != Law.SELL_ONLY:
                felt = self._keeping(colour, worths[colour]) + moods[2 * colour]
                if felt > best:
                    best, chosen, sells = felt, colour, False
            if law != Law.KEEP_ONLY and not last:
                felt = self._selling(colour, worths[colour]) + moods[2 * colour + 1]
                if ends and self.covered[colour] + 2 == len(self.tables[colour]):
                    felt += self._ending(colour)
                if felt > best:
                    best, chosen, sells = felt, colour, True
            elif law == Law.SELL_ONLY and best < 0:
                best, chosen, sells = 0.0, colour, False
        return chosen, sells

    def _keeping(self, colour: int, rows: Sequence[Worth]) -> float:
        """Value another treasure of a colour for the seat, less its worth for the others."""
        most, other, times = rows[self.covered[colour]]
        mine, total, rivals = self.kept[self.seat][colour], self.totals[colour], len(self.kept) - 1
        if most == other:
            before = after = other
        else:
            leading = self._most_of_others(colour)
            before, after = most if mine > leading else other, most if mine >= leading else other
        gain = (mine + 1) * (after + times * (total + 1)) - mine * (before + times * total)
        return gain - HARM * times * (total - mine) / rivals

    def _selling(self, colour: int, rows: Sequence[Worth]) -> float:
        """Value a sale for the seat: the price, and the effect of the next number on all treasures of its colour."""
        most, other, times = rows[self.covered[colour]]
        next_most, next_other, next_times = rows[self.covered[colour] + 1]
        mine, total, rivals = self.kept[self.seat][colour], self.totals[colour], len(self.kept) - 1
        more = (next_times - times) * total
        change = next_other - other + more
        if mine and (most != other or next_most != next_other) and mine > self._most_of_others(colour):
            return self.price + mine * (next_most - most + more) - HARM * change * (total - mine) / rivals
        return self.price + mine * change - HARM * change * (total - mine) / rivals

    def _most_of_others(self, colour: int) -> int:
        return max([kept[colour] for seat, kept in enumerate(self.kept) if seat != self.seat])

    def _ending(self, colour: int) -> float:
        """Value a sale that ends the match."""
        self.covered[colour] += 1
        self.cash[self.seat] += self.price
        scores = self.scores()
        self.covered[colour] -= 1
        self.cash[self.seat] -= self.price
        mine = scores.pop(self.seat)
        return DECIDED if mine > max(scores) else -DECIDED

    def _cells_by_piece(self) -> list[int]:
        """Find a cell for each kind of piece on which the seat can lay a tile; -1 for none."""
        first, second, third, fourth = self.hands[self.seat]
        held = (first > 0) | (second > 0) << 1 | (third > 0) << 2 | (fourth > 0) << 3
        banned, board, cells = self.banned, self.board, [-1] * _TILE
        for cell in self.open:
            if held & ~banned[cell] and cells[board[cell]] < 0:
                cells[board[cell]] = cell
        return cells

    def _lay_tile(self, cell: int, order: Sequence[int]) -> None:
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
                insort(self.open, above, key=order.__getitem__)

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
            total = self.totals[colour]
            if not total:
                continue
            entry = table[row]
            if entry.times:
                each = entry.times * total
                for seat, number in enumerate(owned):
                    scores[seat] += number * each
                continue
            most = max(owned)
            alone = owned.count(most) == 1
            for seat, number in enumerate(owned):
                scores[seat] += number * (entry.majority if alone and number == most else entry.others)
        return scores


@dataclass(slots=True)
class Outlook:
    """Forecast of the price tables at the end, from play-outs: the covered rows, and the treasures owned."""

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

    def worths(self, tables: Sequence[Table]) -> Worths:
        """Estimate the numbers of the price tables at the end, by colour and by the row that is valid now."""
        return [[self._worth(table, row, colour) for row in range(len(table))] for colour, table in enumerate(tables)]

    def _worth(self, table: Table, row: int, colour: int) -> Worth:
        covers, last = self.covers[colour], len(table) - 1
        most = other = times = 0.0
        for more, number in covers.items():
            # Did those who sold a treasure now only do what somebody would have done anyway? As likely as not.
            for final in (max(row, self.rows[colour] + more), min(row + more, last)):
                entry = table[final]
                most += number * entry.majority
                other += number * entry.others
                times += number * entry.times
        weight = 2 * covers.total()
        most, other = most / weight, other / weight
        return LEADER * most + (1 - LEADER) * other, other, times / weight

    def scores(self, course: Course, worths: Worths) -> list[float]:
        """Estimate the scores at the end of a course."""
        scores = course.cash[:]
        for colour, total in enumerate(course.totals):
            if not total:
                continue
            owned = [kept[colour] for kept in course.kept]
            most, other, times = worths[colour][course.covered[colour]]
            rest = times * max(total, self.kept[colour])
            leading = max(owned)
            alone = owned.count(leading) == 1
            for seat, number in enumerate(owned):
                scores[seat] += number * ((most if alone and number == leading else other) + rest)
        return scores


def _held_worth(laws: tuple[Law, ...]) -> float:
    return sum(JOKER_WORTH if law == Law.JOKER else HELD_WORTH for law in laws)
