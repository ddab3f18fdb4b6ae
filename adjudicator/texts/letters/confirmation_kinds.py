"""Letters that ask for a yes: to a match, a seat, an address, or a change of addresses and keys."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from adjudicator.texts.facts.letter_facts import MatchFacts, Offer, RequestOrigin, TermsFacts
from adjudicator.texts.facts.line_report import LineReport
from adjudicator.texts.letters.letter_kind import LetterContext, LetterKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirm(LetterContext):
    """A request in the reader's name, carried out when they confirm it. `account`: the report on the asking letter.

    `meaning` tells the consequence, if that is not plain.
    """

    order: str
    meaning: str = ""
    offers: tuple[Offer, ...]
    url: str
    expires: datetime
    newcomer: bool = False
    """Whether the reader is no player yet."""
    named: bool = False
    """Whether they have given a name already. It is not repeated: somebody else may have asked."""
    settings: tuple[str, ...] = ()
    """The commands for settings that a yes carries out as well."""
    account: LineReport | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedMatch:
    """A new match, requested by the line `order`."""

    order: str
    code: str
    """The code that the match will have."""
    seed_digest: str
    """The digest of the match's secret seed, which is drawn already."""
    game: str
    opponents: tuple[str, ...]
    """As they were written: an address each, or ``house``, or ``open``."""
    guests: int = 0
    """The number of addresses left out of `opponents`, because the reader may not have written them."""
    terms: TermsFacts
    options: tuple[str, ...] = ()
    private: bool = False
    greeting: str = ""
    """Greeting of the invitations in the reader's words; left out if they may be another person's."""
    greeting_length: int = 0
    """The number of its characters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmNew(Confirm):
    """New matches, requested in one letter; one yes confirms all of them."""

    matches: tuple[AskedMatch, ...]
    unsaid: str = ""
    """How a line for a guest is written, if there are other words in the letter, which may be meant for one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmJoin(Confirm):
    """A seat at a match was requested. `seed_digest` is empty for a seat of a match that has begun."""

    match: MatchFacts
    seed_digest: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatOffer(Confirm):
    """A player asks the reader to take their seat: for good, or until the day `last`."""

    match: MatchFacts
    inviter: str
    last: str = ""
    """In ISO form."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmAddress(Confirm):
    """A player claims the reader's address as a further one; `address` is that player's own address."""

    player: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmIdentity(Confirm):
    """A change of addresses or key was requested in the reader's name; `order` describes the state after it."""

    asked: RequestOrigin
    new_address: str = ""
    """The new address, which has to confirm too, after the reader."""
    revokes: bool = False
    """Whether the request is to revoke all reply addresses."""


SEAT_OFFER = LetterKind("seat_offer", SeatOffer)
CONFIRM = LetterKind("confirm", Confirm)
CONFIRM_NEW = LetterKind("confirm_new", ConfirmNew)
CONFIRM_JOIN = LetterKind("confirm_join", ConfirmJoin)
CONFIRM_ADDRESS = LetterKind("confirm_address", ConfirmAddress)
CONFIRM_IDENTITY = LetterKind("confirm_identity", ConfirmIdentity)
