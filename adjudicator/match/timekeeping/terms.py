"""Terms of a match: the options of `new` about time and seats, and the part that the record keeps.

Four kinds of time: so much for each turn (`7d`), a bank with an increment (`30d+1d max=45d`), the correspondence chess
federation's so much for a number of turns (`50d/10`), and none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Final, TypeAlias

import msgspec

from adjudicator.engines.contract import Level
from adjudicator.match.timekeeping.clock_errors import BadTerms
from adjudicator.match.timekeeping.free_times import FreeTime
from adjudicator.match.timekeeping.instants import DAY, HOUR, Seconds

LEAST: Final = 12 * HOUR
"""The least budget of a turn, increment, or share of a turn: less leaves no full night's sleep."""
MOST: Final = 365 * DAY
MOST_GRACE: Final = 7 * DAY
LEAST_WAIT: Final = DAY
MOST_WAIT: Final = 60 * DAY
MOST_TURNS: Final = 999

PACES: Final = {"slow": "30d+2d", "club": "10d+36h", "brisk": "72h+12h max=120h"}


class PerTurn(msgspec.Struct, frozen=True, tag="turn"):
    """So much for each turn."""

    base: Seconds


class Bank(msgspec.Struct, frozen=True, tag="bank"):
    """A bank that each turn of the seat adds to, up to a cap."""

    base: Seconds
    increment: Seconds
    cap: Seconds


class Periods(msgspec.Struct, frozen=True, tag="periods"):
    """A budget for a number of turns; the rest is carried over."""

    base: Seconds
    turns: int


class NoLimit(msgspec.Struct, frozen=True, tag="none"):
    """No limit."""


TimeControl: TypeAlias = PerTurn | Bank | Periods | NoLimit


class Late(StrEnum):
    """Consequence when grace is over."""

    CLAIM = "claim"
    HOUSE = "house"
    SKIP = "skip"
    LOSE = "lose"


class Vacant(StrEnum):
    """Rule for a seat that its player has left, at three seats and more."""

    HOUSE = "house"
    WAIT = "wait"


class Undo(StrEnum):
    """Rule for steps of a turn that is over: the others are asked, never, or without asking until one of them moves."""

    ASK = "ask"
    NEVER = "never"
    FREE = "free"


class Terms(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that a match says about time, seats without a player, and taking back. `make_terms` checks it."""

    time: TimeControl
    seats: int
    late: Late
    grace: Seconds = DAY
    wait: Seconds = 14 * DAY
    off: tuple[FreeTime, ...] = ()
    absence: bool = True
    vacant: Vacant = Vacant.HOUSE
    house: Level | None = None
    """How the house player plays where it was given a seat; None in matches from before there were levels."""
    undo: Undo = Undo.ASK


def make_terms(
    time: TimeControl,
    seats: int,
    late: Late | None = None,
    grace: Seconds = DAY,
    wait: Seconds = 14 * DAY,
    off: Iterable[FreeTime] = (),
    *,
    absence: bool = True,
) -> Terms:
    """Make the terms of a match; `late` is by default a claim for two, and the house for more. Raises `BadTerms`."""
    if not 0 <= grace <= MOST_GRACE:
        raise BadTerms(f"grace={format_span(grace)}", "grace=0 to grace=7d")
    if not LEAST_WAIT <= wait <= MOST_WAIT:
        raise BadTerms(f"wait={format_span(wait)}", "wait=1d to wait=60d")
    chosen = late or (Late.CLAIM if seats == 2 else Late.HOUSE)
    honoured = frozenset(off)
    return Terms(time, seats, chosen, grace, wait, tuple(kind for kind in FreeTime if kind in honoured), absence)


def read_terms(words: Mapping[str, str | int], seats: int) -> Terms:
    """Read the terms of time among those of a match, as `match_terms` writes them out. Raises `BadTerms`."""
    late = str(words["late"])
    if late not in set(Late):
        raise BadTerms(f"late={late}", "late=claim, late=house, late=skip or late=lose")
    vacant = str(words.get("vacant", Vacant.HOUSE))
    if vacant not in set(Vacant):
        raise BadTerms(f"vacant={vacant}", "vacant=house or vacant=wait")
    house = str(words.get("house", ""))
    if house and house not in set(Level):
        raise BadTerms(f"house={house}", "house=easy, house=fair or house=strong")
    undo = str(words.get("undo", Undo.ASK))
    if undo not in set(Undo):
        raise BadTerms(f"undo={undo}", "undo=ask, undo=never or undo=free")
    terms = make_terms(
        parse_time(str(words["time"])),
        seats,
        Late(late),
        parse_span(str(words["grace"])),
        parse_span(str(words["wait"])),
        parse_off(str(words["off"])),
        absence=str(words["absence"]) != "0",
    )
    level = Level(house) if house else None
    return msgspec.structs.replace(terms, vacant=Vacant(vacant), house=level, undo=Undo(undo))


def write_terms(terms: Terms) -> dict[str, str | int]:
    """Write the terms of time out, as `read_terms` reads them."""
    return {
        "time": format_time(terms.time),
        "grace": format_span(terms.grace),
        "late": terms.late.value,
        "wait": format_span(terms.wait),
        "off": format_off(terms.off),
        "absence": int(terms.absence),
        "vacant": terms.vacant.value,
        "undo": terms.undo.value,
    } | ({"house": terms.house.value} if terms.house else {})


def parse_time(text: str) -> TimeControl:
    """Read `7d`, `36h`, `30d+1d`, `30d+1d max=45d`, `50d/10`, `none`, or the name of a pace. Raises `BadTerms`."""
    words = " ".join(text.lower().split())
    words = PACES.get(words, words)
    if words == "none":
        return NoLimit()
    if found := _FORM.fullmatch(words):
        base = parse_span(found["base"])
        if found["turns"]:
            return _periods(text, base, int(found["turns"]))
        if found["increment"]:
            return _bank(text, base, parse_span(found["increment"]), parse_span(found["cap"] or found["base"]))
        return _per_turn(text, base)
    raise BadTerms(text, "time=7d, time=30d+1d max=45d, time=50d/10 or time=none")


def format_time(time: TimeControl) -> str:
    """Write as `parse_time` reads it."""
    match time:
        case PerTurn(base=base):
            return format_span(base)
        case Bank(base=base, increment=increment, cap=cap):
            most = "" if cap == base else f" max={format_span(cap)}"
            return f"{format_span(base)}+{format_span(increment)}{most}"
        case Periods(base=base, turns=turns):
            return f"{format_span(base)}/{turns}"
        case NoLimit():
            return "none"


def parse_span(text: str) -> Seconds:
    """Read `3d`, `36h` or `0`. Raises `BadTerms`."""
    if text == "0":
        return 0
    if found := _SPAN.fullmatch(text):
        return int(found["number"]) * (DAY if found["unit"] == "d" else HOUR)
    raise BadTerms(text, "3d or 36h")


def format_span(span: Seconds) -> str:
    """Write whole days or whole hours as `parse_span` reads them."""
    if span == 0:
        return "0"
    return f"{span // DAY}d" if span % DAY == 0 else f"{span // HOUR}h"


def parse_off(text: str) -> tuple[FreeTime, ...]:
    """Read `weekends,nights,holidays`, any of them, or `none`. Raises `BadTerms`."""
    words = text.lower().replace(" ", "").split(",")
    if words == ["none"]:
        return ()
    if not all(word in set(FreeTime) for word in words):
        raise BadTerms(text, f"off={','.join(FreeTime)} or off=none")
    return tuple(kind for kind in FreeTime if kind in words)


def format_off(off: Iterable[FreeTime]) -> str:
    """Write as `parse_off` reads it."""
    return ",".join(off) or "none"


def _per_turn(text: str, base: Seconds) -> PerTurn:
    if not LEAST <= base <= MOST:
        raise BadTerms(text, "time=12h to time=365d")
    return PerTurn(base)


def _bank(text: str, base: Seconds, increment: Seconds, cap: Seconds) -> Bank:
    if not LEAST <= base <= MOST:
        raise BadTerms(text, "a bank of 12h to 365d, as in time=30d+1d,")
    if not LEAST <= increment <= base:
        raise BadTerms(text, f"an increment of 12h to {format_span(base)}, the bank,")
    if not base <= cap <= MOST:
        raise BadTerms(text, f"max={format_span(base)} to max=365d")
    return Bank(base, increment, cap)


def _periods(text: str, base: Seconds, turns: int) -> Periods:
    if turns < 1 or base > MOST:
        raise BadTerms(text, "time=50d/10")
    if base < turns * LEAST:
        raise BadTerms(text, f"time={format_span(turns * LEAST)}/{turns} or more")
    return Periods(base, turns)


_FORM: Final = re.compile(
    r"(?P<base>\d{1,5}[dh])(?:/(?P<turns>\d{1,3})| ?\+ ?(?P<increment>\d{1,5}[dh])(?: max=(?P<cap>\d{1,5}[dh]))?)?"
)
_SPAN: Final = re.compile(r"(?P<number>\d{1,5})(?P<unit>[dh])")
