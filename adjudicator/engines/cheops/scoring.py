"""Counting at the end: what a treasure of each colour is worth to whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from adjudicator.engines.cheops.pieces import COLOURS
from adjudicator.engines.cheops.position import Position
from adjudicator.engines.cheops.pricetables import Entry, plain


@dataclass(frozen=True, slots=True)
class Count:
    """The count of one colour, in figures that a player can check by hand."""

    colour: str
    entry: Entry
    """What the topmost uncovered row says, or law 7 on it."""
    worthless: bool
    """Whether law 4 under a full table voids the colour."""
    owned: tuple[int, ...]
    """Treasures by seat, the joker among them."""

    @property
    def total(self) -> int:
        """All treasures owned: the x of a multiple."""
        return sum(self.owned)

    @property
    def leader(self) -> int | None:
        """The one seat that has more than anybody else."""
        most = max(self.owned)
        return self.owned.index(most) if self.owned.count(most) == 1 else None

    @property
    def each(self) -> tuple[int, ...]:
        """What one treasure is worth, by seat."""
        if self.worthless:
            return (0,) * len(self.owned)
        if self.entry.times:
            return (self.entry.times * self.total,) * len(self.owned)
        leader = self.leader
        return tuple(self.entry.majority if seat == leader else self.entry.others for seat in range(len(self.owned)))

    @property
    def worth(self) -> tuple[int, ...]:
        """What the colour brings, by seat."""
        return tuple(number * each for number, each in zip(self.owned, self.each, strict=True))


def valid_entry(position: Position, place: int) -> Entry:
    """Find the topmost uncovered number of a colour's table."""
    row = position.covered[place]
    if position.laws.over == (place, row):
        return plain(position.numeral)
    return position.tables[place][row]


def counts(position: Position) -> tuple[Count, ...]:
    """Count each colour, as if the match ended now."""
    return tuple(_count(position, place, colour) for place, colour in enumerate(COLOURS))


def scores(position: Position) -> tuple[int, ...]:
    """Add cash and treasures up, by seat."""
    worths = [count.worth for count in counts(position)]
    return tuple(player.cash + sum(worth[seat] for worth in worths) for seat, player in enumerate(position.players))


def places(scores: Sequence[int]) -> tuple[int, ...]:
    """Rank scores; equal ones share a place."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)


def _count(position: Position, place: int, colour: str) -> Count:
    owned = [player.kept[place] for player in position.players]
    if position.joker == colour and position.joker_seat is not None:
        owned[position.joker_seat] += 1
    worthless = (
        position.variant.law4_full == "all_worthless" and position.laws.under[place] == 4 and position.is_full(place)
    )
    return Count(colour, valid_entry(position, place), worthless, tuple(owned))
