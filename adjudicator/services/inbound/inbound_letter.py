"""A letter on the desk: its row, what it says, and everything that answering it needs."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy.orm import Session

from adjudicator.mail.incoming.body import is_sealed
from adjudicator.mail.incoming.letter import Letter
from adjudicator.mail.reply.reply import Reply
from adjudicator.mail.trust.authentication import Proof
from adjudicator.match import refusals
from adjudicator.match.refusals import Refusal
from adjudicator.services.context import Desk
from adjudicator.services.matches.match_rows import Bells
from adjudicator.store.tables import Inbox

WEB = "web"
"""The channel of forms: what was written there is answered on the page, not by a letter."""


@dataclass(slots=True)
class Case:
    """One letter, inside the transaction that judges it, or that drafts how it is judged."""

    desk: Desk
    session: Session
    row: Inbox
    letter: Letter
    reply: Reply
    now: datetime
    unread: str = ""
    """Why only its headers were read, in a word."""
    proof: Proof = Proof.UNPROVED
    """How well the domain of its sender is proved."""
    drafted: bool = False
    """Whether nothing is locked yet: then what is judged is what stood a moment ago."""
    match_id: int | None = None
    """The match that it turned out to be about."""

    def nothing(self) -> Refusal:
        """Say why there is nothing to act on."""
        if self.unread:
            return Refusal("too_long")
        if self.letter.unread and not self.letter.text.strip():
            return Refusal("sealed" if any(map(is_sealed, self.letter.unread)) else "no_text")
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


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a letter was dealt with, in a word, and whom to wake."""

    word: str
    bells: Bells = field(default_factory=list)
