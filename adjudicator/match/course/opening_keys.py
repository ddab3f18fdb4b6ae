"""The openings of a game under one choice of options: digests of positions that are the same in play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import TypeAlias

from adjudicator.engines.contract import AnyEngine, AnyPosition, Options
from adjudicator.engines.openings import HasOpenings

DIGEST_BYTES = 8
"""64 bits, written as 16 hexadecimal digits: among fifty million positions two are the same once in 15,000 archives."""
NOBODY = "-"
SHARED = "="
SOMEBODY = "+"
AnyOpenings: TypeAlias = HasOpenings[AnyPosition]


@dataclass(frozen=True, slots=True)
class OpeningBook:
    """All openings of a game with one choice of options and one number of seats."""

    engine: AnyEngine
    openings: AnyOpenings
    """The same engine."""
    options: Options
    seats: int

    @classmethod
    def of(cls, engine: AnyEngine, options: Options, seats: int) -> OpeningBook | None:
        """Return the openings of a game; None if they cannot be compared."""
        return cls(engine, engine, options, seats) if isinstance(engine, HasOpenings) else None

    @property
    def variant(self) -> str:
        """The options that change an opening and are not the usual ones, such as ``opening=swap``."""
        keys = self.openings.opening_options
        chosen = [(option, self.options.get(option.key, option.default)) for option in self.engine.rules.options]
        return " ".join(
            f"{option.key}={value}" for option, value in chosen if option.key in keys and value != option.default
        )

    def first_position(self) -> AnyPosition:
        """Set up the position from which all of them begin."""
        return self.openings.first_position(self.options, self.seats)

    def digest(self, position: AnyPosition, steps: Sequence[str]) -> str:
        """Digest a position, to which steps led, and all that are the same in play."""
        parts = (self.engine.rules.key, str(self.seats), self.variant, self.openings.opening(position, steps))
        return blake2b("\n".join(parts).encode(), digest_size=DIGEST_BYTES).hexdigest()


def side_of_winner(engine: AnyEngine, position: AnyPosition, places: Sequence[int]) -> str:
    """Name the side that won alone, by its key; `SOMEBODY` in a game without sides, and else `SHARED` or `NOBODY`."""
    if 1 not in places:
        return NOBODY
    if places.count(1) > 1:
        return SHARED
    sides = engine.view(position, None).sides
    return (sides[places.index(1)] if sides else "") or SOMEBODY
