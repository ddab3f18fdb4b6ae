"""Facts about time for the answer to `time` and the panel of the match page: why a deadline is where it is, and what
each seat has. Spans are in seconds, moments are aware.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from adjudicator.engines.contract import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeReason:
    """Why a deadline is later than the time of the turn alone."""

    kind: str
    """A member of `match.timekeeping.deadline_reasons.ReasonKind`."""
    seconds: int
    times: int = 1
    """How many spans are told as one."""
    since: datetime | None = None
    until: datetime | None = None
    """Begin and end, for one span."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnTime:
    """The time of the running turn of seat `seat`."""

    seat: Seat
    since: datetime
    budget: int | None = None
    """The time that the turn began with, in seconds; None without a limit."""
    left: int | None = None
    """The part that is not used yet, in seconds."""
    due: datetime | None = None
    reasons: tuple[TimeReason, ...] = ()
    nudge_from: datetime | None = None
    """From when a nudge is possible; None in a match with a limit."""
    claimable: datetime | None = None
    """From when the others may claim if the player stays late."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTime:
    """Time of a seat's player for the match, and the times at which their clock rests."""

    seat: Seat
    name: str
    person: bool = True
    """Whether a person has the seat, not the house player."""
    bank: int | None = None
    turns: int | None = None
    """For a base for so many turns: turns until the next base is added."""
    days_off: tuple[int, ...] = ()
    """Days of the week, Monday is 0. These and the next two only as far as the match honours them."""
    night: tuple[int, int] | None = None
    holidays: bool = False
    region: str = ""
    """The region of the public holidays; known only for the reader themself."""
    away: tuple[tuple[date, date], ...] = ()
    """First and last day of absences that run or were announced."""
    year: int = 0
    days_left: int | None = None
    """Days of absence left in that year; None if absences do not stop the clock in this match."""
    missed: int = 0
    missed_in_a_row: int = 0
    """Turns that the house played, or that were skipped, because their time was over."""


def sum_reasons(reasons: Sequence[TimeReason], most: int) -> tuple[TimeReason, ...]:
    """Tell the spans of a kind as one reason if there are more than `most`."""
    told = list[TimeReason]()
    for kind in dict.fromkeys(reason.kind for reason in reasons):
        same = [reason for reason in reasons if reason.kind == kind]
        if len(same) > most:
            same = [TimeReason(kind=kind, seconds=sum(reason.seconds for reason in same), times=len(same))]
        told += same
    return tuple(told)
