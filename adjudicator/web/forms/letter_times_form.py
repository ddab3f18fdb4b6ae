"""The forms about when letters come, as they are stored or were filled in."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.services.players.letter_times import describe_plan
from adjudicator.store.tables import Player, Seat
from adjudicator.web.forms.new_match_form import field_value

CHOICES = ("usual", "none")
TIMES = "times"
"""Reminders at times that the player names."""


@dataclass(slots=True)
class LetterTimesForm:
    """Reminders and quiet hours."""

    reminders: str = ""
    """``usual``, ``none`` or ``times``."""
    times: str = ""
    begin: str = ""
    """The hour in which the quiet time begins; empty without one."""
    end: str = ""

    @classmethod
    def stored(cls, player: Player, seat: Seat | None = None) -> LetterTimesForm:
        """Fill the forms with the stored values for all matches of a player, or for the one of a seat."""
        plan, hours = describe_plan(player, seat), player.quiet_hours
        begin, end = ("", "") if hours is None else (str(hours.begin), str(hours.end))
        return cls(plan if plan in CHOICES else TIMES, "" if plan in CHOICES else plan, begin, end)

    def read_reminders(self) -> str:
        """Read the form of reminders that was sent; return the argument of the command that says the same."""
        self.reminders, self.times = field_value("reminders"), field_value("times")
        return self.times if self.reminders == TIMES else self.reminders

    def read_quiet(self) -> str:
        """Read the form of quiet hours that was sent; return the argument of the command that says the same."""
        self.begin, self.end = field_value("begin"), field_value("end")
        return f"{self.begin}-{self.end}" if self.begin or self.end else "none"
