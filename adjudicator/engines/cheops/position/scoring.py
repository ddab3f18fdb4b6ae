"""Scoring at the end: the worth of each colour, by seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from adjudicator.engines.cheops.position.laws import Law
from adjudicator.engines.cheops.position.pieces import COLOUR_INDEX, COLOURS, Colour
from adjudicator.engines.cheops.position.position import Position
from adjudicator.engines.cheops.position.pricetables import Entry, plain_entry


@dataclass(frozen=True, slots=True)
class Count:
    """The count of one colour, in figures that a player can check by hand."""

    colour: Colour
    entry: Entry
    """The topmost uncovered row, or law 7 on it."""
    worthless: bool
    """Whether law 4 under a full table voids the colour."""
    owned: tuple[int, ...]
    """Treasures by seat, the joker among them."""

    @property
    def kind(self) -> Literal["worthless", "multiple", "majority", "plain"]:
        """The kind of sentence that tells its worth."""
        return "worthless" if self.worthless else self.entry.kind

    @property
    def total(self) -> int:
        """All treasures owned: the x of a multiple."""
        return sum(self.owned)

    @property
    def leader(self) -> int | None:
        """The one seat that has more than anybody else; None in a tie (CHEOPS-SCORE-3)."""
        most = max(self.owned)
        return self.owned.index(most) if self.owned.count(most) == 1 else None

    @property
    def each(self) -> tuple[int, ...]:
        """Worth of one treasure, by seat."""
        if self.worthless:
            return (0,) * len(self.owned)
        if self.entry.times:
            return (self.entry.times * self.total,) * len(self.owned)
        leader = self.leader
        return tuple(self.entry.majority if seat == leader else self.entry.others for seat in range(len(self.owned)))

    @property
    def worth(self) -> tuple[int, ...]:
        """Points for the colour, by seat."""
        return tuple(number * each for number, each in zip(self.owned, self.each, strict=True))


def valid_entry(position: Position, colour: Colour) -> Entry:
    """Find the topmost uncovered number of a colour's price table, or law 7 on it (CHEOPS-KEEP-2, D7)."""
    index = COLOUR_INDEX[colour]
    row = position.covered[index]
    if position.laws.over == (index, row):
        return plain_entry(position.numeral)
    return position.tables[index][row]


def count_colours(position: Position) -> tuple[Count, ...]:
    """Count each colour, as if the match ended now."""
    return tuple(_count_colour(position, colour) for colour in COLOURS)


def add_scores(position: Position) -> tuple[int, ...]:
    """Add cash and treasures up, by seat (CHEOPS-SCORE-1)."""
    worths = [count.worth for count in count_colours(position)]
    return tuple(player.cash + sum(worth[seat] for worth in worths) for seat, player in enumerate(position.players))


def rank_scores(scores: Sequence[int]) -> tuple[int, ...]:
    """Give each score its place; equal ones share it (E33)."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)


def _count_colour(position: Position, colour: Colour) -> Count:
    index = COLOUR_INDEX[colour]
    owned = [player.kept[index] for player in position.players]
    # The joker is a treasure like any other: it counts for the majority and for x (E31).
    if position.joker == colour and position.joker_seat is not None:
        owned[position.joker_seat] += 1
    law_4_voids = position.variant.law4_full == "all_worthless" and position.law_under(colour) == Law.SELL_ONLY
    return Count(colour, valid_entry(position, colour), law_4_voids and position.is_full(colour), tuple(owned))
