"""Parses the options of a match's time in the command `new`: ``time=30d+1d max=45d grace=24h late=claim off=weekends``.

Whether the numbers are allowed is not decided here: the service asks the clock.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import TypeVar

from adjudicator.mail.commands.arguments.durations import format_duration, read_duration
from adjudicator.mail.commands.words.match_words import HOUSE_LEVELS, LATE, PACES, UNDOING, VACANT
from adjudicator.mail.commands.words.reply_words import NONE
from adjudicator.mail.commands.words.time_words import FREE_TIMES
from adjudicator.mail.errors import TermsFault
from adjudicator.mail.text.text_fold import fold_line

T = TypeVar("T")

TERMS = ("time", "max", "pace", "grace", "late", "wait", "off", "absence", "vacant", "undo", "house")
"""The options that are about time and seats, in the order in which they are written."""
HONOURED = ("weekends", "nights", "holidays")
RIGHT: Mapping[str, tuple[str, ...]] = {
    "time": ("time=7d", "time=36h", "time=30d+1d", "time=50d/10", "time=none"),
    "max": ("max=45d",),
    "pace": ("pace=slow", "pace=club", "pace=brisk"),
    "grace": ("grace=24h", "grace=3d", "grace=none"),
    "late": ("late=claim", "late=house", "late=skip", "late=lose"),
    "wait": ("wait=14d",),
    "off": ("off=weekends", "off=weekends,nights,holidays", "off=none"),
    "absence": ("absence=0",),
    "vacant": ("vacant=house", "vacant=wait"),
    "undo": ("undo=ask", "undo=never", "undo=free"),
    "house": ("house=easy", "house=fair", "house=strong"),
}
"""How each option can be written."""
_ZERO = timedelta(0)
_YES = frozenset({"yes", "ja", "oui", "si"})
_TURNS = re.compile(r"[0-9]{1,3}")


@dataclass(frozen=True, slots=True)
class TimeOrder:
    """The time of a turn or a match, as it was asked for."""

    base: timedelta | None
    """None: no limit."""
    increment: timedelta | None = None
    """With an increment the base is a bank."""
    turns: int | None = None
    """With a number of turns the base is added again after each so many."""


@dataclass(frozen=True, slots=True)
class TermsOrder:
    """The terms that a command names. None: not given."""

    time: TimeOrder | None = None
    max: timedelta | None = None
    """The most that a bank can hold."""
    pace: str | None = None
    grace: timedelta | None = None
    late: str | None = None
    wait: timedelta | None = None
    off: frozenset[str] | None = None
    """The kinds of free times that the match honours."""
    absence: bool | None = None
    """Whether absences stop the clock."""
    vacant: str | None = None
    """Rule for a seat that its player has left: ``house`` or ``wait``."""
    undo: str | None = None
    """Whether steps of a turn that is over can be taken back: ``ask``, ``never`` or ``free``."""
    house: str | None = None
    """How strong the house player plays: ``easy``, ``fair`` or ``strong``."""


NO_TERMS = TermsOrder()


def read_terms(options: Mapping[str, str]) -> TermsOrder:
    """Parse the options of a match's time; the keys are those of `TERMS`, the values as they were written.

    Raises `TermsFault`, whose reason is the key of the option at fault.
    """
    time, pace = _value(options, "time", _time), _value(options, "pace", _pace)
    if time is not None and pace is not None:
        raise TermsFault("pace", f"pace={options['pace']}", RIGHT["pace"])
    return TermsOrder(
        time=time if isinstance(time, TimeOrder) else None,
        max=_value(options, "max", read_duration),
        pace=time if isinstance(time, str) else pace,
        grace=_value(options, "grace", _duration_or_none),
        late=_value(options, "late", _late),
        wait=_value(options, "wait", read_duration),
        off=_value(options, "off", _off),
        absence=_value(options, "absence", _absence),
        vacant=_value(options, "vacant", _vacant),
        undo=_value(options, "undo", _undo),
        house=_value(options, "house", _house),
    )


def _value(options: Mapping[str, str], key: str, reader: Callable[[str], T | None]) -> T | None:
    """Read an option; None if it was not given."""
    if key not in options:
        return None
    value = reader(options[key])
    if value is None:
        raise TermsFault(key, f"{key}={options[key]}", RIGHT[key])
    return value


def format_terms(order: TermsOrder) -> str:
    """Write terms so that they are read again in every language: ``time=30d+1d max=45d``."""
    return " ".join(f"{key}={value}" for key, value in _written(order) if value)


def _written(order: TermsOrder) -> Iterator[tuple[str, str]]:
    yield "time", format_time(order.time) if order.time else ""
    yield "max", "" if order.max is None else format_duration(order.max)
    yield "pace", order.pace or ""
    yield "grace", "" if order.grace is None else format_duration(order.grace) if order.grace else "none"
    yield "late", order.late or ""
    yield "wait", "" if order.wait is None else format_duration(order.wait)
    yield "off", "" if order.off is None else format_off(order.off)
    yield "absence", "" if order.absence is None else "yes" if order.absence else "0"
    yield "vacant", order.vacant or ""
    yield "undo", order.undo or ""
    yield "house", order.house or ""


def format_off(off: frozenset[str]) -> str:
    """Write the kinds of free times that a match honours."""
    return ",".join(kind for kind in HONOURED if kind in off) or "none"


def format_time(time: TimeOrder) -> str:
    """Write the value of `time`."""
    if time.base is None:
        return "none"
    base = format_duration(time.base)
    if time.increment is not None:
        return f"{base}+{format_duration(time.increment)}"
    return f"{base}/{time.turns}" if time.turns else base


def _time(value: str) -> TimeOrder | str | None:
    """Read a time, or a pace: some languages have one word for both."""
    plain = fold_line(value)
    if plain in NONE:
        return TimeOrder(None)
    if plain in PACES:
        return PACES[plain]
    first, mark, second = plain.partition("+") if "+" in plain else plain.partition("/")
    base = read_duration(first)
    if base is None or not mark:
        return None if base is None else TimeOrder(base)
    if mark == "/":
        return TimeOrder(base, turns=int(second)) if _TURNS.fullmatch(second) and int(second) else None
    increment = read_duration(second)
    return None if increment is None else TimeOrder(base, increment)


def _pace(value: str) -> str | None:
    return PACES.get(fold_line(value))


def _late(value: str) -> str | None:
    return LATE.get(fold_line(value))


def _vacant(value: str) -> str | None:
    return VACANT.get(fold_line(value))


def _undo(value: str) -> str | None:
    return UNDOING.get(fold_line(value))


def _house(value: str) -> str | None:
    return HOUSE_LEVELS.get(fold_line(value))


def _duration_or_none(value: str) -> timedelta | None:
    return _ZERO if fold_line(value) in NONE else read_duration(value)


def _off(value: str) -> frozenset[str] | None:
    words = [word.strip() for word in re.split(r"[,+]", fold_line(value)) if word.strip()]
    if len(words) == 1 and words[0] in NONE:
        return frozenset()
    kinds = [FREE_TIMES.get(word, "") for word in words]
    return frozenset(kinds) if kinds and all(kinds) else None


def _absence(value: str) -> bool | None:
    plain = fold_line(value)
    if plain == "0" or plain in NONE:
        return False
    return True if plain in _YES else None
