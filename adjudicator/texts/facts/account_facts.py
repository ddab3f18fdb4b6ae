"""Facts about the reader, for answers: their addresses, absences, calendar and digest."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import ClassVar


@dataclass(frozen=True, slots=True, kw_only=True)
class AddressesAnswer:
    """The reader's credentials: addresses and OpenPGP key."""

    kind: ClassVar[str] = "addresses"
    order: str
    address: str
    further: tuple[str, ...]
    fingerprint: str
    """The fingerprint of the key; empty if there is none."""
    required: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DaysAway:
    """An absence by its first and its last day."""

    first: date
    last: date


@dataclass(frozen=True, slots=True, kw_only=True)
class YearLeft:
    """How many days of absence are left in a year."""

    year: int
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AbsencesAnswer:
    """The reader's absences and free times."""

    kind: ClassVar[str] = "absences"
    order: str
    coming: tuple[DaysAway, ...]
    """Those that run and those to come."""
    past: tuple[DaysAway, ...]
    years: tuple[YearLeft, ...]
    longest: int
    """The days a year that the host allows."""
    automatic: bool
    counts: bool
    """Whether an out-of-office reply with a date counts as an absence."""
    unmoved: tuple[str, ...] = ()
    """The codes of the matches in which the clock runs while the reader is away."""
    off: str
    """The free times, in the reader's words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarAnswer:
    """The player's calendar; `attachment` is the name of its file, and `url` the address that always has it."""

    kind: ClassVar[str] = "calendar"
    order: str
    attachment: str
    turns: int
    absences: int
    url: str
    renew: str
    """The command that makes another address."""
    end: str
    """The command that ends the address."""

    @property
    def is_empty(self) -> bool:
        """Has the file neither a turn nor an absence?"""
        return not (self.turns or self.absences)


@dataclass(frozen=True, slots=True, kw_only=True)
class DigestAnswer:
    """Hours of the reader's digest, and the letters that wait for it, in their words."""

    kind: ClassVar[str] = "digest"
    order: str
    said: str
