"""Letters about time: reminders, late turns, days given, pauses, and clocks that stand still."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from adjudicator.engines.contract import Seat
from adjudicator.texts.facts.letter_facts import MatchFacts
from adjudicator.texts.letters.letter_kind import LetterKind, MatchLetterContext
from adjudicator.texts.letters.turn_kinds import Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Reminder(Turn):
    """The reader's time goes on, in this match and in others: then one answer is for all, as to a digest."""

    others: tuple[MatchFacts, ...] = ()
    faulty: tuple[str, ...] = ()
    """A sentence for each match that cannot be shown."""
    is_last: bool = True
    """Whether no other reminder for this turn follows."""
    spare_day: bool = False
    """Whether a day of absence is taken when the time runs out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Overdue(Turn):
    """The time of `late` has passed. overdue goes to that player, overdue_other to those who may claim or grant."""

    late: Seat
    since: datetime
    grace_until: datetime | None = None
    """Until when a move still counts, without a claim."""
    then: Literal["claim", "claim_turn", "house", "lose"] = "claim"
    """Consequence after that."""
    ends: datetime | None = None
    """When the match ends by itself, or the house plays the turn, if nobody claims."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PauseEnds(MatchLetterContext):
    """`name` wants to play on: the pause ends at `ends`."""

    name: str
    ends: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Granted(Turn):
    """`giver` gave the player to move more days."""

    giver: Seat
    more_days: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Nudge(Turn):
    """The player of the seat `asker` asks in a friendly way whether the reader has seen their turn of `since`."""

    asker: Seat
    since: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockStop(MatchLetterContext):
    """The clock of `gone` was stopped or started, as `match` says; or `gone` turned letters off."""

    gone: Seat


REMINDER = LetterKind("reminder", Reminder)
OVERDUE = LetterKind("overdue", Overdue)
OVERDUE_OTHER = LetterKind("overdue_other", Overdue)
GRANTED = LetterKind("granted", Granted)
NUDGE = LetterKind("nudge", Nudge)
PAUSE_ENDS = LetterKind("pause_ends", PauseEnds)
PAUSE_OVER = LetterKind("pause_over", Turn)
OUTAGE = LetterKind("outage", Turn)
STOPPED = LetterKind("stopped", ClockStop)
RESUMED = LetterKind("resumed", ClockStop)
PATIENCE_OVER = LetterKind("patience_over", ClockStop)
AUTOMATIC_DAY = LetterKind("automatic_day", ClockStop)
LONG_SILENCE = LetterKind("long_silence", ClockStop)
SEAT_LOST = LetterKind("seat_lost", ClockStop)
QUIET = LetterKind("quiet", ClockStop)
