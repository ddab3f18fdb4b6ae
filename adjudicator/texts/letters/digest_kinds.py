"""The digest, the receipt for an answer to it, and the parts of both about one match."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from adjudicator.texts.facts.answer_facts import Answer
from adjudicator.texts.facts.letter_facts import Event, MatchFacts, Offer, PlanNews, Press, Proposal
from adjudicator.texts.facts.line_report import LineReport
from adjudicator.texts.letters.letter_kind import LetterContext, LetterKind, LetterPart, MatchLetterContext


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPart(MatchLetterContext):
    """The part of a receipt for an answer to a digest about one match; its board stands below."""

    account: LineReport
    answers: tuple[Answer, ...] = ()
    press: tuple[Press, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    hint: str = ""
    shown: bool = False
    """Whether a board stands below."""


MATCH_PART = "digest_receipt/_part"
WAITING_MATCH = "digest/_waiting"
"""The templates of parts of letters (`letters.write_part`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingMatch(MatchLetterContext):
    """The part of a digest about a match that waits for its reader. `example`: an order with the match's code."""

    memo: str = ""
    plan: PlanNews | None = None
    news: tuple[Event, ...]
    press: tuple[Press, ...]
    example: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DigestInvitation:
    """An invitation that waits for the reader's answer."""

    match: MatchFacts
    inviter: str
    expires: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class DigestProposal:
    """A proposal that waits for the reader's answer. `number`: only if several are open at the match."""

    match: MatchFacts
    said: str
    number: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DigestLetter(LetterContext):
    """One letter with all matches of its reader."""

    waiting: tuple[MatchFacts, ...]
    """The matches that wait for the reader, the first deadline first."""
    parts: tuple[LetterPart, ...]
    others: tuple[MatchFacts, ...]
    """Matches in which somebody else is to move."""
    invitations: tuple[DigestInvitation, ...]
    asked: tuple[DigestProposal, ...]
    """Proposals that wait for the reader's answer."""
    free: tuple[MatchFacts, ...]
    """The reader's own matches with a free seat."""
    beyond: int
    """How many more wait than one letter lists."""
    faulty: tuple[str, ...] = ()
    """A sentence for each match that cannot be shown."""
    boards: bool
    offers: tuple[Offer, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DigestReceipt(LetterContext):
    """The receipt for an answer to a digest: `account` reports the lines that are about no match, `parts` the others.

    `acted`: the codes of the matches in which something was done; `refused`: of those in which a line was refused.
    """

    account: LineReport
    answers: tuple[Answer, ...]
    parts: tuple[LetterPart, ...]
    acted: tuple[str, ...]
    refused: tuple[str, ...]
    offers: tuple[Offer, ...] = ()


DIGEST = LetterKind("digest", DigestLetter)
DIGEST_RECEIPT = LetterKind("digest_receipt", DigestReceipt)
