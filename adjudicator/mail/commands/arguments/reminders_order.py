"""Parses the argument of the command `remind`: ``3d 1d 4h``, ``usual``, ``none``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from adjudicator.mail.commands.arguments.durations import format_duration, unit_named
from adjudicator.mail.commands.words.reply_words import AND, OFF, USUAL
from adjudicator.mail.errors import RemindersFault
from adjudicator.mail.text.text_fold import fold_line

MOST = 4
EARLIEST = timedelta(days=30)
LATEST = timedelta(hours=1)
LONGEST = 80
"""Characters of an argument that are read."""
EXAMPLES = ("3d 1d 4h", "usual", "none")

_TIME = re.compile(r"(\d{1,4}) ?([a-z]+)?")
_FILLING = frozenset({"before", "in", "advance", "me", "mich", "vorher", "davor", "zuvor", "avant", "moi", "prima",
                      "mi", "vooraf", "ervoor", "tevoren", "van", "mij", "the", "deadline"})  # fmt: skip


@dataclass(frozen=True, slots=True)
class RemindersOrder:
    """The reminders that a player asks for; the default is none."""

    before: tuple[timedelta, ...] = ()
    """The times before the deadline, the longest first."""
    usual: bool = False


NO_REMINDERS = RemindersOrder()


def read_reminders(text: str) -> RemindersOrder:
    """Parse the argument of `remind`.

    Raises `RemindersFault` with the reason `nothing`, `unreadable`, `no_unit`, `too_early`, `too_late`, `too_many` or
    `twice`, and with the right form.
    """
    plain = _plain(text)
    if not plain:
        raise RemindersFault("unreadable" if text.strip() else "nothing", text, EXAMPLES)
    if plain in OFF or plain in USUAL:
        return RemindersOrder(usual=plain in USUAL)
    times = [_read_time(number, unit, text) for number, unit in _TIME.findall(plain)]
    if _TIME.sub("", plain).strip():
        raise RemindersFault("unreadable", text, EXAMPLES)
    return RemindersOrder(_check(times, text))


def format_reminders(order: RemindersOrder) -> str:
    """Write an order so that `read_reminders` reads it again in every language."""
    if order.usual:
        return "usual"
    return _write(order.before) if order.before else "none"


def is_reminders_order(text: str) -> bool:
    """Does a text begin as an argument of `remind` does?"""
    plain = _plain(text)
    return plain[:1].isdigit() or plain in OFF or plain in USUAL


def _plain(text: str) -> str:
    if len(text) > LONGEST:
        return ""
    words = fold_line(re.sub(r"[.,;+&/]", " ", text)).split()
    return " ".join(word for word in words if word not in _FILLING and word not in AND)


def _read_time(number: str, unit: str, text: str) -> timedelta:
    if not unit:
        raise RemindersFault("no_unit", text, (f"{int(number)}d", f"{int(number)}h"))
    one = unit_named(unit)
    if one is None:
        raise RemindersFault("unreadable", text, EXAMPLES)
    return int(number) * one


def _check(times: list[timedelta], text: str) -> tuple[timedelta, ...]:
    """Put the times in order. Raises `RemindersFault` with the nearest ones that are right."""
    ordered = tuple(sorted(set(times), reverse=True))
    right = tuple(sorted({min(max(one, LATEST), EARLIEST) for one in times}, reverse=True))[:MOST]
    if max(times) > EARLIEST:
        raise RemindersFault("too_early", text, (_write(right),))
    if min(times) < LATEST:
        raise RemindersFault("too_late", text, (_write(right),))
    if len(ordered) < len(times):
        raise RemindersFault("twice", text, (_write(right),))
    if len(times) > MOST:
        raise RemindersFault("too_many", text, (_write(right),))
    return ordered


def _write(times: Iterable[timedelta]) -> str:
    return " ".join(format_duration(one) for one in times)
