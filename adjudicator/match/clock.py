"""How long a turn may take: whole days, chosen when a match is made, or no limit.

Everything is an aware datetime that is handed in. A clock that goes backwards (a server's time set back) makes nobody
late and takes nothing away: a deadline once given never moves to an earlier time.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

REMINDED_AFTER = (4, 5)
LEAST_AFTER_BOUNCE = timedelta(hours=12)
"""What players have after a standstill by bounces, however little was left: they may only now learn of their turn."""
LONGEST = 365
LONGEST_OUTAGE = timedelta(days=60)
"""The most that one outage gives back: a clock that was set wrong looks like an outage of years."""
LEAST_AFTER_OUTAGE = timedelta(days=1)
"""What is left after an outage that was longer than that, unless there was less before."""
NO_TIME = timedelta(0)


class State(StrEnum):
    """Where a turn stands at a moment."""

    RUNNING = "running"
    REMINDER_DUE = "reminder due"
    OVERDUE = "overdue"


@dataclass(frozen=True, slots=True)
class Deadline:
    """The time of one turn: when it began and when it ends (None: never)."""

    since: datetime
    due: datetime | None

    @property
    def reminder(self) -> datetime | None:
        """The moment when four fifths of the time are gone."""
        if self.due is None:
            return None
        part, whole = REMINDED_AFTER
        return self.since + (self.due - self.since) * part / whole

    def state(self, now: datetime) -> State:
        """Tell where the turn stands. At the very moment of the deadline it is not late yet."""
        if self.due is None or self.reminder is None:
            return State.RUNNING
        if now > self.due:
            return State.OVERDUE
        return State.REMINDER_DUE if now >= self.reminder else State.RUNNING

    def remaining(self, now: datetime) -> timedelta | None:
        """Measure the time left: nothing when late, never more than the turn had."""
        if self.due is None:
            return None
        return max(NO_TIME, self.due - max(now, self.since))

    def stopped(self, now: datetime) -> StoppedClock:
        """Let the time stand still from now on."""
        return StoppedClock(now, self.remaining(now))

    def after_outage(self, begin: datetime, end: datetime) -> Deadline:
        """Leave out the time from `begin` to `end`, in which the service could take no order.

        Who was late before it began stays late. After an outage that is longer than `LONGEST_OUTAGE` a day is left.
        """
        if self.due is None or self.due < begin or self.since >= end:
            return self
        lost = end - max(begin, self.since)
        given = max(self.due + min(lost, LONGEST_OUTAGE), min(self.due + lost, end + LEAST_AFTER_OUTAGE))
        return replace(self, due=given)

    def granted(self, days: int, now: datetime) -> Deadline:
        """Give more days: counted from the deadline, or from now when it has passed."""
        if self.due is None:
            return self
        return replace(self, due=max(self.due, now) + _days(days))


@dataclass(frozen=True, slots=True)
class StoppedClock:
    """The time of a turn that stands still: since when, and what is left of it (None: it has no end)."""

    since: datetime
    left: timedelta | None

    def resumed(self, now: datetime, least: timedelta = NO_TIME) -> Deadline:
        """Let the time run again: what was left, and `least` however little that was.

        Nobody gains by an absence, or they could declare and end one again and again and would never be late.
        """
        begun = max(now, self.since)
        return Deadline(begun, None if self.left is None else begun + max(self.left, least))


@dataclass(frozen=True, slots=True)
class Clock:
    """The time rule of a match."""

    days: int | None

    def __post_init__(self) -> None:
        if self.days is not None:
            _days(self.days)

    def start(self, now: datetime, previous: Deadline | None = None) -> Deadline:
        """Begin a turn now, or when the previous one began if the time has been set back since."""
        _aware(now)
        since = now if previous is None else max(now, previous.since)
        return Deadline(since, None if self.days is None else since + _days(self.days))

    def due(self, since: datetime) -> datetime | None:
        """Tell when a turn that began at `since` ends, or None without a limit."""
        return self.start(since).due

    def reminder(self, since: datetime) -> datetime | None:
        """Tell when to remind the player of a turn that began at `since`, or None without a limit."""
        return self.start(since).reminder


def _days(days: int) -> timedelta:
    if not 1 <= days <= LONGEST:
        raise ValueError(f"a turn has 1 to {LONGEST} days, not {days}")
    return timedelta(days=days)


def _aware(moment: datetime) -> None:
    if moment.utcoffset() is None:
        raise ValueError(f"{moment} says no time zone")
