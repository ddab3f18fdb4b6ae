"""The levels of the house player: their names, and which one plays where nobody chose.

Each level has one name in all languages: people of several languages sit at a table and speak of the same player, and
records have no language. A seat that the house was given before there were levels is called "House" as it was then.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from adjudicator.engines.contract import Level

NAMES: Final[Mapping[Level, str]] = {Level.EASY: "Ani", Level.FAIR: "Nefer", Level.STRONG: "Imhotep"}
FILLING_IN: Final = Level.FAIR
"""Where it plays for somebody who is late or has left: neither a gift to the neighbours nor a reason to be late."""


def usual_level(*, alone: bool) -> Level:
    """Return the level of a match that names none; `alone`: one person sits at the table, and the house.

    Who does not choose is often new, and should be able to win. At a table with other people a weak player would favour
    who sits next to it.
    """
    return Level.EASY if alone else Level.FAIR


def next_level(level: Level) -> Level | None:
    """Return the next stronger level."""
    stronger = {Level.EASY: Level.FAIR, Level.FAIR: Level.STRONG}
    return stronger.get(level)
