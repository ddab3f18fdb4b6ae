"""What a seat has got so far, as everybody sees it."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.engines.contract import Seat
from adjudicator.engines.pharao.collapse import WEIGHTS
from adjudicator.engines.pharao.grid import NAMES, names_in
from adjudicator.engines.pharao.position import BUST, FIGURES, Figure, Position, Treasure
from adjudicator.engines.pharao.scoring import places, reached


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the table of seats. Banked treasures lie face down: they are counted, and shown only at the end."""

    seat: Seat
    place: int
    points: int
    photos: int
    banked: int
    """How many treasures are safe."""
    treasures: tuple[Treasure, ...]
    """Which they are, once the match is over."""
    archaeologist: str
    """The card where he stands; empty once he is lost."""
    porter: str
    carries: Treasure
    stock: int
    lanterns: tuple[str, ...]
    reached: int
    """The moment at which it came to its points, to settle ties."""

    @property
    def lost(self) -> tuple[Figure, ...]:
        """The figures that fell with the pyramid."""
        return tuple(figure for figure in FIGURES if not getattr(self, figure))

    @property
    def complete(self) -> bool:
        """Tell whether both figures are left, which settles ties."""
        return not self.lost

    @property
    def losses(self) -> int:
        """The points that lost figures cost."""
        return sum(WEIGHTS[figure] for figure in self.lost)

    @property
    def treasure_points(self) -> int:
        """The points of its treasures: what is left of all points."""
        return self.points - self.photos + self.losses

    @property
    def has_bust(self) -> bool:
        """Tell, once the match is over, whether the bust is among its treasures."""
        return BUST in self.treasures


def standings_of(position: Position) -> tuple[Standing, ...]:
    """Make the table, seat by seat."""
    names, first = {-1: ""} | dict(enumerate(NAMES)), position.variant.tie_time == "first_ever"
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
            reached(player, first=first),
        )
        for seat, (player, place) in enumerate(zip(position.players, places(position), strict=True))
    )
