"""Cheops a second time, from the rule sheet alone: pairs of numbers and dictionaries, no short cuts. Slow and plain.

The engine is compared with it. It shares no code with the engine.
"""

from __future__ import annotations

from tests.engines.cheops.slow_choices import COLOURS, SPOT_OF, SlowChoices, Spot


class SlowTable(SlowChoices):
    """A table where a match is played: `legal` lists the steps, `play` plays one, `scores` counts at the end."""

    # What is done.

    def play(self, step: str) -> None:
        head, *words = step.split()
        if head == "joker":
            self.joker = words[0]
        elif head == "pass":
            self.stage, self.passed = "end", True
        elif head == "draw":
            self.hands[self.seat].append(self.stacks[int(words[0]) - 1].pop(0))
            self.drawn = True
            if self.options["draw_rule"] == "one" or len(self.hands[self.seat]) == 4:
                self.finish_turn()
        elif head == "end":
            self.finish_turn()
        else:
            self.act(head, words)
            if not self.law and self.options["end_timing"] == "immediate":
                self.reason = self.on_the_board()

    def act(self, head: str, words: list[str]) -> None:
        if head in "1234V":
            self.take(head, *words)
        elif head == "law11":
            self.box(11)
            self.lay(words[0], SPOT_OF[words[1]])
            self.settle(self.lying.pop(SPOT_OF[words[1]]), words[2])
        elif head == "law10":
            self.box(10)
            self.kept[self.seat][words[0]] -= 1
            self.settle(words[0], "sell")
        elif head == "law12":
            self.box(12)
            self.exchange(*words)
        else:
            self.resolve(head, words)

    def take(self, tile: str, name: str, fate: str = "") -> None:
        spot = SPOT_OF[name]
        self.lay(tile, spot)
        if tile == "V":
            self.bought = True
        else:
            self.stage = "end"
        taken = self.lying.pop(spot)
        if isinstance(taken, int):
            self.law = taken
        else:
            self.settle(taken, fate)

    def lay(self, tile: str, spot: Spot) -> None:
        self.tiles[spot], self.laid = tile, True
        if tile == "V":
            self.neighbours -= 1
            self.cash[self.seat] -= 20
        else:
            self.hands[self.seat].remove(tile)

    def settle(self, colour: str, fate: str) -> None:
        if fate == "sell":
            self.sold[colour] += 1
            self.cash[self.seat] += {1: 5, 2: 15}.get(self.market[-1] if self.market else 0, 10)
        elif fate == "keep":
            self.kept[self.seat][colour] += 1

    def exchange(self, one: str, other: str) -> None:
        two = SPOT_OF[other]
        if one in COLOURS:
            self.kept[self.seat][one] -= 1
            self.kept[self.seat][self.lying[two]] += 1
            self.lying[two] = one
        else:
            self.lying[SPOT_OF[one]], self.lying[two] = self.lying[two], self.lying[SPOT_OF[one]]

    def resolve(self, head: str, words: list[str]) -> None:
        law, self.law = self.law, 0
        if head == "under":
            self.under[words[0]] = law
        elif head == "over":
            self.seventh = words[0][0], int(words[0][1:])
        elif head == "remove":
            self.box(int(words[0]))
        elif head in ("pay", "hold"):
            self.held[self.seat].add(law)
            self.cash[self.seat] -= 25 * (head == "pay")
            self.waiting = law if self.stage == "end" else 0
        elif law in (1, 2):
            self.market.append(law)
        self.third = self.third or law == 3

    def box(self, law: int) -> None:
        self.law = 0
        for held in self.held:
            held.discard(law)
        self.market = [other for other in self.market if other != law]
        self.under = {colour: other for colour, other in self.under.items() if other != law}
        self.third = self.third and law != 3
        self.seventh = None if law == 7 else self.seventh

    # How it ends.

    def on_the_board(self) -> str:
        if not self.lying:
            return "empty"
        return "full" if sum(map(self.is_full, COLOURS)) >= (3 if self.third else 2) else ""

    def finish_turn(self) -> None:
        self.passes = self.passes + 1 if self.passed and not self.laid else 0
        self.reason = self.on_the_board() or self.stalled()
        self.seat = (self.seat + 1) % self.seats
        self.begin_turn()

    def stalled(self) -> str:
        if self.options["stall"] == "passes":
            return "passes" if self.passes == self.seats else ""
        here = self.seat
        possible = False
        for self.seat in range(self.seats):  # noqa: B020 - looked at from every seat
            possible = possible or bool(self.placements())
        self.seat = here
        return "" if possible else "stuck"

    def scores(self) -> list[int]:
        totals = list(self.cash)
        for colour in COLOURS:
            owned = [kept[colour] for kept in self.kept]
            if self.joker == colour:
                owned[self.owner_of(9) or 0] += 1
            for seat in range(self.seats):
                totals[seat] += owned[seat] * self.worth(colour, owned, seat)
        return totals

    def worth(self, colour: str, owned: list[int], seat: int) -> int:
        if self.options["law4_full"] == "all_worthless" and self.under.get(colour) == 4 and self.is_full(colour):
            return 0
        if self.seventh == (colour, self.sold[colour] + 1):
            return int(self.deal["law7"])
        match self.deal["tables"][colour][self.sold[colour]]:
            case ["x", times]:
                return int(times) * sum(owned)
            case [majority, others]:
                alone = all(owned[seat] > number for other, number in enumerate(owned) if other != seat)
                return int(majority if alone else others)
            case entry:
                return int(entry[0])
