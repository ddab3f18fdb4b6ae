"""Holds letters in a player's quiet hours: those that nobody asked for wait until the hours are over.

A letter is held when it is written in a quiet time (`enqueue`), and when it is due in one that began meanwhile
(`jobs.letter_sender`). When it leaves it is checked as any other: is it current, and what can be merged into it?

1. What answers its reader is not held: a receipt, a question, what a page or a letter of their own brings about.
2. What ends the reader's time is not held: that it is over, and every letter that asks them to move when less than
   `LEFT` of the time would be left at the end of the quiet time. So a player loses a fifth of their time at most.
3. What would be outdated by then is not held.

A digest comes at the hour that its reader chose, in a quiet time too; if it is late, it waits like the others.
Quiet hours change no clock, and such a wait is no delay of our post (`matches.late_letters`).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from adjudicator.match.timekeeping.instants import from_instant, to_instant
from adjudicator.match.timekeeping.quiet_hours import QuietHours, find_quiet_time
from adjudicator.texts.letters import letter_kinds

LEFT = timedelta(hours=48)
WAITS = frozenset(
    kind.name
    for kind in (
        letter_kinds.INVITATION,
        letter_kinds.SEAT_FREE,
        letter_kinds.SILENCE,
        letter_kinds.CALLED_OFF,
        letter_kinds.WITHDRAWN,
        letter_kinds.START,
        letter_kinds.YOUR_TURN,
        letter_kinds.THEIR_TURN,
        letter_kinds.REMINDER,
        letter_kinds.MATCH_OVER,
        letter_kinds.PRESS,
        letter_kinds.TELL,
        letter_kinds.OVERDUE_OTHER,
        letter_kinds.GRANTED,
        letter_kinds.NUDGE,
        letter_kinds.REMATCH,
        letter_kinds.HOST_DEED,
        letter_kinds.MATCH_BROADCAST,
        letter_kinds.BROADCAST,
        letter_kinds.HOUSE_PLAYS,
        letter_kinds.SEAT_OFFER,
        letter_kinds.SEAT_NEWS,
        letter_kinds.PROPOSAL,
        letter_kinds.PROPOSAL_CLOSED,
        letter_kinds.PAUSE_ENDS,
        letter_kinds.PAUSE_OVER,
        letter_kinds.OUTAGE,
        letter_kinds.STOPPED,
        letter_kinds.RESUMED,
        letter_kinds.PATIENCE_OVER,
        letter_kinds.AUTOMATIC_DAY,
        letter_kinds.LONG_SILENCE,
        letter_kinds.SEAT_LOST,
        letter_kinds.QUIET,
        letter_kinds.WAITING,
        letter_kinds.WELCOME,
        letter_kinds.DIGEST,
    )
)
"""The letters that may come unasked. All others answer somebody, or are about who they are."""
_ASKS_NOTHING = frozenset(kind.name for kind in (letter_kinds.PRESS, letter_kinds.TELL, letter_kinds.MATCH_BROADCAST))
"""Letters that ask nobody to move, also not the player to move."""


@dataclass(frozen=True, slots=True)
class Held:
    """What decides whether a letter waits."""

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
    left = timedelta(0) if letter.kind == letter_kinds.REMINDER.name else LEFT
    ends_time = letter.due is not None and letter.kind not in _ASKS_NOTHING and letter.due - end < left
    return None if ends_time else (begin, end)
