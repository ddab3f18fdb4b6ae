"""The ends of a match: by its game's rules, or by its players, which is the same for all games."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from adjudicator.engines.contract import Outcome, Seat


class Kind(StrEnum):
    """The cause of the end of a match."""  # published in record.schema.json

    RULES = "rules"
    RESIGNED = "resigned"
    CLAIMED = "claimed"
    AGREED = "agreed"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Ending:
    """An end that is not recorded yet. `seat` is the one that resigned or ran out of time."""

    kind: Kind
    reason: str
    places: tuple[int, ...]
    scores: tuple[int | None, ...] = ()
    seat: Seat | None = None


def end_by_rules(outcome: Outcome) -> Ending:
    """End as the engine says."""
    return Ending(Kind.RULES, outcome.reason, outcome.places, outcome.scores)


def end_by_resignation(seat: Seat, seats: int) -> Ending:
    """End because a seat resigned: it comes last, the others share the first place."""
    return Ending(Kind.RESIGNED, "resigned", _last(seat, seats), seat=seat)


def end_by_claim(late: Seat, seats: int) -> Ending:
    """End because a seat was overdue and another one claimed the match: the late seat comes last."""
    return Ending(Kind.CLAIMED, "time", _last(late, seats), seat=late)


def end_by_agreement(seats: int) -> Ending:
    """End in a draw that all agreed to."""
    return Ending(Kind.AGREED, "agreed", (1,) * seats)


def end_by_cancelling(reason: str = "cancelled") -> Ending:
    """End without a result."""
    return Ending(Kind.CANCELLED, reason, ())


def _last(seat: Seat, seats: int) -> tuple[int, ...]:
    if not 0 <= seat < seats:
        raise ValueError(f"there is no seat {seat} among {seats}")
    return tuple(seats if other == seat else 1 for other in range(seats))
