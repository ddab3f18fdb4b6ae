"""A letter that came in: its row, what it says, and everything that answering it needs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy.orm import Session

from adjudicator.mail.incoming.body import is_sealed
from adjudicator.mail.incoming.letter import Letter
from adjudicator.mail.reply.reply import Reply
from adjudicator.mail.trust.authentication import Proof
from adjudicator.match import refusals
from adjudicator.match.refusals import Refusal, RefusalKey
from adjudicator.services.context import Context
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.tables import Inbox

WEB = "web"
"""The channel of forms: what was written there is answered on the page, not by a letter."""


@dataclass(slots=True)
class InboundLetter:
    """One letter, inside the unit of work that judges it."""

    work: UnitOfWork
    row: Inbox
    letter: Letter
    reply: Reply
    unread: str = ""
    """Why only its headers were read, in a word."""
    proof: Proof = Proof.UNPROVED
    """How well the domain of its sender is proved."""
    match_id: int | None = None
    """The match that it turned out to be about."""

    @property
    def context(self) -> Context:
        """The context of its unit of work."""
        return self.work.context

    @property
    def session(self) -> Session:
        """The session of its unit of work."""
        return self.work.session

    @property
    def now(self) -> datetime:
        """The moment of its unit of work."""
        return self.work.now

    def nothing(self) -> Refusal:
        """Say why there is nothing to act on."""
        if self.unread:
            return Refusal(RefusalKey.TOO_LONG)
        if self.letter.unread and not self.letter.text.strip():
            return Refusal(RefusalKey.SEALED if any(map(is_sealed, self.letter.unread)) else RefusalKey.NO_TEXT)
        return refusals.nothing_written("" if "[" in self.letter.subject else self.letter.subject)

    @property
    def sender(self) -> str:
        """The address it came from; empty when it names no one person."""
        return self.letter.sender.address if self.letter.sender else ""

    @property
    def by_mail(self) -> bool:
        """Tell whether its answer is a letter."""
        return self.row.channel != WEB

    def salt(self) -> str:
        """Give what the writer adds to the chance of a match: his letter, which we could not have chosen."""
        return self.row.fingerprint[:16]


class VerdictKind(StrEnum):
    """How a letter was dealt with. It is kept with its row: limits count by it, and copies are known by it."""

    PLAYED = "played"
    DONE = "done"
    ASKED_BACK = "asked back"
    """Something waits for a yes."""
    ANSWERED = "answered"
    CONFIRMED = "confirmed"
    REFUSED = "refused"
    ROBOT = "robot"
    """Nobody wrote it."""
    BOUNCE = "bounce"
    COPY = "copy"
    """It is judged elsewhere."""
    FORWARDED = "forwarded"
    ENOUGH = "answered enough"
    NOT_FOR_US = "not for us"
    NO_SENDER = "no sender"
    NO_MATCH = "no such match"
    NO_REQUEST = "no such request"
    EMPTY_SEAT = "empty seat"
    DROPPED = "dropped"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a letter was dealt with, and why it was refused or which robot wrote it."""

    kind: VerdictKind
    detail: str = ""

    @classmethod
    def refused(cls, refusal: Refusal) -> Outcome:
        """Say that a letter was refused."""
        return cls(VerdictKind.REFUSED, refusal.key)

    @property
    def word(self) -> str:
        """The verdict as it is kept."""
        return f"{self.kind}: {self.detail}" if self.detail else str(self.kind)
