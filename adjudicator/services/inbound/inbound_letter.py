"""A letter that is being judged, and the verdict on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy import Row
from sqlalchemy.orm import Session

from adjudicator.mail.commands.lines.order_lines import find_shuffle_word
from adjudicator.mail.incoming.body import is_opaque
from adjudicator.mail.incoming.letter import Letter
from adjudicator.mail.reply.reply import Reply
from adjudicator.mail.trust.authentication import Proof
from adjudicator.match.record.given_salt import NOTHING_GIVEN, Given
from adjudicator.match.rulings import refusals
from adjudicator.match.rulings.refusals import Refusal, RefusalKey
from adjudicator.services.context import Context
from adjudicator.services.inbound.reading import Reading
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.states import InboxState
from adjudicator.store.tables import Inbox, Player

WEB = "web"
"""The channel of forms: they are answered on the page, not by a letter."""
PART = "digest"
"""The channel of the parts of an answer to a digest (`inbound.answer_parts`). The answer's sender was checked."""

DELAYED = "delayed"
"""The channel of orders that have waited for a second look and count now (`inbound.delayed_orders`)."""
DELAYED_FORM = "delayed form"
"""The same, if they came from a form."""
OURS = frozenset({PART, DELAYED, DELAYED_FORM})
"""The channels of letters that we made of lines of a letter whose sender was checked."""


@dataclass(slots=True)
class InboundLetter:
    """One letter, inside the unit of work that judges it: its row, its parsed text, and the proof of its sender."""

    work: UnitOfWork
    row: Inbox
    letter: Letter
    reply: Reply
    unread: str = ""
    """Why only its headers were parsed, in a word; empty for a letter that was parsed whole."""
    proof: Proof = Proof.UNPROVED
    """How well the domain of its sender is proved."""
    match_id: int | None = None
    """Its match, as soon as that is known."""
    reading: Reading | None = None
    """The lines of it that count, as soon as they are chosen."""
    copies: Sequence[Row[int, str, InboxState, str]] | None = None
    """The other rows with the same letter, as `dedupe` found them; None before it has looked."""

    def __post_init__(self) -> None:
        self.work.accepted = self.row.received_at

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

    @property
    def accepted(self) -> datetime:
        """The moment at which it was accepted: whether it came in time is a matter of this one."""
        return self.row.received_at

    def nothing(self) -> Refusal:
        """Refuse a letter without any line to act on; the reason depends on why there is none."""
        if self.unread:
            return Refusal(RefusalKey.TOO_LONG)
        if self.letter.unread and not self.letter.text.strip():
            return Refusal(RefusalKey.SEALED if any(map(is_opaque, self.letter.unread)) else RefusalKey.NO_TEXT)
        return refusals.nothing_written("" if "[" in self.letter.subject else self.letter.subject)

    @property
    def sender(self) -> str:
        """The address in its From line; empty when that does not name exactly one.

        What a signed-in player has written comes from the main address that they have now: they may have changed it
        since, and from then on somebody else may read what is sent to the one before.
        """
        writer = self.session.get(Player, self.row.player_id) if self.row.player_id is not None else None
        if writer is not None and writer.erased_at is None:
            return writer.address
        return self.letter.sender.address if self.letter.sender else ""

    @property
    def by_mail(self) -> bool:
        """Is it answered by mail, not on a page?"""
        return self.row.channel != WEB

    @property
    def is_part(self) -> bool:
        """Is it a part of an answer to a digest?"""
        return self.row.channel == PART

    @property
    def from_page(self) -> bool:
        """Was it written on a page?"""
        return self.row.channel in (WEB, DELAYED_FORM)

    @property
    def is_ours(self) -> bool:
        """Did we make it of lines of a letter whose sender was checked?"""
        return self.row.channel in OURS

    @property
    def has_waited(self) -> bool:
        """Does it consist of orders that have waited for a second look, and count now?"""
        return self.row.channel in (DELAYED, DELAYED_FORM)

    def given(self) -> Given:
        """Return the player's part of the deal: a word of theirs, or the Message-ID of their letter.

        We can choose neither.
        """
        if not self.by_mail:
            return NOTHING_GIVEN
        word = find_shuffle_word(self.reply.own)
        return Given("word", word) if word else Given("letter", self.letter.message_id)


class VerdictKind(StrEnum):
    """The verdict on a letter. Its row stores it: the limits on answers and the search for copies read it."""

    PLAYED = "played"
    DONE = "done"
    ASKED_BACK = "asked back"
    """A request waits for confirmation."""
    ANSWERED = "answered"
    CONFIRMED = "confirmed"
    REFUSED = "refused"
    ROBOT = "robot"
    """A program wrote it."""
    BOUNCE = "bounce"
    COPY = "copy"
    """It is judged at another address."""
    FORWARDED = "forwarded"
    ENOUGH = "answered enough"
    NOT_FOR_US = "not for us"
    NO_SENDER = "no sender"
    NO_MATCH = "no such match"
    NO_REQUEST = "no such request"
    EMPTY_SEAT = "empty seat"
    DROPPED = "dropped"
    SPLIT = "split"
    """Its parts wait to be judged: this is not the end."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A verdict with its detail: the reason of a refusal, or the kind of program."""

    kind: VerdictKind
    detail: str = ""

    @classmethod
    def refused(cls, refusal: Refusal) -> Outcome:
        """Build the outcome of a refusal."""
        return cls(VerdictKind.REFUSED, refusal.key)

    @property
    def word(self) -> str:
        """The verdict in stored form."""
        return f"{self.kind}: {self.detail}" if self.detail else str(self.kind)
