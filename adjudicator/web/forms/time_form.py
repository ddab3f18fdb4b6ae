"""The part of the form for a new match that is about time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from adjudicator.mail.commands.arguments.terms_order import HONOURED, NO_TERMS, RIGHT, TermsOrder, read_terms
from adjudicator.mail.errors import TermsFault
from adjudicator.match.timekeeping.terms import PACES
from adjudicator.services.matches.opening.lobby import DEFAULT_DAYS
from adjudicator.web.request.row_numbers import read_number

DAYS = (1, 2, 3, 5, 7, 10, 14, 21, 30)
GRACES = ("none", "12h", "24h", "2d", "3d", "7d")
LATES = ("claim", "house", "skip", "lose")
VACANTS = ("house", "wait")
UNDOS = ("ask", "never", "free")
EACH_TURN = "days"
OWN = "own"


@dataclass(slots=True)
class TimeForm:
    """The choices about time as they were filled in."""

    pace: str = EACH_TURN
    """`EACH_TURN`, a named pace, or `OWN`."""
    days: str = str(DEFAULT_DAYS)
    own: str = ""
    """A time as it is written in a letter."""
    grace: str = "24h"
    late: str = ""
    off: tuple[str, ...] = ()
    absence: bool = True
    vacant: str = ""
    undo: str = ""
    """Whether moves of a turn that is over can be taken back; empty: as usual."""
    house: str = ""
    """How strong the house player plays; empty: as usual."""
    fault: str = ""
    """An example of a right text, if `own` cannot be read."""

    @classmethod
    def sent(cls, form: Mapping[str, str]) -> TimeForm:
        """Read the form that was sent."""
        return cls(
            pace=form.get("pace", EACH_TURN),
            days=form.get("days", ""),
            own=" ".join(form.get("own", "").split()),
            grace=form.get("grace", ""),
            late=form.get("late", ""),
            off=tuple(kind for kind in HONOURED if form.get(f"off-{kind}")),
            absence=bool(form.get("absence")),
            vacant=form.get("vacant", ""),
            undo=form.get("undo", ""),
            house=form.get("level", ""),
        )

    @property
    def unusual_time(self) -> bool:
        """Whether another time was chosen than the usual, or something in the part that is folded in it."""
        return self.unusual or self.pace != EACH_TURN or self.days != str(DEFAULT_DAYS)

    @property
    def unusual(self) -> bool:
        """Whether something in the innermost folded part differs from the usual."""
        others = self.vacant == "wait" or self.undo not in ("", "ask")
        return bool(self.late or self.off or others or not self.absence or self.grace != "24h")

    def read(self) -> tuple[int | None, TermsOrder]:
        """Return the days for each turn, and the terms that take their place or stand beside them."""
        try:
            return read_number(self.days), read_terms(self._options())
        except TermsFault as fault:
            self.fault = ", ".join(one.partition("=")[2] for one in fault.right or RIGHT["time"])
            return None, NO_TERMS

    def _options(self) -> dict[str, str]:
        options = {"grace": self.grace, "late": self.late, "absence": "" if self.absence else "0"}
        options |= {"vacant": self.vacant, "undo": self.undo, "house": self.house}
        if self.pace in PACES:
            options["pace"] = self.pace
        elif self.pace == OWN:
            time, _, most = self.own.partition("max=")
            options |= {"time": time.replace(" ", "") or "?", "max": most.strip()}
        options["off"] = ",".join(self.off)
        return {key: value for key, value in options.items() if value}
