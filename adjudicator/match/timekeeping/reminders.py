"""When a player is reminded of a running turn: some time before the deadline, or when four fifths of it are used.

The moments hang on the deadline: they are found anew whenever it moves. None lies in a quiet time, nor in a time in
which the clock stands.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

import msgspec

from adjudicator.match.timekeeping.instants import DAY, HOUR, Instant, Seconds
from adjudicator.match.timekeeping.quiet_hours import QuietHours, find_quiet_time
from adjudicator.match.timekeeping.turn_clock import Turn, find_deadline, find_reminder, is_standing, leave_stops

MOST_REMINDERS: Final = 4
EARLIEST: Final = 30 * DAY
LATEST: Final = HOUR
"""Before the deadline."""
TOGETHER: Final = HOUR
"""Reminders of one player that come due within this time are one letter."""
LEAD: Final = HOUR
"""A reminder that would come in a quiet time, or less than this before it, comes this long before it: there is time to
play then, and a sweep that is late does not get into the quiet time."""
NEWS: Final = HOUR
"""How long the letter of a turn is news, so that a reminder says nothing that it does not say."""
REMINDED_AGAIN: Final = DAY
"""A reminder is sent again if the deadline has moved by more than this since."""
AT_FOUR_FIFTHS: Final[Seconds] = 0
"""Stands for the usual reminder where others have their time before the deadline."""


class ReminderPlan(msgspec.Struct, frozen=True, omit_defaults=True):
    """Which reminders a player wants in each turn; the default is none."""

    before: tuple[Seconds, ...] = ()
    """The times before the deadline, the longest first."""
    usual: bool = False
    """One reminder, when four fifths of the budget are used."""

    def __post_init__(self) -> None:
        in_order = tuple(sorted(set(self.before), reverse=True)) == self.before
        in_range = all(LATEST <= one <= EARLIEST for one in self.before)
        if not in_order or not in_range or len(self.before) > MOST_REMINDERS or (self.usual and self.before):
            raise ValueError(f"{self.before} are no times before a deadline at which somebody is reminded")


USUAL: Final = ReminderPlan(usual=True)
NO_REMINDERS: Final = ReminderPlan()


class Reminded(msgspec.Struct, frozen=True):
    """A reminder that was sent."""

    before: Seconds
    """How long before the deadline it was to come; `AT_FOUR_FIFTHS` for the usual one."""
    due: Instant
    """The deadline that it told."""


@dataclass(frozen=True, slots=True)
class Reminder:
    """A reminder that was not sent."""

    at: Instant
    """When it comes."""
    meant: Instant
    """When it would come without quiet times."""
    before: Seconds


@dataclass(frozen=True, slots=True)
class Addressee:
    """Data that the times of reminders depend on, besides the turn."""

    plan: ReminderPlan
    quiet: QuietHours | None
    zone: str


def list_reminders(turn: Turn, to: Addressee, sent: Iterable[Reminded], now: Instant) -> list[Reminder]:
    """List the reminders of a turn that were not sent; the time of some may have passed."""
    due = find_deadline(turn)
    if due is None or turn.flagged is not None:
        return []
    gone = {one.before for one in sent if due - one.due <= REMINDED_AGAIN}
    moments = [(before, leave_stops(turn, at)) for before, at in _list_moments(turn, to.plan, due)]
    found = []
    for before, meant in moments:
        at = _leave_quiet(turn, to, meant, now)
        if before not in gone and turn.since + NEWS < at < due:
            found.append(Reminder(at, meant, before))
    return found


def list_due(
    reminders: Iterable[Reminder], now: Instant, planned: Instant | None, within: Seconds = 0
) -> list[Reminder]:
    """List the reminders that come now, or within some time. `planned`: when the next was to come, as known before.

    A time that has passed already when it is first found was never planned: somebody who asks for a reminder three days
    before wants none two days before.
    """
    was_planned = planned is not None and planned <= now
    return [one for one in reminders if one.at <= now + within and (one.meant > now or was_planned)]


def find_next_reminder(reminders: Collection[Reminder], now: Instant, planned: Instant | None) -> Instant | None:
    """Return when the next reminder comes."""
    if list_due(reminders, now, planned):
        return now if planned is None else min(planned, now)
    return min((one.at for one in reminders if one.at > now), default=None)


def _list_moments(turn: Turn, plan: ReminderPlan, due: Instant) -> Iterator[tuple[Seconds, Instant]]:
    if plan.usual and (at := find_reminder(turn)) is not None:
        yield AT_FOUR_FIFTHS, at
    yield from ((before, due - before) for before in plan.before)


def _leave_quiet(turn: Turn, to: Addressee, at: Instant, now: Instant) -> Instant:
    """Bring a reminder forward to before a quiet time; if that has begun, or the turn has just begun, behind it."""
    quiet = find_quiet_time(to.quiet, to.zone, at) or find_quiet_time(to.quiet, to.zone, at + LEAD)
    if quiet is None:
        return at
    begin, end = quiet
    early = begin - LEAD
    is_news = early <= turn.since + NEWS
    if not (now >= begin or is_news or is_standing(turn, early)):
        return early
    later = leave_stops(turn, end)  # a stop may have begun meanwhile, and end in the next quiet time
    return end if later == end else _leave_quiet(turn, to, later, now)
