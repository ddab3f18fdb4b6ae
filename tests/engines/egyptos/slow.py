"""Egyptos a second time, from the rule sheet alone: pairs of numbers, no bits, no short cuts. Slow and plain.

The engine is compared with it. It shares no code with the engine, and does not count repetitions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

Spot = tuple[int, int]
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXY"
NAMES = {(column, row): f"{LETTERS[column + 12]}{row + 13}" for column in range(-12, 13) for row in range(-12, 13)}


@dataclass(frozen=True)
class Table:
    stones: dict[Spot, str] = field(default_factory=dict)
    colour: str = "black"
    isolation: str = "forbidden"
    isolation_test: str = "removal"
    overline: str = "wins"
    contact: str = "corner"

    def near(self, spot: Spot) -> set[Spot]:
        column, row = spot
        ring = {(column + right, row + up) for right in (-1, 0, 1) for up in (-1, 0, 1)} - {spot}
        return {other for other in ring if self.contact == "corner" or column == other[0] or row == other[1]}

    def touches(self, spot: Spot, spots: Iterable[Spot]) -> bool:
        return not self.near(spot).isdisjoint(spots)

    def is_one_group(self, spots: set[Spot]) -> bool:
        reached, waiting = set[Spot](), [min(spots)]
        while waiting:
            spot = waiting.pop()
            if spot not in reached:
                reached.add(spot)
                waiting += self.near(spot) & spots
        return reached == spots

    def steps(self) -> set[str]:
        """Write every legal step."""
        if not self.stones:
            return {"M13"}
        if len(self.stones) < 24:
            return {name_of(spot) for spot in self.frontier(set(self.stones))}
        return {f"{name_of(origin)} {name_of(spot)}" for origin, spot in self.moves()} or {"pass"}

    def frontier(self, spots: set[Spot]) -> set[Spot]:
        return {near for spot in spots for near in self.near(spot)} - set(self.stones)

    def moves(self) -> Iterator[tuple[Spot, Spot]]:
        for origin in [spot for spot, colour in self.stones.items() if colour == self.colour]:
            rest = set(self.stones) - {origin}
            yield from ((origin, spot) for spot in self.frontier(rest) if self.may_go(rest, spot))

    def may_go(self, rest: set[Spot], spot: Spot) -> bool:
        if self.isolation == "allowed":
            return True
        return self.is_one_group(rest if self.isolation_test == "removal" else rest | {spot})

    def play(self, order: str) -> Table:
        stones = dict(self.stones)
        if order != "pass":
            *origin, spot = map(spot_of, order.split())
            for left in origin:
                del stones[left]
            stones[spot] = self.colour
        return replace(self, stones=stones, colour="gold" if self.colour == "black" else "black")

    def has_won(self, colour: str) -> bool:
        lengths = set(self.rows({spot for spot, other in self.stones.items() if other == colour}))
        return 5 in lengths if self.overline == "not" else any(length >= 5 for length in lengths)

    @staticmethod
    def rows(spots: set[Spot]) -> Iterator[int]:
        for column, row in spots:
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                if (column - right, row - up) not in spots:
                    length = 1
                    while (column + right * length, row + up * length) in spots:
                        length += 1
                    yield length


def name_of(spot: Spot) -> str:
    return NAMES.get(spot) or f"({spot[0]:+d}:{spot[1]:+d})"


def spot_of(name: str) -> Spot:
    if name.startswith("("):
        column, row = name.strip("()").split(":")
        return int(column), int(row)
    return ord(name[0]) - ord("M"), int(name[1:]) - 13
