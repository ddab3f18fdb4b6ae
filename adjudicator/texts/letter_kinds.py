"""The letters we write, and for each what it must be told. A letter's name is the folder of its templates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from adjudicator.engines.contract import Seat
from adjudicator.texts.answer_facts import Answer
from adjudicator.texts.letter_context import LetterContext, MatchLetterContext
from adjudicator.texts.letter_facts import Event, MatchFacts, Offer, Press, RequestOrigin
from adjudicator.texts.letter_kinds_away import Away, ClockStop, HostBounce, HostLetter, Probe, Unsubscribed
from adjudicator.texts.line_report import LineReport

__all__ = [
    "AWAY",
    "CONFIRM",
    "CONFIRM_ADDRESS",
    "CONFIRM_IDENTITY",
    "CONFIRM_JOIN",
    "CONFIRM_NEW",
    "DECLINED",
    "FAULT",
    "FAULT_DROPPED",
    "GRANTED",
    "HOST_BOUNCE",
    "HOST_FAULT",
    "HOST_LETTER",
    "HOUSE_PLAYS",
    "IDENTITY_CHANGED",
    "IDENTITY_RESTORED",
    "INVITATION",
    "LETTERS",
    "MATCH_OVER",
    "OUTAGE",
    "OVERDUE",
    "OVERDUE_OTHER",
    "PATIENCE_OVER",
    "PRESS",
    "PROBE",
    "QUIET",
    "RECEIPT",
    "REFUSAL",
    "REMINDER",
    "RESUMED",
    "SERVICE_RECEIPT",
    "SIGN_IN",
    "START",
    "STOPPED",
    "THEIR_TURN",
    "UNSUBSCRIBED",
    "WAITING",
    "YOUR_TURN",
    "AskedMatch",
    "Away",
    "ClockStop",
    "Confirm",
    "ConfirmAddress",
    "ConfirmIdentity",
    "ConfirmJoin",
    "ConfirmNew",
    "Declined",
    "F",
    "Fault",
    "Granted",
    "HostBounce",
    "HostFault",
    "HostLetter",
    "HousePlays",
    "IdentityChanged",
    "IdentityRestored",
    "Invitation",
    "LetterContext",
    "LetterKind",
    "MatchLetterContext",
    "MatchOver",
    "Overdue",
    "PressLetter",
    "Probe",
    "Receipt",
    "Refusal",
    "ServiceReceipt",
    "SignIn",
    "Start",
    "Turn",
    "Unsubscribed",
    "Waiting"
]  # fmt: skip


F = TypeVar("F", bound=LetterContext)


@dataclass(frozen=True, slots=True)
class LetterKind(Generic[F]):
    """A kind of letter: the folder of its templates, and the class of what they are written from."""

    name: str
    occasion: type[F]


@dataclass(frozen=True, slots=True, kw_only=True)
class Invitation(MatchLetterContext):
    """Somebody is asked to play; answering joins (`offers`: to join, to decline)."""

    inviter: str
    offers: tuple[Offer, ...]
    url: str
    """The page that says yes or no without a letter."""
    never_url: str = ""
    """The page on which nobody can ask any more."""
    expires: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting(MatchLetterContext):
    """The reader has a seat, but others have not answered yet. `missing` names them; empty: the seat is open to all."""

    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Declined(MatchLetterContext):
    """The match is off before it began: `guest` said no, did not answer in time, or cannot be reached."""

    guest: str
    expired: bool = False
    unreachable: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn(MatchLetterContext):
    """How a match stands: your_turn, their_turn and reminder say just this. `news` is what the reader has not seen."""

    board: str = ""
    news: tuple[Event, ...] = ()
    offers: tuple[Offer, ...] = ()
    """What the reader can send back now; the first ones play."""
    press: tuple[Press, ...] = ()
    hint: str = ""
    """What nobody may miss, where the letter has no board that says it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Start(Turn):
    """Everybody is there. `commitment` is the digest that ties us to the seed."""

    commitment: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt(Turn):
    """What became of the reader's letter. It has board and offers when it is his turn, or when he asked for them."""

    account: LineReport
    answers: tuple[Answer, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceReceipt(LetterContext):
    """What became of a letter to the service itself."""

    account: LineReport
    answers: tuple[Answer, ...] = ()
    offers: tuple[Offer, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal(LetterContext):
    """A letter from which nothing was read: forged, from somebody else, for a match that is over, without text ...

    `match` is told only to somebody who sits there.
    """

    reason: str
    about: str = ""
    """The subject of the letter that we refuse."""
    excerpt: tuple[str, ...] = ()
    """Its first lines."""
    offers: tuple[Offer, ...] = ()
    match: MatchFacts | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchOver(Turn):
    """The result, and the secret that everything was dealt from."""

    places: tuple[int, ...]
    """A place for each seat; 1 is best."""
    reason: str
    scores: tuple[int | None, ...] = ()
    commitment: str
    seed: str
    """In hexadecimal digits."""
    salts: tuple[str, ...]
    record_url: str
    attached: bool = False
    """Whether the record goes with the letter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PressLetter(MatchLetterContext):
    """Somebody wrote to the others of the match."""

    press: tuple[Press, ...]
    offers: tuple[Offer, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Overdue(Turn):
    """The time of `late` has passed: overdue tells the one who is late, overdue_other those who may claim or grant."""

    late: Seat
    since: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class HousePlays(MatchLetterContext):
    """The house player plays for a seat: for good as `name` resigned, or, where `asker` claimed it, for one turn."""

    seat: Seat
    name: str
    """What its player is called."""
    asker: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Granted(Turn):
    """`giver` gave the one who is to move more days."""

    giver: Seat
    more_days: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirm(LetterContext):
    """Something was asked in the reader's name, and is done when he answers. `account` is of the letter that asked."""

    order: str
    offers: tuple[Offer, ...]
    url: str
    expires: datetime
    account: LineReport | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedMatch:
    """A new match that somebody asked for by the line `order`."""

    order: str
    game: str
    opponents: tuple[str, ...]
    """As they were written: an address each, or ``house``, or ``open``."""
    guests: int = 0
    """How many addresses are left out there, as perhaps the reader wrote none of them."""
    days: int | None
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmNew(Confirm):
    """New matches were asked for in one letter; one yes is for all of them."""

    matches: tuple[AskedMatch, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmJoin(Confirm):
    """He asked for a seat at a match."""

    match: MatchFacts


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmAddress(Confirm):
    """A player says that the reader's address is his too; `address` is the one that we know of him."""

    player: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmIdentity(Confirm):
    """Another address, key or main address was asked for in the reader's name; `order` says what would then hold."""

    asked: RequestOrigin
    new_address: str = ""
    """The address that is asked as well, once the reader has said yes."""
    revokes: bool = False
    """Whether the reader is asked whether all reply addresses are to be revoked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IdentityChanged(LetterContext):
    """How the reader is known was changed; goes to every address. Without `url` the change cannot be taken back."""

    what: str
    asked: RequestOrigin
    offers: tuple[Offer, ...] = ()
    url: str = ""
    expires: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class IdentityRestored(LetterContext):
    """Changes were taken back by one of the reader's addresses. `answers` tells how they are known now."""

    undone: tuple[str, ...]
    by: str
    at: datetime
    answers: tuple[Answer, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SignIn(LetterContext):
    """He wants to use the web pages."""

    url: str
    expires: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault(LetterContext):
    """We failed on his letter. It is kept under `number`, and the host knows."""

    number: int
    about: str
    received: datetime
    match: MatchFacts | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HostFault(LetterContext):
    """The same for the host, with the end of the traceback.

    `commands` judge it again, drop it, and list all that are aside.
    """

    number: int
    kind: str
    """What broke and where, the same for all letters that break us in the same way."""
    sender: str
    """The address that it came from; empty for a letter without, such as a bounce."""
    recipient: str
    about: str
    """Its subject."""
    received: datetime
    writer_told: bool
    trace: tuple[str, ...]
    commands: tuple[str, str, str]


INVITATION = LetterKind("invitation", Invitation)
WAITING = LetterKind("waiting", Waiting)
DECLINED = LetterKind("declined", Declined)
START = LetterKind("start", Start)
YOUR_TURN = LetterKind("your_turn", Turn)
THEIR_TURN = LetterKind("their_turn", Turn)
REMINDER = LetterKind("reminder", Turn)
RECEIPT = LetterKind("receipt", Receipt)
SERVICE_RECEIPT = LetterKind("service_receipt", ServiceReceipt)
REFUSAL = LetterKind("refusal", Refusal)
MATCH_OVER = LetterKind("match_over", MatchOver)
PRESS = LetterKind("press", PressLetter)
OVERDUE = LetterKind("overdue", Overdue)
OVERDUE_OTHER = LetterKind("overdue_other", Overdue)
GRANTED = LetterKind("granted", Granted)
HOUSE_PLAYS = LetterKind("house_plays", HousePlays)
OUTAGE = LetterKind("outage", Turn)
STOPPED = LetterKind("stopped", ClockStop)
RESUMED = LetterKind("resumed", ClockStop)
PATIENCE_OVER = LetterKind("patience_over", ClockStop)
QUIET = LetterKind("quiet", ClockStop)
UNSUBSCRIBED = LetterKind("unsubscribed", Unsubscribed)
PROBE = LetterKind("probe", Probe)
AWAY = LetterKind("away", Away)
CONFIRM = LetterKind("confirm", Confirm)
CONFIRM_NEW = LetterKind("confirm_new", ConfirmNew)
CONFIRM_JOIN = LetterKind("confirm_join", ConfirmJoin)
CONFIRM_ADDRESS = LetterKind("confirm_address", ConfirmAddress)
CONFIRM_IDENTITY = LetterKind("confirm_identity", ConfirmIdentity)
IDENTITY_CHANGED = LetterKind("identity_changed", IdentityChanged)
IDENTITY_RESTORED = LetterKind("identity_restored", IdentityRestored)
SIGN_IN = LetterKind("sign_in", SignIn)
FAULT = LetterKind("fault", Fault)
FAULT_DROPPED = LetterKind("fault_dropped", Fault)
HOST_FAULT = LetterKind("host_fault", HostFault)
HOST_BOUNCE = LetterKind("host_bounce", HostBounce)
HOST_LETTER = LetterKind("host_letter", HostLetter)

LETTERS: Mapping[str, LetterKind[Any]] = MappingProxyType(
    {
        kind.name: kind
        for kind in (
            INVITATION,
            WAITING,
            DECLINED,
            START,
            YOUR_TURN,
            THEIR_TURN,
            REMINDER,
            RECEIPT,
            SERVICE_RECEIPT,
            REFUSAL,
            MATCH_OVER,
            PRESS,
            OVERDUE,
            OVERDUE_OTHER,
            GRANTED,
            HOUSE_PLAYS,
            OUTAGE,
            STOPPED,
            RESUMED,
            PATIENCE_OVER,
            QUIET,
            UNSUBSCRIBED,
            PROBE,
            AWAY,
            CONFIRM,
            CONFIRM_NEW,
            CONFIRM_JOIN,
            CONFIRM_ADDRESS,
            CONFIRM_IDENTITY,
            IDENTITY_CHANGED,
            IDENTITY_RESTORED,
            SIGN_IN,
            FAULT,
            FAULT_DROPPED,
            HOST_FAULT,
            HOST_BOUNCE,
            HOST_LETTER,
        )
    }
)
"""All of them, by name."""
