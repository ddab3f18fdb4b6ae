"""The scoreboard: the treasures and points of each seat so far, as everybody sees them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from adjudicator.engines.contract import Seat
from adjudicator.engines.pharao.position.grid import ALL_CELLS, NAMES, NOWHERE, names_in
from adjudicator.engines.pharao.position.position import BUST, FIGURES, Figure, Position, Treasure
from adjudicator.engines.pharao.position.scoring import moment_reached, rank_seats
from adjudicator.engines.pharao.steps.collapse import LOSSES


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the table of seats. Banked treasures lie face down: they are counted, and shown only at the end."""

    seat: Seat
    place: int
    points: int
    photos: int
    banked: int
    """The number of safe treasures."""
    treasures: tuple[Treasure, ...]
    """Their values, once the match is over (GOLD-CARRY-1)."""
    archaeologist: str
    """The card where it stands; empty once it is lost."""
    porter: str
    carries: Treasure
    stock: int
    lanterns: tuple[str, ...]
    reached: int
    """The moment at which the seat came to its points, to settle ties."""

    @property
    def lost(self) -> tuple[Figure, ...]:
        """The figures that fell with the pyramid."""
        cells = zip(FIGURES, (self.archaeologist, self.porter), strict=True)
        return tuple(figure for figure, cell in cells if not cell)

    @property
    def complete(self) -> bool:
        """Tell whether both figures are left, which settles ties."""
        return not self.lost

    @property
    def losses(self) -> int:
        """The points that lost figures cost."""
        return sum(LOSSES[figure] for figure in self.lost)

    @property
    def treasure_points(self) -> int:
        """The points of its treasures: all points, less those of photos, and without the losses."""
        return self.points - self.photos + self.losses

    @property
    def gold(self) -> str:
        """Its treasures by their worth, as in ``3x2+3+5``."""
        alike = Counter(self.treasures)
        return "+".join(f"{number}x{worth}" if number > 1 else str(worth) for worth, number in alike.items()) or "0"

    @property
    def has_bust(self) -> bool:
        """Tell, once the match is over, whether the bust is among its treasures."""
        return BUST in self.treasures


def list_standings(position: Position) -> tuple[Standing, ...]:
    """Make the table, seat by seat."""
    names, first = {NOWHERE: ""} | dict(zip(ALL_CELLS, NAMES, strict=True)), position.variant.tie_time == "first_ever"
    return tuple(
        Standing(
            seat,
            place,
            player.points,
            player.photos,
            len(player.banked),
            tuple(sorted(player.banked)) if position.ending else (),
            names[player.archaeologist],
            names[player.porter],
            player.carries,
            player.stock,
            names_in(player.lanterns),
            moment_reached(player, first=first),
        )
        for seat, (player, place) in enumerate(zip(position.players, rank_seats(position), strict=True))
    )
