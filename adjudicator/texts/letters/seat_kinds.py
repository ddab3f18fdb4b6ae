"""Letters about the seats of a match: proposals, players who come and leave, and the house player in their place."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from adjudicator.engines.contract import Seat
from adjudicator.texts.facts.answer_facts import Answer
from adjudicator.texts.facts.letter_facts import Offer
from adjudicator.texts.letters.letter_kind import LetterKind, MatchLetterContext
from adjudicator.texts.letters.turn_kinds import Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class HousePlays(MatchLetterContext):
    """The house player plays for a seat: for good, because its player left, or one turn, which `asker` claimed."""

    seat: Seat
    name: str
    """The name of the seat's player."""
    asker: str = ""
    case: Literal["claimed_mine", "claimed", "late_mine", "late", "left", "left_free"] = "left"
    """The sentence that says it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposed(MatchLetterContext):
    """A player proposes something. The reader is asked (`offers`), or it is about them."""

    asker: str
    proposal: str
    asks: bool
    offers: tuple[Offer, ...] = ()
    draw: bool = False
    """Whether it offers a draw."""
    decides: datetime | None
    """When it lapses, or counts as agreed to, without an answer of the reader's; None: it stands."""
    taken_over: int = 0
    """In how many matches the person who would sit down has taken over a seat."""
    silence_agrees: bool
    """Whether saying nothing does not stand in the way of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalClosed(MatchLetterContext):
    """End of a proposal; `proposal` says it, `outcome` a sentence about its end."""

    proposal: str
    outcome: str
    agreed: bool
    pauses: bool = False
    """Whether the match pauses from now on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatNews(MatchLetterContext):
    """A seat has changed hands, as `news_said` tells."""

    news_said: str
    plan_gone: tuple[str, ...] = ()
    """The lines of the reader's plan that went with their seat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Welcome(Turn):
    """The reader has sat down at a seat, which was that of `before`, or has come back to their own."""

    before: str
    answers: tuple[Answer, ...]
    """All moves so far."""


HOUSE_PLAYS = LetterKind("house_plays", HousePlays)
SEAT_NEWS = LetterKind("seat_news", SeatNews)
WELCOME = LetterKind("welcome", Welcome)
PROPOSAL = LetterKind("proposal", Proposed)
PROPOSAL_CLOSED = LetterKind("proposal_closed", ProposalClosed)
