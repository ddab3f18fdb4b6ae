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
"""The least that is left after a pause because letters bounced: the player may only now learn of their turn."""
LONGEST = 365
LONGEST_OUTAGE = timedelta(days=60)
"""The most that one outage adds to a deadline: a machine's clock that was set wrong looks like an outage of years."""
LEAST_AFTER_OUTAGE = timedelta(days=1)
"""The least that is left after an outage longer than that, unless less was left before."""
NO_TIME = timedelta(0)


class State(StrEnum):
    """The state of a turn's clock."""

    RUNNING = "running"
    REMINDER_DUE = "reminder due"
    OVERDUE = "overdue"


@dataclass(frozen=True, slots=True)
class Deadline:
    """The clock of one turn: when it began, and when it is due (None: no limit)."""

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
        """Return the state at `now`. At the very moment of the deadline a turn is not overdue yet."""
        if self.due is None or self.reminder is None:
            return State.RUNNING
        if now > self.due:
            return State.OVERDUE
        return State.REMINDER_DUE if now >= self.reminder else State.RUNNING

    def remaining(self, now: datetime) -> timedelta | None:
        """Return the time left: zero if overdue, never more than the turn had; None without a limit."""
        if self.due is None:
            return None
        return max(NO_TIME, self.due - max(now, self.since))

    def stopped(self, now: datetime) -> StoppedClock:
        """Pause the clock."""
        return StoppedClock(now, self.remaining(now))

    def after_outage(self, begin: datetime, end: datetime) -> Deadline:
        """Move the deadline by an outage of the service from `begin` to `end`, as far as it fell into this turn.

        A turn that was overdue before `begin` stays so. After an outage longer than `LONGEST_OUTAGE` a day is left.
        """
        if self.due is None or self.due < begin or self.since >= end:
            return self
        lost = end - max(begin, self.since)
        given = max(self.due + min(lost, LONGEST_OUTAGE), min(self.due + lost, end + LEAST_AFTER_OUTAGE))
        return replace(self, due=given)

    def granted(self, days: int, now: datetime) -> Deadline:
        """Add days to the deadline, or to now if it has passed."""
        if self.due is None:
            return self
        return replace(self, due=max(self.due, now) + _days(days))


@dataclass(frozen=True, slots=True)
class StoppedClock:
    """A paused clock: since when, and the time left (None: no limit)."""

    since: datetime
    left: timedelta | None

    def resumed(self, now: datetime, least: timedelta = NO_TIME) -> Deadline:
        """Continue with the time that was left, or with `least` if that is more.

        After an absence `least` is zero: otherwise a player could declare and end absences for ever to gain time.
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
        """Begin a turn now, but not before the previous one began: a machine's clock may have been set back."""
        _aware(now)
        since = now if previous is None else max(now, previous.since)
        return Deadline(since, None if self.days is None else since + _days(self.days))

    def due(self, since: datetime) -> datetime | None:
        """Return when a turn that began at `since` is due, or None without a limit."""
        return self.start(since).due

    def reminder(self, since: datetime) -> datetime | None:
        """Return when to remind the player of a turn that began at `since`, or None without a limit."""
        return self.start(since).reminder


def _days(days: int) -> timedelta:
    if not 1 <= days <= LONGEST:
        raise ValueError(f"a turn has 1 to {LONGEST} days, not {days}")
    return timedelta(days=days)


def _aware(moment: datetime) -> None:
    if moment.utcoffset() is None:
        raise ValueError(f"{moment} says no time zone")
