"""The terms of a match: how people play it, besides the rules of the game. The record's header writes all of them.

`new` sets some of them; the others are those of every match today. A term keeps its name and meaning for ever, because
records name it.
"""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.engines.contract import Level, Options

TWO = 2
"""With this many seats a match ends when one player leaves it; a larger one goes on."""

_ALWAYS: Mapping[str, str | int] = {
    "time": "7d",
    "grace": "24h",
    "late": "",
    "wait": "14d",
    "off": "none",
    "absence": 1,
    "pause": 3,
    "undo": "ask",
    "leaver": "house",
    "vacant": "house",
    "house": "fair",
    "names": "shown",
    "press": "all",
    "watchers": "all",
    "archive": "public",
    "rated": "no",
    "director": "none",
    "tournament": "none",
}


def level_term(seat: int) -> str:
    """Name the term with the level of the house player at a seat, where it differs from the match's."""
    return f"house_{seat}"


def level_at(terms: Options, seat: int) -> Level | None:
    """Read how the house player plays at a seat that it was given; None in records from before there were levels."""
    level = terms.get(level_term(seat), terms.get("house"))
    return Level(level) if level in set(Level) else None


def complete_terms(chosen: Options, seats: int) -> dict[str, str | int]:
    """Write out every term; the default of `late` depends on the number of seats (C1.6)."""
    return {**_ALWAYS, "late": "claim" if seats == TWO else "house", **chosen}
