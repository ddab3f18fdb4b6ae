"""Letters from the host and to the host."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from adjudicator.texts.facts.letter_facts import Offer
from adjudicator.texts.letters.letter_kind import LetterContext, LetterKind, MatchLetterContext
from adjudicator.texts.letters.turn_kinds import Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class HostDeed(Turn):
    """A deed of the host, and the reason."""

    told: tuple[str, ...]
    """The deed and its reason, in words."""
    still_here: bool = True
    """Whether the reader still plays in the match."""
    plan_gone: tuple[str, ...] = ()
    """The lines of the reader's plan that went with their seat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchBroadcast(MatchLetterContext):
    """The host's words to the players of a match."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Broadcast(LetterContext):
    """The host's words to everybody who plays."""

    text: str


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
class HostSweepFault(LetterContext):
    """For the host: tasks that were due in matches or for players could not be done."""

    kind: str
    """The error and its place."""
    rows: tuple[str, ...]
    """The matches and players, each with the task that failed."""
    more: int
    """How many others there are."""
    trace: tuple[str, ...]
    """The end of the traceback of the first."""


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
    """For the host: a deed is done, or the reason why it is not, with the right form."""

    order: str
    why_not: str = ""
    examples: tuple[str, ...] = ()


HOST_DEED = LetterKind("host_deed", HostDeed)
MATCH_BROADCAST = LetterKind("match_broadcast", MatchBroadcast)
BROADCAST = LetterKind("broadcast", Broadcast)
HOST_FAULT = LetterKind("host_fault", HostFault)
HOST_SWEEP_FAULT = LetterKind("host_sweep_fault", HostSweepFault)
HOST_BOUNCE = LetterKind("host_bounce", HostBounce)
HOST_LETTER = LetterKind("host_letter", HostLetter)
HOST_CONFIRM = LetterKind("host_confirm", HostConfirm)
HOST_ANSWER = LetterKind("host_answer", HostAnswer)
