"""Cheops a second time: what lies on the table and what may be done, from the rule sheet alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

Spot = tuple[int, int]
COLOURS = "RGBONM"
EXTRAS = (10, 11, 12)


def name_of(spot: Spot) -> str:
    return f"{'ABCDEFGHIJK'[spot[0]]}{spot[1]}"


SPOTS = [(row, place) for row in range(11) for place in range(1, 12 - row)]
SPOT_OF = {name_of(spot): spot for spot in SPOTS}


class SlowChoices:
    """A table in the middle of a match, and what may be done at it."""

    def __init__(self, options: Mapping[str, Any], seats: int, deal: Mapping[str, Any]) -> None:
        self.options, self.seats, self.deal = options, seats, deal
        self.seat: int = deal["first"]
        self.lying: dict[Spot, Any] = {SPOT_OF[name]: colour for name, colour in deal["treasures"].items()}
        self.lying |= {SPOT_OF[name]: law for name, law in deal["laws"].items()}
        self.tiles: dict[Spot, str] = {}
        self.stacks = [list(map(str, stack)) for stack in deal["stacks"]]
        self.hands = [["1", "2", "3", "4"] for _ in range(seats)]
        self.cash = [0] * seats
        self.kept = [dict.fromkeys(COLOURS, 0) for _ in range(seats)]
        self.held: list[set[int]] = [set() for _ in range(seats)]
        self.sold = dict.fromkeys(COLOURS, 0)
        self.under: dict[str, int] = {}
        self.market: list[int] = []
        self.third = False
        self.seventh: tuple[str, int] | None = None
        self.neighbours = 4
        self.passes = 0
        self.reason, self.joker = "", ""
        self.begin_turn()

    def begin_turn(self) -> None:
        self.stage, self.law, self.waiting = "start", 0, 0
        self.bought = self.laid = self.passed = self.drawn = False

    # What may be done.

    def legal(self) -> set[str]:
        if self.reason:
            return set() if self.joker or self.owner_of(9) is None else {f"joker {c}" for c in [*COLOURS, "none"]}
        if self.law:
            return set(self.resolving())
        if self.stage == "start":
            return self.starting()
        return {"end", *(f"draw {number}" for number in self.drawable()), *self.extras()}

    def starting(self) -> set[str]:
        takes = {f"{family} {name_of(spot)}{fate}" for family, spot in self.placements() for fate in self.fates(spot)}
        steps = takes or {"pass"}
        if not self.bought and self.neighbours and self.cash[self.seat] >= 20 and self.hands[self.seat]:
            steps = steps | {f"V {name_of(spot)}{fate}" for spot in self.open() if self.leaves_a_turn(spot)
                             for fate in self.fates(spot)}  # fmt: skip
        return steps | set(self.extras())

    def open(self) -> set[Spot]:
        return {
            (row, place)
            for row, place in self.lying
            if row == 0 or ((row - 1, place) in self.tiles and (row - 1, place + 1) in self.tiles)
        }

    def placements(self) -> set[tuple[str, Spot]]:
        return {
            (family, spot)
            for family in self.hands[self.seat]
            for spot in self.open()
            if all(self.tiles.get(near) != family for near in around(spot))
        }

    def leaves_a_turn(self, spot: Spot) -> bool:
        if self.options["neighbour_check"] == "none":
            return True
        taken = self.lying.pop(spot)
        self.tiles[spot] = "V"
        possible = bool(self.placements())
        del self.tiles[spot]
        self.lying[spot] = taken
        return possible

    def fates(self, spot: Spot) -> list[str]:
        colour = self.lying[spot]
        if isinstance(colour, int):
            return [""]
        law, full = self.under.get(colour), self.is_full(colour)
        may_sell = not full and law != 5
        may_keep = law != 4
        return [" sell"] * may_sell + [" keep"] * may_keep + [" discard"] * (not may_sell and not may_keep)

    def is_full(self, colour: str) -> bool:
        return len(self.deal["tables"][colour]) - self.sold[colour] == 1

    def drawable(self) -> list[int]:
        numbers = [number for number in (1, 2, 3) if self.stacks[number - 1]]
        if len(self.hands[self.seat]) >= 4:
            return []
        return numbers[:1] if self.options["draw_source"] == "front" else numbers

    def extras(self) -> Iterator[str]:
        if not self.drawn:
            for law in self.held[self.seat] & set(EXTRAS) - {self.waiting}:
                yield from self.uses(law)

    def uses(self, law: int) -> Iterator[str]:
        treasures = {spot: colour for spot, colour in self.lying.items() if isinstance(colour, str)}
        mine = [colour for colour in COLOURS if self.kept[self.seat][colour]]
        if law == 10:
            yield from (f"law10 {c}" for c in mine if not self.is_full(c) and self.under.get(c) != 5)
        elif law == 11:
            for family, spot in self.placements():
                if spot in treasures:
                    yield from (f"law11 {family} {name_of(spot)}{fate}" for fate in self.fates(spot))
        else:
            for one, colour in treasures.items():
                yield from (
                    f"law12 {name_of(one)} {name_of(two)}"
                    for two, other in treasures.items()
                    if one < two and colour != other
                )
                if self.under.get(colour) != 4:
                    yield from (f"law12 {own} {name_of(one)}" for own in mine if own != colour)

    def resolving(self) -> Iterator[str]:
        if self.law <= 3:
            yield "law"
        elif self.law <= 6:
            yield from (f"under {colour}" for colour in COLOURS if colour not in self.under)
        elif self.law == 7:
            for colour in COLOURS:
                rows = len(self.deal["tables"][colour])
                yield from (f"over {colour}{row}" for row in range(self.sold[colour] + 1, rows + 1))
        elif self.law == 8:
            yield from {f"remove {law}" for law in self.in_play()} or {"discard"}
        elif self.law == 9:
            yield from ["pay", "discard"] if self.cash[self.seat] >= 25 else ["discard"]
        else:
            yield "hold"
            yield from self.uses(self.law)

    def in_play(self) -> set[int]:
        found = {*self.market, *self.under.values(), *(law for held in self.held for law in held)}
        return found | ({3} if self.third else set()) | ({7} if self.seventh else set())

    def owner_of(self, law: int) -> int | None:
        return next((seat for seat in range(self.seats) if law in self.held[seat]), None)


def around(spot: Spot) -> list[Spot]:
    row, place = spot
    beside = [(row, place - 1), (row, place + 1)]
    return [*beside, (row - 1, place), (row - 1, place + 1), (row + 1, place - 1), (row + 1, place)]
