"""A small game that owes the contract everything that is hard for a ruling.

Three shafts of four hidden cards, two to four seats. A turn has some acts: `dig 2` turns over the top card of a shaft
(gold 1 to 3; a `trap` ends the turn and costs the next one; a `fork` asks for `left`, one gold, or `right`, one more
act; a `wall` leaves `on` as the only step), `shore 1` props up a shaft and shows nothing, `end` ends the turn after an
act. Who has `target` gold wins at once; otherwise the most gold when all is dug.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import msgspec

from adjudicator.engines.contract import (
    AmbiguousStep,
    Deal,
    Dealer,
    IllegalStep,
    Json,
    Note,
    Option,
    Options,
    Outcome,
    Parsed,
    Result,
    Revealed,
    Rules,
    Seat,
    UnreadableStep,
    View,
)

CARDS = ("1", "1", "2", "2", "3", "trap", "trap", "fork", "fork", "fork", "wall", "wall")
WORDS = {"graben": "dig", "links": "left", "rechts": "right", "ende": "end", "fin": "end"}
Step = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Position:
    target: int
    acts: int
    shafts: tuple[tuple[str, ...], ...]
    gold: tuple[int, ...]
    mover: Seat
    left: int
    shored: tuple[int, ...] = ()
    choosing: str = ""
    trapped: tuple[Seat, ...] = ()


class Dealt(msgspec.Struct):
    """A deal, read back."""

    first: int
    shafts: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class ShaftsView(View):
    heights: tuple[int, ...]
    gold: tuple[int, ...]


class Shafts:
    position_type = Position
    rules = Rules(
        key="shafts/1",
        title="Shafts",
        seats=range(2, 5),
        sides=("red", "blue", "green", "white"),
        options=(Option("acts", 2, low=1, high=3), Option("target", 5, low=1, high=99)),
        presets={"plain": {}, "long": {"acts": 3, "target": 99}},
    )

    def deal(self, options: Options, seats: int, dealer: Dealer) -> dict[str, Json]:
        cards = dealer.shuffled(CARDS)
        return {"first": dealer.below(seats), "shafts": [list(cards[i : i + 4]) for i in (0, 4, 8)]}

    def setup(self, options: Options, seats: int, deal: Deal) -> Position:
        dealt = msgspec.convert({"shafts": deal["shafts"], "first": deal["first"]}, Dealt)
        shafts, first = dealt.shafts, dealt.first
        if not set().union(*shafts) <= set(CARDS) or first not in range(seats):
            raise ValueError("no such cards")
        acts, target = int(options["acts"]), int(options["target"])
        return Position(target, acts, shafts, (0,) * seats, first, acts)

    def to_move(self, position: Position) -> Seat | None:
        return None if self.outcome(position) else position.mover

    def legal_steps(self, position: Position) -> Sequence[Step]:
        if self.outcome(position):
            return []
        if position.choosing:
            return [("left", 0), ("right", 0)] if position.choosing == "fork" else [("on", 0)]
        if position.mover in position.trapped:
            return [("skip", 0)]
        digs = [("dig", i) for i, shaft in enumerate(position.shafts, 1) if shaft]
        shores = [("shore", i) for i, shaft in enumerate(position.shafts, 1) if shaft and i not in position.shored]
        return digs + shores + ([("end", 0)] if position.left < position.acts else [])

    def apply(self, position: Position, step: Step) -> Result[Position]:
        if step not in self.legal_steps(position):
            raise IllegalStep(self.format(step), Note("shafts.not_now"))
        word, number = step
        if word == "dig":
            return self._dig(position, number)
        spent = replace(position, left=position.left - 1)
        after = {
            "shore": lambda: replace(spent, shored=(*position.shored, number)),
            "left": lambda: self._paid(replace(position, choosing=""), 1),
            "right": lambda: replace(position, choosing="", left=position.left + 1),
            "on": lambda: replace(position, choosing=""),
            "end": lambda: replace(position, left=0),
            "skip": lambda: replace(position, left=0, trapped=tuple(set(position.trapped) - {position.mover})),
        }[word]()
        return Result(self._passed_on(after), (Note.of(f"shafts.{word}", seat=position.mover),))

    def _dig(self, position: Position, number: int) -> Result[Position]:
        card, *rest = position.shafts[number - 1]
        shafts = tuple(tuple(rest) if i == number else shaft for i, shaft in enumerate(position.shafts, 1))
        after = replace(position, shafts=shafts, left=position.left - 1)
        if card == "trap":
            after = replace(after, left=0, trapped=(*position.trapped, position.mover))
        elif card in ("fork", "wall"):
            after = replace(after, choosing=card)
        else:
            after = self._paid(after, int(card))
        note = Note.of("shafts.dug", seat=position.mover, shaft=number, card=card)
        return Result(self._passed_on(after), (note,), Revealed.SMALL if card.isdecimal() else Revealed.GREAT, (card,))

    def _paid(self, position: Position, gold: int) -> Position:
        return replace(
            position, gold=tuple(have + gold * (i == position.mover) for i, have in enumerate(position.gold))
        )

    def _passed_on(self, position: Position) -> Position:
        if position.left or position.choosing:
            return position
        return replace(position, mover=(position.mover + 1) % len(position.gold), left=position.acts)

    def outcome(self, position: Position) -> Outcome | None:
        won = max(position.gold) >= position.target
        if not won and (position.choosing or any(position.shafts)):
            return None
        places = tuple(1 + sum(other > gold for other in position.gold) for gold in position.gold)
        return Outcome(places, "shafts.rich" if won else "shafts.dug_out", position.gold)

    def view(self, position: Position, seat: Seat | None) -> ShaftsView:
        heights = tuple(map(len, position.shafts))
        sides = self.rules.sides[: len(position.gold)]
        return ShaftsView(self.rules.key, seat, self.to_move(position), sides, heights, position.gold)

    def parse(self, position: Position, text: str) -> Parsed[Step]:
        words = [WORDS.get(word, word) for word in re.findall(r"\w+", text.lower())]
        legal = list(self.legal_steps(position))
        nearest = [self.format(step) for step in legal]
        word = words[0] if words else ""
        if word not in ("dig", "shore", "left", "right", "on", "end", "skip") or len(words) > 4:
            raise UnreadableStep(text, Note("shafts.unreadable"))
        numbered = word in ("dig", "shore")
        if numbered and not words[1:]:
            raise AmbiguousStep(text, Note("shafts.which"), [order for order in nearest if order.startswith(word)])
        step = (word, int(words[1]) if numbered and words[1].isdecimal() else 0)
        if step not in legal:
            raise IllegalStep(text, Note("shafts.not_now"), nearest[:3])
        return Parsed(step, " ".join(text.split()[2 if numbered else 1 :]))

    def format(self, step: Step) -> str:
        word, number = step
        return f"{word} {number}" if number else word

    def resample(self, position: Position, seat: Seat, dealer: Dealer) -> Position:
        cards = iter(dealer.shuffled(sorted(card for shaft in position.shafts for card in shaft)))
        return replace(position, shafts=tuple(tuple(next(cards) for _ in shaft) for shaft in position.shafts))


SHAFTS = Shafts()


def shafts_deal(first: Seat, *shafts: str) -> dict[str, Json]:
    """Write a deal as three lines of cards, from the top down."""
    return {"first": first, "shafts": [shaft.split() for shaft in shafts]}
