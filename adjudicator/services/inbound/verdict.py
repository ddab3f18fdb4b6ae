"""How a letter was dealt with: what its row keeps in a word or two, for the host and for later letters."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from adjudicator.match.refusals import RefusalKey


class VerdictKind(StrEnum):
    """What became of a letter. The words are kept in rows."""

    PLAYED = "played"
    DONE = "done"
    ANSWERED = "answered"
    ASKED_BACK = "asked back"
    CONFIRMED = "confirmed"
    REFUSED = "refused"
    AUTOMATIC = "robot"
    BOUNCE = "bounce"
    FORWARDED = "forwarded"
    COPY = "copy"
    """It is judged elsewhere."""
    DROPPED = "dropped"
    NOT_FOR_US = "not for us"
    NO_MATCH = "no such match"
    EMPTY_SEAT = "empty seat"
    NO_REQUEST = "no such request"
    NO_SENDER = "no sender"
    ANSWERED_ENOUGH = "answered enough"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a letter; `which` refusal it was, or which kind of automatic letter."""

    kind: VerdictKind
    which: str = ""

    @classmethod
    def refused(cls, key: RefusalKey) -> Verdict:
        """Build the verdict on a letter that was refused."""
        return cls(VerdictKind.REFUSED, key.value)

    @classmethod
    def automatic(cls, which: str) -> Verdict:
        """Build the verdict on a letter that a program wrote."""
        return cls(VerdictKind.AUTOMATIC, which)

    @property
    def text(self) -> str:
        """The text that a row keeps."""
        return f"{self.kind}: {self.which}" if self.which else self.kind.value


CHANGING = frozenset({VerdictKind.PLAYED, VerdictKind.DONE, VerdictKind.ASKED_BACK})
"""The verdicts on letters that changed something, or that wait for a yes."""
