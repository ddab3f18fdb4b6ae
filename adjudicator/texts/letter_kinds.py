"""The kinds of letters, and for each the class of the values that its templates need.

The name of a kind is the folder of its templates, ``mail/<name>``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Generic, Literal, TypeVar

from adjudicator.engines.contract import Seat
from adjudicator.texts.answer_facts import Answer
from adjudicator.texts.letter_facts import (
    Counted,
    Event,
    MatchFacts,
    Offer,
    PlanNews,
    Press,
    Proposal,
    Reader,
    RequestOrigin,
    TermsFacts,
    WaitingOrders,
)
from adjudicator.texts.line_report import LineReport


@dataclass(frozen=True, slots=True, kw_only=True)
class LetterContext:
    """The values of every letter: its reader."""

    reader: Reader


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchLetterContext(LetterContext):
    """The values of a letter about a match. Its subject begins with the game and the code."""

    match: MatchFacts
    kept_orders: WaitingOrders | None = None
    """Orders of the reader that wait, or have waited in vain."""


F = TypeVar("F", bound=LetterContext)


@dataclass(frozen=True, slots=True)
class LetterKind(Generic[F]):
    """A kind of letter: the folder of its templates, and the class of their values."""

    name: str
    occasion: type[F]


@dataclass(frozen=True, slots=True, kw_only=True)
class LetterPart:
    """What a letter about several matches says of one of them: a written text, and a drawn board."""

    text: str
    board: str = ""


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
    """What fixes the deal: the digest of the secret seed alone, and what the reader added to it, from where."""

    seed_digest: str
    salt: str = ""
    source: Literal["word", "letter", "none"] = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting(MatchLetterContext):
    """The reader has a seat, and others have not answered. `missing` names them; empty: the other seat is open.

    `offers`: what the owner of the match can decide meanwhile.
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
    """For the owner of a match: a seat is free, and they decide what becomes of it, before `deadline`."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdrawn(MatchLetterContext):
    """For a guest who has not answered: the seat is not kept any more; `off` if the whole match was called off."""

    inviter: str
    off: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn(MatchLetterContext):
    """The state of a match; your_turn and their_turn need nothing else. `news`: steps new to the reader."""

    board: str = ""
    news: tuple[Event, ...] = ()
    offers: tuple[Offer, ...] = ()
    """Orders that the reader can send back; moves come first."""
    press: tuple[Press, ...] = ()
    hint: str = ""
    """A warning of `boards.draw_warning`, if the letter has no board that shows it."""
    proposals: tuple[Proposal, ...] = ()
    """What players have proposed and what is not decided yet."""
    memo: str = ""
    """The reader's own notes, in a letter of their own turn."""
    stays_known: tuple[Event, ...] = ()
    """Steps that the host took back; what they showed stays known, and has not been shown again."""
    plan: PlanNews | None = None
    """What became of the reader's plan in this turn of theirs, if they have to know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Start(Turn):
    """The match begins. `commitment` is the digest that commits us to the seed and all that was added to it."""

    commitment: str
    chance: ChanceFacts
    is_first: bool = True
    """Whether the reader has begun no match before: then it is told how matches go on."""
    first_of_game: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt(Turn):
    """The report on the reader's letter. It has board and offers if it is their turn or if they asked for them."""

    account: LineReport
    answers: tuple[Answer, ...] = ()
    ends: bool = False
    """Whether the match ended by what the letter asks for, such as to resign."""


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
class MatchOver(Turn):
    """The result, and the seed and salts that everything was dealt from."""

    places: tuple[int, ...]
    """A place for each seat; 1 is best."""
    reason: str
    scores: tuple[int | None, ...] = ()
    commitment: str
    seed: str
    """In hexadecimal digits; empty while a host can still open the match again."""
    seed_public: datetime
    """When the seed is published at the latest."""
    salts: tuple[str, ...]
    record_url: str
    attached: bool = False
    """Whether the record goes with the letter."""
    counted: tuple[Counted, ...] = ()
    """Those for whom the result does not count in full."""
    hints: int = 0
    """How many hints the house player gave."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PressLetter(MatchLetterContext):
    """Messages from other players of the match: to all (press), or to some (tell)."""

    press: tuple[Press, ...]
    offers: tuple[Offer, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reminder(Turn):
    """The reader's time goes on, in this match and in others: then one answer is for all, as to a digest."""

    others: tuple[MatchFacts, ...] = ()
    is_last: bool = True
    """Whether no other reminder for this turn follows."""
    spare_day: bool = False
    """Whether a day of absence is taken when the time runs out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Overdue(Turn):
    """The time of `late` has passed. overdue goes to that player, overdue_other to those who may claim or grant."""

    late: Seat
    since: datetime
    grace_until: datetime | None = None
    """Until when a move still counts, without a claim."""
    then: Literal["claim", "claim_turn", "house", "lose"] = "claim"
    """What follows then."""
    ends: datetime | None = None
    """When the match ends by itself, or the house plays the turn, if nobody claims."""


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
    decides: datetime
    """When it lapses, or counts as agreed to, without an answer of the reader's."""
    taken_over: int = 0
    """In how many matches the person who would sit down has taken over a seat."""
    silence_agrees: bool
    """Whether saying nothing does not stand in the way of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalClosed(MatchLetterContext):
    """What has become of a proposal; `proposal` says it, `outcome` a sentence about its end."""

    proposal: str
    outcome: str
    agreed: bool
    pauses: bool = False
    """Whether the match pauses from now on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatNews(MatchLetterContext):
    """A seat has changed hands, as `news_said` tells."""

    news_said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Welcome(Turn):
    """The reader has sat down at a seat, which was that of `before`, or has come back to their own."""

    before: str
    answers: tuple[Answer, ...]
    """All moves so far."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PauseEnds(MatchLetterContext):
    """`name` wants to play on: the pause ends at `ends`."""

    name: str
    ends: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Granted(Turn):
    """`giver` gave the player to move more days."""

    giver: Seat
    more_days: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Nudge(Turn):
    """The player of the seat `asker` asks in a friendly way whether the reader has seen their turn of `since`."""

    asker: Seat
    since: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class HintLetter(Turn):
    """The house player `adviser` would play the first of the `offers` in the reader's place."""

    adviser: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Rematch(MatchLetterContext):
    """The player of the seat `asker` asks the reader for another match, until `expires`."""

    asker: Seat
    expires: datetime
    seed_digest: str
    offers: tuple[Offer, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HostDeed(Turn):
    """What the host did, and why."""

    told: tuple[str, ...]
    """What it was, and the reason."""
    still_here: bool = True
    """Whether the reader still plays in the match."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchBroadcast(MatchLetterContext):
    """The host's words to the players of a match."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Broadcast(LetterContext):
    """The host's words to everybody who plays."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockStop(MatchLetterContext):
    """The clock of `gone` was stopped or started, as `match` says; or `gone` turned letters off."""

    gone: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Away(LetterContext):
    """An auto-reply says that the reader is away, perhaps until the day `last`. `offers`: to stop their clocks.

    `counted`: they are stopped already, and `offers` end that. `longest` is the number of days a year that the host
    allows.
    """

    offers: tuple[Offer, ...]
    longest: int
    last: date | None = None
    counted: bool = False


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
class Confirm(LetterContext):
    """A request in the reader's name, carried out when they confirm it. `account`: the report on the asking letter.

    `meaning` says what will follow, if that is not plain.
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
    """What the invitations say in the reader's words; left out if they may be another person's."""
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


@dataclass(frozen=True, slots=True, kw_only=True)
class HostFault(LetterContext):
    """The same for the host, with the end of the traceback.

    `commands` judge the letter again, drop it, and list all letters that are set aside.
    """

    number: int
    kind: str
    """The error and its place, the same for all letters with the same fault."""
    sender: str
    """The sender's address; empty for a letter without one, such as a bounce."""
    recipient: str
    about: str
    """The subject."""
    received: datetime
    writer_told: bool
    trace: tuple[str, ...]
    commands: tuple[str, str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class HostLetter(LetterContext):
    """For the host: a letter to an address that every domain must have (RFC 2142), such as postmaster."""

    address: str
    """The address that it was sent to."""
    writer: str
    """The sender's address; empty if the letter names none."""
    about: str
    lines: tuple[str, ...]
    """The first lines of the letter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HostBounce(LetterContext):
    """For the host: letters to a player bounced, and the player gets only answers from now on."""

    player: str
    address: str
    about: str
    """The subject of the bounced letter."""
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HostConfirm(LetterContext):
    """For the host: a deed that is done when they say yes. `preview` are lines, drawn boards among them."""

    order: str
    preview: tuple[str, ...]
    offers: tuple[Offer, ...]
    expires: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class HostAnswer(LetterContext):
    """For the host: what they asked for is done, or why it is not and what would be right."""

    order: str
    why_not: str = ""
    examples: tuple[str, ...] = ()


INVITATION = LetterKind("invitation", Invitation)
WAITING = LetterKind("waiting", Waiting)
SEAT_FREE = LetterKind("seat_free", SeatFree)
SILENCE = LetterKind("silence", Silence)
CALLED_OFF = LetterKind("called_off", CalledOff)
WITHDRAWN = LetterKind("withdrawn", Withdrawn)
ASKED_FOR_MATCH = LetterKind("asked_for_match", AskedForMatch)
START = LetterKind("start", Start)
YOUR_TURN = LetterKind("your_turn", Turn)
THEIR_TURN = LetterKind("their_turn", Turn)
REMINDER = LetterKind("reminder", Reminder)
RECEIPT = LetterKind("receipt", Receipt)
SERVICE_RECEIPT = LetterKind("service_receipt", ServiceReceipt)
DIGEST = LetterKind("digest", DigestLetter)
DIGEST_RECEIPT = LetterKind("digest_receipt", DigestReceipt)
REFUSAL = LetterKind("refusal", Refusal)
MATCH_OVER = LetterKind("match_over", MatchOver)
PRESS = LetterKind("press", PressLetter)
TELL = LetterKind("tell", PressLetter)
OVERDUE = LetterKind("overdue", Overdue)
OVERDUE_OTHER = LetterKind("overdue_other", Overdue)
GRANTED = LetterKind("granted", Granted)
NUDGE = LetterKind("nudge", Nudge)
HINT = LetterKind("hint", HintLetter)
REMATCH = LetterKind("rematch", Rematch)
HOST_DEED = LetterKind("host_deed", HostDeed)
MATCH_BROADCAST = LetterKind("match_broadcast", MatchBroadcast)
BROADCAST = LetterKind("broadcast", Broadcast)
HOUSE_PLAYS = LetterKind("house_plays", HousePlays)
SEAT_OFFER = LetterKind("seat_offer", SeatOffer)
SEAT_NEWS = LetterKind("seat_news", SeatNews)
WELCOME = LetterKind("welcome", Welcome)
PROPOSAL = LetterKind("proposal", Proposed)
PROPOSAL_CLOSED = LetterKind("proposal_closed", ProposalClosed)
PAUSE_ENDS = LetterKind("pause_ends", PauseEnds)
PAUSE_OVER = LetterKind("pause_over", Turn)
OUTAGE = LetterKind("outage", Turn)
STOPPED = LetterKind("stopped", ClockStop)
RESUMED = LetterKind("resumed", ClockStop)
PATIENCE_OVER = LetterKind("patience_over", ClockStop)
AUTOMATIC_DAY = LetterKind("automatic_day", ClockStop)
LONG_SILENCE = LetterKind("long_silence", ClockStop)
SEAT_LOST = LetterKind("seat_lost", ClockStop)
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
HOST_CONFIRM = LetterKind("host_confirm", HostConfirm)
HOST_ANSWER = LetterKind("host_answer", HostAnswer)

LETTERS: Mapping[str, LetterKind[Any]] = MappingProxyType(
    {
        kind.name: kind
        for kind in (
            INVITATION,
            WAITING,
            SEAT_FREE,
            SILENCE,
            CALLED_OFF,
            WITHDRAWN,
            ASKED_FOR_MATCH,
            START,
            YOUR_TURN,
            THEIR_TURN,
            REMINDER,
            RECEIPT,
            SERVICE_RECEIPT,
            DIGEST,
            DIGEST_RECEIPT,
            REFUSAL,
            MATCH_OVER,
            PRESS,
            TELL,
            OVERDUE,
            OVERDUE_OTHER,
            GRANTED,
            NUDGE,
            HINT,
            REMATCH,
            HOST_DEED,
            MATCH_BROADCAST,
            BROADCAST,
            HOUSE_PLAYS,
            SEAT_OFFER,
            SEAT_NEWS,
            WELCOME,
            PROPOSAL,
            PROPOSAL_CLOSED,
            PAUSE_ENDS,
            PAUSE_OVER,
            OUTAGE,
            STOPPED,
            RESUMED,
            PATIENCE_OVER,
            AUTOMATIC_DAY,
            LONG_SILENCE,
            SEAT_LOST,
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
            HOST_CONFIRM,
            HOST_ANSWER,
        )
    }
)
"""All kinds, by name."""
