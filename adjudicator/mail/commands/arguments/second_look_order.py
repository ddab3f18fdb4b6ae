"""Parses the arguments of `confirm orders` and `delay`: ``on``, ``always off``, ``30m``, ``1 hour 30 minutes``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta

from adjudicator.mail.commands.arguments.durations import unit_named
from adjudicator.mail.commands.words.reply_words import ALWAYS, AND, OFF, SWITCHES
from adjudicator.mail.commands.words.time_words import MINUTE
from adjudicator.mail.errors import DelayFault
from adjudicator.mail.text.text_fold import fold_line

SHORTEST = timedelta(minutes=1)
LONGEST = timedelta(hours=24)
LONGEST_TEXT = 60
"""Characters of an argument that are read."""
_MINUTE = timedelta(minutes=1)
_HOUR = timedelta(hours=1)
_SPAN = re.compile(r"(\d{1,4}) ?([a-z]+)?")


@dataclass(frozen=True, slots=True)
class SecondLookOrder:
    """A player's request. `value`: whether orders wait for a yes, or how long they wait."""

    value: bool | timedelta
    always: bool = False
    """For all their matches."""


def read_switch(text: str) -> SecondLookOrder | None:
    """Parse the argument of `confirm orders`; None if it is none."""
    plain, always = _split_always(text)
    meaning = SWITCHES.get(plain)
    return None if meaning is None else SecondLookOrder(value=meaning == "on", always=always)


def read_delay(text: str) -> SecondLookOrder:
    """Parse the argument of `delay`; a bare number counts minutes. Raises `DelayFault`: `unreadable` or `length`."""
    plain, always = _split_always(text)
    if plain in OFF or SWITCHES.get(plain) == "off":
        return SecondLookOrder(value=timedelta(0), always=always)
    words = " ".join(word for word in plain.replace(",", " ").split() if word not in AND)
    parts = [(int(number), _unit(unit)) for number, unit in _SPAN.findall(words)]
    if not parts or _SPAN.sub("", words).strip():
        raise DelayFault("unreadable", text)
    span = timedelta(0)
    for number, unit in parts:
        if unit is None:
            raise DelayFault("unreadable", text)
        span += number * unit
    if not SHORTEST <= span <= LONGEST:
        raise DelayFault("length", text)
    return SecondLookOrder(value=span, always=always)


def format_delay(span: timedelta) -> str:
    """Write a delay so that `read_delay` reads it again in every language."""
    if not span:
        return "off"
    return f"{span // _HOUR}h" if span % _HOUR == timedelta(0) else f"{span // _MINUTE}m"


def is_delay_order(text: str) -> bool:
    """Does a text begin as an argument of `delay` does?"""
    plain, _ = _split_always(text)
    return plain[:1].isdigit() or plain in OFF or SWITCHES.get(plain) == "off"


def _unit(word: str) -> timedelta | None:
    return _MINUTE if not word or word in MINUTE else unit_named(word)


def _split_always(text: str) -> tuple[str, bool]:
    """Split off the word for all matches, which may stand before the rest or behind it."""
    words = fold_line(text).split() if len(text) <= LONGEST_TEXT else []
    left = [word for word in words if word not in ALWAYS]
    return " ".join(left), left != words
