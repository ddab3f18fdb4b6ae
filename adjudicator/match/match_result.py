"""The result of a match as the database keeps it, for either version of the record.

It is what pages and letters need without reading the whole record: who came where, and why it ended.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from msgspec import Struct

from adjudicator.codec import Codec
from adjudicator.engines.contract import Seat


class EndKind(StrEnum):
    """The cause of the end of a match."""

    RULES = "rules"
    RESIGNED = "resigned"
    AGREED = "agreed"
    CLAIMED = "claimed"
    """Version 1: a player claimed it when another was late. Version 2 calls it `TIME`."""
    CANCELLED = "cancelled"
    """Version 1: without a result. Version 2 calls it `ANNULLED`."""
    TIME = "time"
    ALONE = "alone"
    """The last person at the table ended it (R34)."""
    AWARDED = "awarded"
    ANNULLED = "annulled"


def ending_of(kind: EndKind) -> EndKind:
    """Say an end by the words of version 2 of the record."""
    return {EndKind.CLAIMED: EndKind.TIME, EndKind.CANCELLED: EndKind.ANNULLED}.get(kind, kind)


class MatchResult(Struct, frozen=True):
    """How a match ended. `seat` is the one whose deed ended it; places and scores go by seats."""

    kind: EndKind
    reason: str
    places: tuple[int, ...]
    scores: tuple[int | None, ...]
    at: datetime
    digest: str
    seat: Seat | None = None


MATCH_RESULT: Codec[MatchResult] = Codec(MatchResult)
