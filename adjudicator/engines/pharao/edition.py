"""An edition of Das Gold des Pharao: its cards, photos and treasures, and which of them are attested."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.engines.pharao.cards import Shape, Sides
from adjudicator.engines.pharao.position import Photo, Treasure

CORRIDORS = 30
CHAMBERS = ("lotus", "eye", "falcon", "ibis", "crown")
TREASURES = 8
WORTHS = (2, 3)
TRAPS = ("", "mummy", "curse")


@dataclass(frozen=True, slots=True)
class Components:
    """The components of one edition. `name` is what a match's option `tiles` keeps of them."""

    name: str
    corridors: tuple[Shape, ...]
    chambers: tuple[tuple[str, Shape], ...]
    start_sides: Sides
    photos: tuple[Photo, ...]
    treasures: tuple[Treasure, ...]
    attested: tuple[tuple[str, bool], ...]
    """Which parts of it public descriptions attest: corridors, start, chambers, photos, treasures, bust, lanterns."""
