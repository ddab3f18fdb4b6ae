"""The people of a simulated year, and the terms of their matches, drawn from a seed.

Each has a zone, a language, free times and habits. Some leave the club for good, each in their own way.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

import holidays

ZONES = (
    "Europe/Berlin",
    "Europe/Paris",
    "Europe/London",
    "America/New_York",
    "America/St_Johns",
    "America/Santiago",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "Pacific/Chatham",
    "Pacific/Kiritimati",
    "Pacific/Pago_Pago",
    "UTC",
)
"""Twelve zones: +14 and -11, changes of the clocks on both sides of the equator, one of half an hour, and none."""
LANGUAGES = ("en", "de", "fr", "it", "nl")
REGIONS = ("DE", "FR", "GB", "US", "AU", "")
ALLOWANCE = 30
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


class Exit(StrEnum):
    """How somebody leaves for good."""

    RESIGNS = "by letter"
    DEAD = "by a dead mailbox"
    SILENT = "by silence"


@dataclass(frozen=True)
class DigestWish:
    """When somebody wants their digest."""

    minute: int
    """Since midnight by their clock."""
    days: tuple[str, ...] = ()
    """Of the week; empty: every day."""

    def line(self, *, boards: bool) -> str:
        """Write the command `digest`."""
        hour, minute = divmod(self.minute, 60)
        days = " ".join(self.days) or "daily"
        return f"digest {hour}:{minute:02} {days} {'with boards' if boards else 'short'}"


@dataclass
class Person:
    """Somebody who plays."""

    name: str
    zone: str
    language: str
    days_off: tuple[str, ...]
    night: tuple[int, int] | None
    region: str
    automatic: bool
    slowness: float
    """The mean time to an answer, as a part of a usual turn."""
    leaves_by: Exit | None = None
    leaves_at: datetime | None = None
    introduced: bool = False
    """Have they told us about themself?"""
    dead: bool = False
    """Does their mailbox refuse every letter?"""
    office_until: datetime | None = None
    """Until when their mailbox answers that they are out of office."""
    quiet: tuple[int, int] | None = None
    reminders: str = "usual"
    letters: str = "turns"
    """Which letters they want."""
    digest: DigestWish | None = None
    in_digest: bool = False
    """Do letters of their turns wait for the digest?"""
    boards: bool = True
    """Does the digest show boards?"""
    away: list[tuple[datetime, datetime]] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"{self.name.lower()}@{self.name.lower()}.example"

    @property
    def sender(self) -> str:
        return f"{self.name} <{self.address}>"

    def free_times_line(self) -> str:
        """Write the command `off`."""
        parts = []
        if self.days_off:
            parts.append(" ".join(self.days_off))
        if self.night:
            parts.append("nights {}-{}".format(*self.night))
        if self.region:
            parts.append(f"holidays {self.region}")
        return f"off {' '.join(parts) or 'none'}"

    def digest_lines(self) -> tuple[str, ...]:
        """Write the commands about the digest."""
        if self.digest is None:
            return ("digest off",)
        return self.digest.line(boards=self.boards), f"turns {'in the digest' if self.in_digest else 'at once'}"

    def calendar_fields(self, year: int) -> dict[str, Any]:
        """Return the free times as the second clock reads them."""
        days: list[str] = []
        if self.region:
            days = [
                day.isoformat() for day in sorted(holidays.country_holidays(self.region, years=range(year, year + 4)))
            ]
        return {"days_off": list(self.days_off), "night": list(self.night) if self.night else None, "holidays": days}

    def stranger_fields(self) -> dict[str, Any]:
        """Return what the second clock knows of somebody of whom we know only their address."""
        return {
            "zone": "UTC",
            "days_off": [],
            "night": None,
            "holidays": [],
            "allowance": ALLOWANCE,
            "spent": {},
            "auto": True,
        }

    def is_gone(self, now: datetime) -> bool:
        return self.leaves_at is not None and now >= self.leaves_at


@dataclass(frozen=True)
class DrawnTerms:
    """The terms of a match, as its maker writes them and as the second clock reads them."""

    options: str
    case: dict[str, Any]
    usual: timedelta
    """A usual turn."""

    @property
    def limited(self) -> bool:
        return bool(self.case["time"] != "none")


def draw_people(dice: random.Random, count: int, begin: datetime, span: timedelta) -> list[Person]:
    """Draw people; every tenth leaves at some time, in one of three ways."""
    return [_draw_person(dice, number, begin, span) for number in range(count)]


def _draw_person(dice: random.Random, number: int, begin: datetime, span: timedelta) -> Person:
    start = dice.choice((22, 23, 0, 1))
    exits = tuple(Exit)
    leaves = number % 10 == 9
    return Person(
        name=f"P{number:03}",
        zone=ZONES[number % len(ZONES)],
        language=LANGUAGES[number % len(LANGUAGES)],
        days_off=dice.choice(((), ("sat", "sun"), ("sat", "sun"), ("thu", "fri"))),
        night=(start, (start + dice.randint(6, 9)) % 24) if dice.random() < 0.5 else None,
        region=dice.choice(REGIONS),
        automatic=dice.random() < 0.5,
        slowness=dice.choice((0.05, 0.1, 0.2, 0.4, 0.7)),
        leaves_by=exits[number // 10 % len(exits)] if leaves else None,
        leaves_at=begin + span * dice.uniform(0.1, 0.9) if leaves else None,
    )


def draw_letter_times(dice: random.Random, person: Person) -> None:
    """Draw the quiet hours and reminders that somebody wants."""
    begin = dice.choice((0, 9, 20, 21, 22, 22, 23))
    person.quiet = (begin, (begin + dice.randint(1, 12)) % 24) if dice.random() < 0.6 else None
    person.reminders = dice.choice(("usual", "none", "1d", "6h", "2d 12h", "3d 1d 4h", "4d 2d 1d 2h"))


def draw_digest(dice: random.Random, person: Person, hour: int) -> None:
    """Draw whether somebody wants a digest, on which days, and whether it tells their turns."""
    minute = hour * 60 + dice.choice((0, 0, 30, 45))
    days = dice.choice(((), (), (), ("mon", "thu"), ("sun",), ("tue", "wed", "sat")))
    person.digest = DigestWish(minute, days) if dice.random() < 0.7 else None
    person.in_digest = person.digest is not None and dice.random() < 0.7
    person.boards = dice.random() < 0.5


def draw_calendar(dice: random.Random, person: Person) -> None:
    """Let somebody choose other nights and holidays: those may change at any time."""
    start = dice.choice((22, 23, 0, 1, 2))
    person.night = (start, (start + dice.randint(5, 9)) % 24) if dice.random() < 0.7 else None
    person.region = dice.choice(REGIONS)


def draw_terms(dice: random.Random, game: str, seats: int) -> DrawnTerms:
    """Draw all kinds of time and of `late`, and everything else that a match says about time."""
    kind = dice.choices(("turn", "bank", "iccf", "none"), (10, 6, 4, 1))[0]
    words, case, usual = _draw_time(dice, kind)
    if kind != "none":
        late = dice.choice(("claim", "house", "lose", *(["skip"] if game == "pharao" else [])))
        words.append(f"late={late}")
        case["late"] = late
        if dice.random() < 0.6:
            hours = dice.choice((0, 5, 24, 48))
            words.append(f"grace={hours}h" if hours else "grace=0")
            case["grace"] = hours * 3600
        if late == "claim" and dice.random() < 0.5:
            days = dice.choice((1, 3, 7))
            words.append(f"wait={days}d")
            case["wait"] = days * 86400
    off = [one for one in ("weekends", "nights", "holidays") if dice.random() < 0.5]
    words.append(f"off={','.join(off) or 'none'}")
    if dice.random() < 0.2:
        words.append("absence=0")
        case["absence"] = False
    return DrawnTerms(" ".join(words), {**case, "seats": seats, "off": off}, usual)


def _draw_time(dice: random.Random, kind: str) -> tuple[list[str], dict[str, Any], timedelta]:
    if kind == "none":
        return ["time=none"], {"time": "none"}, 4 * DAY
    if kind == "turn":
        time, usual = dice.choice((("36h", 1.5), ("2d", 2), ("3d", 3), ("3d", 3), ("61h", 2.5), ("7d", 7)))
        words = [f"time={time}"]
    elif kind == "bank":
        time, usual, pace = dice.choice((("72h+12h max=120h", 1, "brisk"), ("10d+36h", 2, "club"), ("5d+1d", 1.5, "")))
        words = [f"pace={pace}"] if pace else [f"time={time}"]
    else:
        time, usual = dice.choice((("20d/10", 2), ("5d/3", 1.6), ("30d/12", 2.5)))
        words = [f"time={time}"]
    return words, {"time": time}, usual * DAY
