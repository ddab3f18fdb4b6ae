"""Quiet hours: the hours of a player's wall clock in which we do not write to them unasked. They change no clock.

They are the nights of a calendar of their own, which may be longer than those in which a clock rests: an hour that is
jumped over in spring is not quiet, one that comes twice in autumn is quiet twice.
"""

from __future__ import annotations

from typing import Final

import msgspec

from adjudicator.match.timekeeping.free_times import Calendar, list_free_times
from adjudicator.match.timekeeping.instants import DAY, Instant, Span

LONGEST_QUIET: Final = 12
"""Hours."""


class QuietHours(msgspec.Struct, frozen=True):
    """From an hour, to an hour: 22 and 7."""

    begin: int
    end: int

    def __post_init__(self) -> None:
        if not (0 <= self.begin < 24 and 0 <= self.end < 24 and 1 <= (self.end - self.begin) % 24 <= LONGEST_QUIET):
            raise ValueError(f"quiet hours are 1 to {LONGEST_QUIET} hours, as in 22-7, not {self.begin}-{self.end}")


def find_quiet_time(hours: QuietHours | None, zone: str, instant: Instant) -> Span | None:
    """Return the quiet time in which an instant lies, in the player's zone; None outside."""
    if hours is None:
        return None
    calendar = Calendar(zone, night=(hours.begin, hours.end))
    # From two days before, so that the span has its beginning.
    for begin, end in list_free_times(calendar, instant - 2 * DAY):
        if begin > instant:
            return None
        if instant < end:
            return begin, end
    return None
