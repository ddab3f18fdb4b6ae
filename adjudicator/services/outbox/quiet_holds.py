"""Holds letters in a player's quiet hours: those that nobody asked for wait until the hours are over.

A letter is held when it is written in a quiet time (`enqueue`), and when it is due in one that began meanwhile
(`jobs.letter_sender`). When it leaves it is checked as any other: is it current, and what can be merged into it?

1. An answer to its reader is not held: a receipt, a question, the effect of a page or of a letter of their own.
2. What ends the reader's time is not held: that it is over, and every letter that asks them to move when less than
   `LEFT` of the time would be left at the end of the quiet time. So a player loses a fifth of their time at most.
3. A letter that would be outdated by then is not held.

A digest comes at the hour that its reader chose, in a quiet time too; if it is late, it waits like the others.
Quiet hours change no clock, and such a wait is no delay of our post (`matches.clock.late_letters`).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from adjudicator.match.timekeeping.instants import from_instant, to_instant
from adjudicator.match.timekeeping.quiet_hours import QuietHours, find_quiet_time
from adjudicator.texts.letters import (
    clock_kinds,
    confirmation_kinds,
    digest_kinds,
    host_kinds,
    opening_kinds,
    seat_kinds,
    turn_kinds,
)

LEFT = timedelta(hours=48)
WAITS = frozenset(
    kind.name
    for kind in (
        opening_kinds.INVITATION,
        opening_kinds.SEAT_FREE,
        opening_kinds.SILENCE,
        opening_kinds.CALLED_OFF,
        opening_kinds.WITHDRAWN,
        turn_kinds.START,
        turn_kinds.YOUR_TURN,
        turn_kinds.THEIR_TURN,
        clock_kinds.REMINDER,
        turn_kinds.MATCH_OVER,
        turn_kinds.PRESS,
        turn_kinds.TELL,
        clock_kinds.OVERDUE_OTHER,
        clock_kinds.GRANTED,
        clock_kinds.NUDGE,
        opening_kinds.REMATCH,
        host_kinds.HOST_DEED,
        host_kinds.MATCH_BROADCAST,
        host_kinds.BROADCAST,
        seat_kinds.HOUSE_PLAYS,
        confirmation_kinds.SEAT_OFFER,
        seat_kinds.SEAT_NEWS,
        seat_kinds.PROPOSAL,
        seat_kinds.PROPOSAL_CLOSED,
        clock_kinds.PAUSE_ENDS,
        clock_kinds.PAUSE_OVER,
        clock_kinds.OUTAGE,
        clock_kinds.STOPPED,
        clock_kinds.RESUMED,
        clock_kinds.PATIENCE_OVER,
        clock_kinds.AUTOMATIC_DAY,
        clock_kinds.LONG_SILENCE,
        clock_kinds.SEAT_LOST,
        clock_kinds.QUIET,
        opening_kinds.WAITING,
        seat_kinds.WELCOME,
        digest_kinds.DIGEST,
    )
)
"""The letters that may come unasked. All others answer somebody, or are about who they are."""
_ASKS_NOTHING = frozenset(kind.name for kind in (turn_kinds.PRESS, turn_kinds.TELL, host_kinds.MATCH_BROADCAST))
"""Letters that ask nobody to move, also not the player to move."""


@dataclass(frozen=True, slots=True)
class Held:
    """The data that decide whether a letter waits."""

    kind: str
    quiet: QuietHours | None
    zone: str
    is_answer: bool = False
    true_until: datetime | None = None
    due: datetime | None = None
    """The deadline of the reader's own running turn in the letter's match."""


def find_hold(letter: Held, now: datetime) -> tuple[datetime, datetime] | None:
    """Return the beginning and end of the quiet time in which a letter waits now; None if it may go."""
    if letter.quiet is None or letter.is_answer or letter.kind not in WAITS:
        return None
    span = find_quiet_time(letter.quiet, letter.zone, to_instant(now))
    if span is None:
        return None
    begin, end = from_instant(span[0]), from_instant(span[1])
    if letter.true_until is not None and letter.true_until <= end:
        return None
    # A reminder is brought forward: one that is late waits for the morning, unless that is too late.
    left = timedelta(0) if letter.kind == clock_kinds.REMINDER.name else LEFT
    ends_time = letter.due is not None and letter.kind not in _ASKS_NOTHING and letter.due - end < left
    return None if ends_time else (begin, end)
