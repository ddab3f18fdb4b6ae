"""Letters before a match begins: invitations, free seats, and the end of both."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Literal

from adjudicator.engines.contract import Seat
from adjudicator.texts.facts.letter_facts import Offer
from adjudicator.texts.letters.letter_kind import LetterKind, MatchLetterContext


@dataclass(frozen=True, slots=True, kw_only=True)
class Invitation(MatchLetterContext):
    """An invitation to a match. `offers`: to join, to decline."""

    inviter: str
    seed_digest: str
    """The digest of the match's secret seed, from before the guest gives a salt."""
    offers: tuple[Offer, ...]
    url: str
    """The page to answer on instead of by letter."""
    never_url: str = ""
    """The suppression page."""
    expires: datetime | None = None
    inviter_address: str = ""
    """Empty if the reader knows the service already."""
    greeting: str = ""
    """A line of the inviter's own."""
    newcomer: bool = False
    """Whether the reader is no player yet."""
    others: tuple[str, ...] = ()
    """How to get it in each other language, in that language; for a guest whose language nobody knows."""


@dataclass(frozen=True, slots=True)
class ChanceFacts:
    """Commitment to the deal: the digest of the secret seed alone, the reader's salt, and its source."""

    seed_digest: str
    salt: str = ""
    source: Literal["word", "letter", "none", "host"] = "none"
    """``host``: the reader has the host's role and adds nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting(MatchLetterContext):
    """The reader has a seat, and others have not answered. `missing` names them; empty: the other seat is open.

    `offers`: the decisions that the owner of the match has meanwhile.
    """

    missing: tuple[str, ...]
    chance: ChanceFacts
    offers: tuple[Offer, ...] = ()


class NoGuest(StrEnum):
    """Why a seat is free."""

    DECLINED = "declined"
    UNREACHABLE = "unreachable"
    EXPIRED = "expired"
    """The guest did not answer the invitation in time."""
    LEFT = "left"
    """The player, or the guest, was erased."""
    NOBODY_CAME = "nobody_came"
    """It was open to anybody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatFree(MatchLetterContext):
    """For the owner of a match: a seat is free, and they decide about it, before `deadline`."""

    guests: tuple[str, ...]
    """The guests who do not come; none if the seat was open to anybody."""
    why: NoGuest
    offers: tuple[Offer, ...]
    deadline: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Silence(MatchLetterContext):
    """For the owner of a match: the guests in `missing` have not answered, and can do so before `deadline`."""

    missing: tuple[str, ...]
    offers: tuple[Offer, ...]
    deadline: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CalledOff(MatchLetterContext):
    """The match was called off before it began: by `owner`, or because they did nothing about a free seat."""

    owner: str
    by_owner: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedForMatch(MatchLetterContext):
    """A command for the match came in a letter to the service; an answer with the offered line carries it out."""

    order: str
    offers: tuple[Offer, ...]
    is_question: bool = False
    """Whether it only asks for something that the reader alone may see."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdrawn(MatchLetterContext):
    """For a guest who has not answered: the seat is not kept any more; `off` if the whole match was called off."""

    inviter: str
    off: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Rematch(MatchLetterContext):
    """The player of the seat `asker` asks the reader for another match, until `expires`."""

    asker: Seat
    expires: datetime
    seed_digest: str
    offers: tuple[Offer, ...]


INVITATION = LetterKind("invitation", Invitation)
WAITING = LetterKind("waiting", Waiting)
SEAT_FREE = LetterKind("seat_free", SeatFree)
SILENCE = LetterKind("silence", Silence)
CALLED_OFF = LetterKind("called_off", CalledOff)
WITHDRAWN = LetterKind("withdrawn", Withdrawn)
ASKED_FOR_MATCH = LetterKind("asked_for_match", AskedForMatch)
REMATCH = LetterKind("rematch", Rematch)
