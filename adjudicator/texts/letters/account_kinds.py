"""Letters about the reader and their letters: receipts and refusals without a match, addresses, links to sign in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from adjudicator.texts.facts.answer_facts import Answer
from adjudicator.texts.facts.letter_facts import MatchFacts, Offer, RequestOrigin
from adjudicator.texts.facts.line_report import LineReport
from adjudicator.texts.letters.letter_kind import LetterContext, LetterKind


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceReceipt(LetterContext):
    """The report on a letter to the service itself."""

    account: LineReport
    answers: tuple[Answer, ...] = ()
    offers: tuple[Offer, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal(LetterContext):
    """A letter was refused as a whole: forged, from somebody else, for a match that is over, without text ...

    `match` is set only for a player of that match.
    """

    reason: str
    about: str = ""
    """The subject of the refused letter."""
    excerpt: tuple[str, ...] = ()
    """Its first lines."""
    offers: tuple[Offer, ...] = ()
    match: MatchFacts | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Away(LetterContext):
    """An auto-reply says that the reader is away, perhaps until the day `last`. `offers`: to stop their clocks.

    `counted`: they are stopped already, and `offers` end that. `longest` is the number of days a year that the host
    allows. `unmoved` are the codes of the matches whose clocks run on.
    """

    offers: tuple[Offer, ...]
    longest: int
    last: date | None = None
    counted: bool = False
    unmoved: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe(LetterContext):
    """Tests a reported bounce: it is believed only if this letter bounces too."""

    about: str
    """The subject of the letter in the report."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unsubscribed(LetterContext):
    """The reader turned letters off, and can turn them on again by `offers` or on the page `url`."""

    offers: tuple[Offer, ...]
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class IdentityChanged(LetterContext):
    """The reader's addresses or key were changed; goes to every address. Without `url` it cannot be undone."""

    what: str
    asked: RequestOrigin
    offers: tuple[Offer, ...] = ()
    url: str = ""
    expires: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class IdentityRestored(LetterContext):
    """One of the reader's addresses undid changes. `answers` lists the addresses and key now."""

    undone: tuple[str, ...]
    by: str
    at: datetime
    answers: tuple[Answer, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SignIn(LetterContext):
    """The link to sign in to the pages."""

    url: str
    expires: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault(LetterContext):
    """Our code failed on the reader's letter. It is set aside under `number`, and the host is told."""

    number: int
    about: str
    received: datetime
    match: MatchFacts | None = None


SERVICE_RECEIPT = LetterKind("service_receipt", ServiceReceipt)
REFUSAL = LetterKind("refusal", Refusal)
UNSUBSCRIBED = LetterKind("unsubscribed", Unsubscribed)
PROBE = LetterKind("probe", Probe)
AWAY = LetterKind("away", Away)
IDENTITY_CHANGED = LetterKind("identity_changed", IdentityChanged)
IDENTITY_RESTORED = LetterKind("identity_restored", IdentityRestored)
SIGN_IN = LetterKind("sign_in", SignIn)
FAULT = LetterKind("fault", Fault)
FAULT_DROPPED = LetterKind("fault_dropped", Fault)
