"""Positions with a win by fours, found by trying every step with the rules' own functions, and nothing of the search.

A win by fours: each step of the attacker threatens a row of five at once, and whatever the other player does, the
attacker completes one with the third step at the latest (five plies). `python -m tests.engines.egyptos.forced_wins`
draws the positions of `forced_wins.txt` anew.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from adjudicator.engines.contract import Level
from adjudicator.engines.egyptos import ENGINE
from adjudicator.engines.egyptos.position.bitboard import WIDTH, Bitboard, Bits, bitboard_of, spread_bits, winning_row
from adjudicator.engines.egyptos.position.position import PYRAMIDS, Position, Step
from adjudicator.engines.egyptos.position.rules import Variant
from adjudicator.engines.egyptos.steps.legal import landings
from adjudicator.engines.suite.chance import Chance

TABLE = Path(__file__).with_name("forced_wins.txt")
WANTED = {
    ("laying", ""): 60,
    ("laying", "contact=side"): 10,
    ("laying", "overline=not"): 10,
    ("moving", ""): 10,
    ("moving", "isolation=allowed"): 10,
}
"""How many positions there are: by phase and options. While pyramids are laid they take five plies, later three."""


FULL = 2 * PYRAMIDS
LIFT = WIDTH * 8


class Puzzle(NamedTuple):
    """A line of the table."""

    options: str
    orders: str
    solutions: tuple[str, ...]

    def position(self) -> Position:
        """Play the orders."""
        position = begin(self.options)
        for order in self.orders.split(", "):
            position = ENGINE.apply(position, ENGINE.parse(position, order).step).position
        return position


def begin(options: str) -> Position:
    given = dict(option.split("=") for option in options.split())
    return ENGINE.setup(ENGINE.rules.complete(given), 2, {"first": 0})


def read_puzzles() -> list[Puzzle]:
    lines = (line.split("|") for line in TABLE.read_text().splitlines())
    return [
        Puzzle(options.strip(), orders.strip(), tuple(found.strip().split(", "))) for options, orders, found in lines
    ]


class Sides(NamedTuple):
    """The pyramids of the player to move, and those of the other; `laid` is their number."""

    mine: Bits
    other: Bits
    laid: int

    def moves(self, variant: Variant) -> Iterator[Bits]:
        """Yield each legal step as the bits that change."""
        table = self.mine | self.other
        if self.laid < FULL:
            yield from single(spread_bits(table, variant.contact) & ~table)
            return
        for stone in single(self.mine):
            yield from (stone | target for target in single(landings(stone, table, 0, variant)))

    def wins(self, move: Bits, variant: Variant) -> bool:
        return bool(winning_row(self.mine ^ move, variant.overline))

    def after(self, move: Bits) -> Sides:
        return Sides(self.other, self.mine ^ move, min(self.laid + 1, FULL))


def single(bits: Bits) -> Iterator[Bits]:
    while bits:
        low = bits & -bits
        yield low
        bits ^= low


def first_win(sides: Sides, variant: Variant) -> Bits:
    return next((move for move in sides.moves(variant) if sides.wins(move, variant)), 0)


def winning_fours(sides: Sides, variant: Variant, fours: int) -> Iterator[Bits]:
    """Yield every first step of a win by so many fours at most, of a position without a win at once."""
    for move in sides.moves(variant):
        after = sides.after(move)
        threat = first_win(Sides(after.other, after.mine, after.laid), variant)
        if threat and all(answered(after, reply, threat, variant, fours - 1) for reply in after.moves(variant)):
            yield move


def answered(sides: Sides, reply: Bits, threat: Bits, variant: Variant, fours: int) -> bool:
    """Tell whether the attacker still wins after a reply. The threat is tried first: most replies ignore it."""
    if sides.wins(reply, variant):
        return False
    attacker = sides.after(reply)
    if sides.laid < attacker.laid < FULL and not threat & attacker.other:
        return True
    if first_win(attacker, variant):
        return True
    return fours > 0 and next(winning_fours(attacker, variant, fours), 0) > 0


def sides_of(position: Position, board: Bitboard) -> Sides:
    # The board is lifted: steps of the search could lead below its lowest row.
    both = board.black << LIFT, board.gold << LIFT
    return Sides(both[position.colour], both[1 - position.colour], position.laid)


def solve(position: Position) -> list[Step]:
    """List the first steps of all wins by fours; none if there is a win at once."""
    board, variant = bitboard_of(position.stones), position.variant
    sides, fours = sides_of(position, board), 2 if position.laying else 1
    if first_win(sides, variant) or next(winning_fours(sides, variant, fours - 1), 0) if fours > 1 else 0:
        return []
    found = list(winning_fours(sides, variant, fours))
    return [step_of(sides, move, board) for move in found]


def step_of(sides: Sides, move: Bits, board: Bitboard) -> Step:
    origin = board.cells((move & sides.mine) >> LIFT)
    target = board.cells((move & ~sides.mine) >> LIFT)
    return (*origin, *target)  # type: ignore[return-value]


def draw(phase: str, options: str, wanted: int) -> Iterator[Puzzle]:
    """Let two easy house players play, and keep the positions that have a win by fours."""
    number = 0
    while wanted:
        number += 1
        chance, position, orders = Chance(f"{phase} {options} {number}"), begin(options), list[str]()
        while not position.ending and position.moves < 12:
            if position.laid > 6 and position.laying == (phase == "laying") and (found := solve(position)):
                wanted -= 1
                yield Puzzle(options, ", ".join(orders), tuple(map(ENGINE.format, found)))
                break
            step = ENGINE.choose(position, 0, dealer=chance, until=lambda: True, level=Level.EASY)
            orders.append(ENGINE.format(step))
            position = ENGINE.apply(position, step).position


if __name__ == "__main__":
    for (phase, options), wanted in WANTED.items():
        for puzzle in draw(phase, options, wanted):
            sys.stdout.write(f"{puzzle.options} | {puzzle.orders} | {', '.join(puzzle.solutions)}\n")
            sys.stdout.flush()
