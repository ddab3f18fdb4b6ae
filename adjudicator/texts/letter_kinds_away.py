"""What the letters are told that speak of players who are away or out of reach."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from adjudicator.engines.contract import Seat
from adjudicator.texts.letter_context import LetterContext, MatchLetterContext
from adjudicator.texts.letter_facts import Offer


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockStop(MatchLetterContext):
    """The clock of `gone` stands still or runs again, as the match's facts say; or `gone` turned letters off."""

    gone: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Away(LetterContext):
    """His mailbox says that the reader is away, perhaps until the `last` day: he may stop his clocks (`offers`).

    `longest` is the number of days a year that the host allows.
    """

    offers: tuple[Offer, ...]
    longest: int
    last: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe(LetterContext):
    """Somebody reported that a letter to the reader came back: only if this one does as well is it believed."""

    about: str
    """The subject of the letter that the report named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unsubscribed(LetterContext):
    """The reader turned letters off, and can turn them on again (`offers`, or the page `url`)."""

    offers: tuple[Offer, ...]
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HostLetter(LetterContext):
    """For the host: somebody wrote to one of the addresses that every domain must have."""

    address: str
    """Where they wrote to."""
    writer: str
    """Their address; empty when the letter names none."""
    about: str
    lines: tuple[str, ...]
    """The beginning of their letter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HostBounce(LetterContext):
    """For the host: letters to a player came back, and nothing more is written to him unasked."""

    player: str
    address: str
    about: str
    """The subject of the letter that came back."""
    why: str
