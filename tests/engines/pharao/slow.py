"""Das Gold des Pharao a second time, from the rule sheet alone. Slow and plain; it shares no code with the engine."""

from __future__ import annotations

from typing import Any

from tests.engines.pharao.slow_map import SlowMap, Spot, name_of, spot_of, ways_to_lie

COLOURS = ["red", "blue", "green", "yellow"]


class SlowTable(SlowMap):
    """A table where a match is played: `legal` lists the steps, `play` plays one."""

    def __init__(self, options: dict[str, Any], seats: int, deal: dict[str, Any]) -> None:
        super().__init__(spot_of(deal["start"]), deal["start_sides"])
        self.options, self.seats, self.seat = options, seats, deal["first"]
        for name, card in deal["cards"].items():
            self.unseen[spot_of(name)] = ("", card) if isinstance(card, str) else tuple(card)
        self.known: dict[Spot, tuple[str, str]] = {}
        self.photos = [list(photo) for photo in deal["photos"]]
        self.stack = list(deal["treasures"])
        self.people: dict[tuple[int, str], Spot] = {(seat, who): self.start for seat in range(seats) for who in "AP"}
        self.carry: dict[int, int] = {}
        self.lamps: dict[int, set[Spot]] = {seat: set() for seat in range(seats)}
        self.stock = dict.fromkeys(range(seats), 5)
        self.ground: dict[Spot, list[int]] = {}
        self.score = dict.fromkeys(range(seats), 0)
        self.log: dict[int, list[tuple[int, int]]] = {seat: [] for seat in range(seats)}
        self.event = self.silent = 0
        self.chamber: Spot | None = None
        self.clock, self.fuse, self.reason = -1, 0, ""
        self.new_turn()

    def new_turn(self) -> None:
        self.left = 3
        self.waiting: Spot | None = None
        self.just_dropped: list[int] = []
        self.busy = self.spared = False

    def legal(self) -> set[str]:
        if self.reason:
            return set()
        if self.waiting:
            return {f"turn {sides}" for sides in ways_to_lie(self.known[self.waiting][1])}
        steps = {"end"} | self.free()
        if self.left:
            steps |= self.by_archaeologist() | self.by_porter()
        return steps

    def by_archaeologist(self) -> set[str]:
        here = self.people.get((self.seat, "A"))
        if here is None:
            return set()
        slow = self.seat in self.carry and self.options["carry_lamp_bonus"] == "no"
        goals = self.reached(here, set() if slow else self.lamps[self.seat])
        around = {self.next_to(here, side) for side in self.open[here]}
        standing = set(self.unseen) - self.gone
        return {f"A {name_of(goal)}" for goal in goals} | {f"flip {name_of(spot)}" for spot in standing & around}

    def by_porter(self) -> set[str]:
        here = self.people.get((self.seat, "P"))
        if here is None:
            return set()
        steps = {f"P {name_of(goal)}" for goal in self.reached(here, self.lamps[self.seat])}
        within = self.joined(here)
        if self.options["rotate_access"] == "own_side":
            within = {spot for side in self.open[here] if (spot := self.next_to(here, side)) in self.open}
        for spot in ({here} | within) - {self.start}:
            for sides in ways_to_lie(self.known[spot][1]) - {self.open[spot]}:
                steps.add(f"rotate {name_of(spot)} {sides}")
        if here in self.lamps[self.seat]:
            steps.add("unlamp")
        elif self.stock[self.seat]:
            steps.add("lamp")
        return steps

    def free(self) -> set[str]:
        here = self.people.get((self.seat, "A"))
        if here is None:
            return set()
        if self.seat in self.carry:
            return {"drop"}
        there = self.ground.get(here, [])
        steps = {
            f"take {'bust' if worth == 5 else worth}"
            for worth in there
            if there.count(worth) > self.just_dropped.count(worth)
        }
        return steps | {f"steal {COLOURS[o]}" for o in self.carry if self.people[o, "A"] == here}

    def play(self, step: str) -> None:
        head, *words = step.split()
        if head in ("A", "P", "flip", "rotate", "lamp", "unlamp"):
            self.left -= 1
            self.just_dropped = []
        ended = getattr(self, f"do_{head.lower()}")(*words)
        if not (ended or self.reason or self.left or self.waiting) and not self.free() - {"drop"}:
            self.finish()

    def do_a(self, name: str) -> bool:
        self.people[self.seat, "A"] = spot_of(name)
        worth = self.carry.get(self.seat, 0)
        if spot_of(name) == self.start and worth:
            self.busy = True
            self.bank([self.seat])
        if worth != 5 or not self.fuse or self.chamber is None:
            return False
        self.clock, self.fuse, self.spared = self.seat, 0, True
        self.fall({self.chamber})
        self.finish()
        return True

    def do_p(self, name: str) -> None:
        self.people[self.seat, "P"] = spot_of(name)

    def do_flip(self, name: str) -> None:
        self.waiting, self.busy = spot_of(name), True
        self.known[self.waiting] = self.unseen.pop(self.waiting)

    def do_turn(self, sides: str) -> bool:
        spot, self.waiting = self.waiting or self.start, None
        self.open[spot] = sides
        return bool(self.known[spot][0]) and self.open_chamber(spot)

    def do_rotate(self, name: str, sides: str) -> None:
        self.open[spot_of(name)] = sides

    def do_lamp(self) -> None:
        self.lamps[self.seat].add(self.people[self.seat, "P"])
        self.stock[self.seat] -= 1

    def do_unlamp(self) -> None:
        self.lamps[self.seat].remove(self.people[self.seat, "P"])
        self.stock[self.seat] += 1

    def do_take(self, word: str) -> None:
        worth = 5 if word == "bust" else int(word)
        self.ground[self.people[self.seat, "A"]].remove(worth)
        self.hold(worth)

    def do_drop(self) -> None:
        worth = self.carry.pop(self.seat)
        self.ground.setdefault(self.people[self.seat, "A"], []).append(worth)
        self.just_dropped.append(worth)

    def do_steal(self, colour: str) -> None:
        self.hold(self.carry.pop(COLOURS.index(colour)))

    def do_end(self) -> bool:
        self.finish()
        return True

    def hold(self, worth: int) -> None:
        self.carry[self.seat] = worth
        if worth == 5 and not self.fuse:
            self.clock = self.seat

    def bank(self, seats: list[int]) -> None:
        self.event += 1
        for seat in seats:
            self.points(seat, self.carry.pop(seat))

    def points(self, seat: int, number: int) -> None:
        self.score[seat] += number
        self.log[seat].append((self.event, self.score[seat]))

    def open_chamber(self, spot: Spot) -> bool:
        number, trap = self.photos.pop(0)
        while number and self.chamber is None:
            worth = self.stack.pop(0) if self.stack else 5
            self.ground.setdefault(spot, []).append(worth)
            number -= 1
            if worth == 5:
                self.chamber, self.clock, self.fuse = spot, self.seat, 3
                self.spared = self.options["count_discovery_turn"] == "no"
        path = self.on_shortest(spot, self.start) if trap else set()
        if trap == "mummy":
            self.frighten(path)
        for seat, lamps in self.lamps.items() if trap == "curse" else ():
            self.stock[seat] += len(lamps & path)
            lamps.difference_update(path)
        self.event += 1
        self.points(self.seat, 1)
        if not trap or (not path and self.options["trap_ends_turn"] == "if_released"):
            return False
        self.finish()
        return True

    def frighten(self, path: set[Spot]) -> None:
        running = [person for person, spot in self.people.items() if spot in path - {self.start}]
        banking = []
        for seat, who in running:
            if who == "A" and seat in self.carry:
                if self.options["mummy_drop"] == "yes":
                    self.ground.setdefault(self.people[seat, "A"], []).append(self.carry.pop(seat))
                else:
                    banking.append(seat)
            self.people[seat, who] = self.start
        if banking:
            self.bank(banking)

    def fall(self, spots: set[Spot]) -> None:
        self.gone |= spots
        self.event += 1
        before = dict(self.score)
        for spot in spots:
            self.open.pop(spot, None)
            self.ground.pop(spot, None)
        for (seat, who), spot in list(self.people.items()):
            if spot in spots:
                del self.people[seat, who]
                self.score[seat] -= 2 if who == "A" else 1
                if who == "A":
                    self.carry.pop(seat, None)
        for seat, lamps in self.lamps.items():
            lamps.difference_update(spots)
            if self.score[seat] != before[seat]:
                self.log[seat].append((self.event, self.score[seat]))
        if len(self.gone) == 35:
            self.reason = "collapse"

    def finish(self) -> None:
        if self.chamber is not None and self.clock == self.seat and not self.spared:
            if self.fuse > 1:
                self.fuse -= 1
            else:
                self.fuse = 0
                self.fall(self.rim(self.chamber, self.options["collapse_adjacency"] == 8))
        self.silent = 0 if self.busy or self.chamber is not None else self.silent + 1
        if self.silent and self.silent == self.options["stall_rounds"] * self.seats:
            self.reason = self.reason or "stall"
        if not self.reason:
            self.seat = (self.seat + 1) % self.seats
            self.new_turn()

    def places(self) -> tuple[int, ...]:
        """Order the seats by points, then by having both figures, then by who had the points earlier."""

        def moment(seat: int) -> int:
            if self.options["tie_time"] == "first_ever":
                return next(event for event, total in [(0, 0), *self.log[seat]] if total == self.score[seat])
            return self.log[seat][-1][0] if self.log[seat] else 0

        both = {seat: (seat, "A") in self.people and (seat, "P") in self.people for seat in range(self.seats)}
        order = {seat: (-self.score[seat], not both[seat], moment(seat)) for seat in range(self.seats)}
        return tuple(1 + sum(order[other] < order[seat] for other in order) for seat in order)
