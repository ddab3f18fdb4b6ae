"""Parses the argument of the command `absence`: ``20 Dec to 3 Jan``, ``until 14 March``, ``10 days``, ``over``,
``cancel 20 Dec``, ``back on 4 January``.

Both days of an absence are part of it. A day without a year is the next such day.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from adjudicator.mail.commands.arguments.dates import (
    AHEAD,
    LED_BY_WEEKDAY,
    ORDINAL,
    names_month_first,
    read_named_day,
    shape_of_day,
)
from adjudicator.mail.commands.arguments.durations import unit_named, write_digits
from adjudicator.mail.commands.arguments.return_phrase import find_return
from adjudicator.mail.commands.words.reply_words import CANCEL
from adjudicator.mail.commands.words.time_words import BACK, WEEKDAYS
from adjudicator.mail.errors import AbsenceFault
from adjudicator.mail.text.text_fold import fold_line

OVER = "over"
_CANCEL = "cancel"
_TO = " to "
LONGEST = 120
"""Characters of an argument that are read; nobody needs more for two dates."""

_MOST_WORDS = 20
"""Words of a sentence in which an absence is looked for."""
_LONGEST_MONTH = 31
_TWO_MONTHS = 62
_ONE_DAY = timedelta(days=1)
_LATELY = timedelta(days=60)
"""A first day without a year that lay so far back is meant as a past one, not as next year's."""
_ARTICLE = r"(?:the|dem|den|zum|le|il|lo|de)\b"
_UNTIL = re.compile(
    rf"(?:(?:until|till|to|through|up to|bis|jusqu'au|jusqu'a|jusqu'en|au|fino|a|al|all'|tot|tot en met|t/m|en met)"
    rf"(?:\b|(?<=')) ?(?:{_ARTICLE} )?)+"
)
_FROM = re.compile(
    rf"(?:from|starting|beginning|as of|vom|von|ab|du|de|des|a partir du|a compter du|dal|dall'|dalla|da|a partire dal"
    rf"|van|vanaf|met ingang van)(?:\b|(?<=')) ?(?:{_ARTICLE} )?"
)
_ON = re.compile(r"(?:on|am|le|il|op) |l'")
_FOR = re.compile(r"(?:for|fur|pour|pendant|per|voor|gedurende|during) ")
_RANGE = re.compile(
    rf" ?(?:\b(?:to|until|till|through|thru|bis|jusqu'au|au|a|al|all'|fino al|fino all'|tot en met|tot|t/m)\b"
    rf"|[-\u2013\u2014]) ?(?:{_ARTICLE} )?"
)
_SPAN = re.compile(r"(\d{1,3}) ?([a-z]+)?(?: lang)?")
_INCLUDED = re.compile(
    r"\b(?:inclusive|inclusively|included|einschliesslich|einschl|inkl|inclus|incluse|compris|incluso|inbegrepen)\b[.]?"
)
_FIRST = re.compile(r"\b(?:first|erste[nr]?|premier|primo|eerste)\b")
"""The first day of a month in words; no other is written so."""
_DAY_NUMBER = re.compile(rf"{LED_BY_WEEKDAY}(?P<number>\d\d?){ORDINAL},?")
_FOR_SPAN = re.compile(r",? (?:(?:for|fur|pour|pendant|per|voor|gedurende) )?(?=\d{1,3} ?[a-z]+$)")


@dataclass(frozen=True, slots=True)
class AbsencePlanned:
    """An absence from one day to another, both included."""

    first: date | None
    """None: it begins now."""
    last: date


@dataclass(frozen=True, slots=True)
class AbsenceEnded:
    """The running absence ends now."""


@dataclass(frozen=True, slots=True)
class AbsenceCancelled:
    """The absence that has this day is cancelled."""

    day: date


AbsenceOrder = AbsencePlanned | AbsenceEnded | AbsenceCancelled


@dataclass(frozen=True, slots=True)
class _Shape:
    """The parts of an absence as they were written, before they are compared with today."""

    first: str = ""
    last: str = ""
    days: int = 0
    """The length, in place of a last day."""
    back: bool = False
    """Whether the last day is the first one that its writer is back."""


def read_absence(text: str, today: date) -> AbsenceOrder:
    """Parse the argument of `absence`.

    Raises `AbsenceFault` with the reason `unreadable`, `no_end`, `which`, `past`, `too_far` or `backwards`.
    """
    plain = _plain(text)
    if plain in BACK:
        return AbsenceEnded()
    cancelled = _cancelled(plain)
    if cancelled is not None:
        if not cancelled:
            raise AbsenceFault("which", text)
        return AbsenceCancelled(_resolve(cancelled, text, today))
    shape = _shape(plain)
    if shape is None:
        raise AbsenceFault("unreadable", text, _readable_part(plain, today))
    if not shape.last and not shape.days:
        raise AbsenceFault("no_end", text)
    try:
        return _order(shape, text, today)
    except AbsenceFault as fault:
        if fault.reason == "unreadable" and not fault.right:
            fault.right = _readable_part(plain, today)
        raise


def is_absence_order(text: str) -> bool:
    """Does a text have the shape of an argument of `absence`, even of an impossible one?"""
    plain = _plain(text)
    return plain in BACK or _cancelled(plain) is not None or _shape(plain) is not None


def is_return(text: str) -> bool:
    """Does a text have the shape of the day of a return?"""
    shape = _shape(_plain(text))
    return shape is not None and shape.back


def is_range(text: str) -> bool:
    """Does a text have the shape of a first and a last day?"""
    shape = _shape(_plain(text))
    return shape is not None and bool(shape.first and (shape.last or shape.days))


def format_absence(order: AbsenceOrder) -> str:
    """Write an order so that `read_absence` reads it again in every language."""
    if isinstance(order, AbsenceEnded):
        return OVER
    if isinstance(order, AbsenceCancelled):
        return f"{_CANCEL} {order.day}"
    return f"{order.first}{_TO}{order.last}" if order.first else str(order.last)


def _plain(text: str) -> str:
    """Fold a text, with numbers as digits, without the words that say that the last day is included: it always is."""
    if len(text) > LONGEST:
        return ""
    return _FIRST.sub("1", write_digits(" ".join(_INCLUDED.sub(" ", fold_line(text)).split())))


def _readable_part(plain: str, today: date) -> tuple[str, ...]:
    """Find the longest part of a sentence that is an absence, as the argument that would be right."""
    words = plain.split()[:_MOST_WORDS]
    parts = (words[at : at + count] for count in range(len(words) - 1, 0, -1) for at in range(len(words) - count + 1))
    for shape in filter(None, (_shape(" ".join(part)) for part in parts)):
        if (shape.first and (shape.last or shape.days)) or shape_of_day(shape.last):
            try:
                return (format_absence(_order(shape, plain, today)),)
            except AbsenceFault:
                continue
    return ()


def _order(shape: _Shape, text: str, today: date) -> AbsencePlanned | AbsenceEnded:
    planned = _planned(shape, text, today)
    if not shape.back:
        return planned
    last = planned.last - _ONE_DAY
    if last >= (planned.first or today):
        return AbsencePlanned(planned.first, last)
    if shape.first:
        raise AbsenceFault("backwards", text)
    return AbsenceEnded()  # back today


def _planned(shape: _Shape, text: str, today: date) -> AbsencePlanned:
    number = _DAY_NUMBER.fullmatch(shape.last)
    if number and not shape.first:
        return AbsencePlanned(None, _next_such(today, number, text))
    if not shape.first:
        last = _resolve(shape.last, text, today) if shape.last else _after(today, shape.days, text, today)
        return AbsencePlanned(None, last)
    if shape.days:
        first = _resolve(shape.first, text, today)
        return _from(first, _after(first, shape.days, text, today), today)
    if number:
        first = _resolve(shape.first, text, today)
        return _from(first, _next_such(first, number, text), today)
    if shape.first in WEEKDAYS and shape.last in WEEKDAYS:
        first = _resolve(shape.first, text, today)
        return _from(first, _resolve(shape.last, text, first), today)
    month_first = names_month_first(shape.first) or names_month_first(shape.last)
    last = _resolve(shape.last, text, today, month_first=month_first)
    number = _DAY_NUMBER.fullmatch(shape.first)
    if number:
        first = _same_month(last, number, text, today)
        if first < today:
            raise AbsenceFault("past", text, (str(last),))
    else:
        first = _resolve(shape.first, text, today, month_first=month_first)
    if first <= last:
        return _from(first, last, today)
    before = _a_year_before(first)
    if today - _LATELY <= before < today and not re.search(r"\d{4}", shape.first):
        raise AbsenceFault("past", text, (str(last),))
    raise AbsenceFault("backwards", text, (f"{last}{_TO}{first}",))


def _check_weekday(found: re.Match[str], day: date, text: str) -> None:
    """Refuse a day that is not the day of the week that was written before it."""
    if found["weekday"] and WEEKDAYS[found["weekday"]] != str(day.weekday()):
        raise AbsenceFault("unreadable", text)


def _same_month(last: date, number: re.Match[str], text: str, today: date) -> date:
    """Return the day of this number in the month of the last day, before it: ``20 to 27 Dec``."""
    day = int(number["number"])
    if not 1 <= day <= last.day:
        raise AbsenceFault("backwards", text, _month_before(last, day, today))
    first = last.replace(day=day)
    _check_weekday(number, first, text)
    return first


def _month_before(last: date, day: int, today: date) -> tuple[str, ...]:
    """Suggest that the first day lies in the month before: ``24 to 2 Jan``."""
    ends = last.replace(day=1) - _ONE_DAY
    first = ends.replace(day=day) if 1 <= day <= ends.day else None
    return (f"{first}{_TO}{last}",) if first and first >= today else ()


def _next_such(first: date, number: re.Match[str], text: str) -> date:
    """Return the first day of this number from another day on: ``20 Dec to 27``, ``until the 5th``."""
    wanted = int(number["number"])
    if not 1 <= wanted <= _LONGEST_MONTH:
        raise AbsenceFault("unreadable", text)
    found = next(day for n in range(_TWO_MONTHS) if (day := first + n * _ONE_DAY).day == wanted)
    _check_weekday(number, found, text)
    return found


def _from(first: date, last: date, today: date) -> AbsencePlanned:
    return AbsencePlanned(None if first == today else first, last)


def _a_year_before(day: date) -> date:
    try:
        return day.replace(year=day.year - 1)
    except ValueError:  # 29 February
        return day - timedelta(days=366)


def _after(first: date, days: int, text: str, today: date) -> date:
    """Return the last of so many days."""
    if days > AHEAD.days or first + (days - 1) * _ONE_DAY > today + AHEAD:
        raise AbsenceFault("too_far", text)
    return first + (days - 1) * _ONE_DAY


def _resolve(day: str, text: str, today: date, *, month_first: bool = False) -> date:
    """Find the date that a day's words mean; a past one is a fault."""
    found = read_named_day(day, today, month_first=month_first)
    if found is None:
        raise AbsenceFault("unreadable", text)
    if found < today:
        raise AbsenceFault("past", text)
    if found > today + AHEAD:
        raise AbsenceFault("too_far", text)
    return found


def _cancelled(plain: str) -> str | None:
    """Return the day behind, or before, a word for cancelling; empty without a day, None without such a word."""
    words = plain.split()
    if not words:
        return None
    if words[0] in CANCEL:
        rest = words[1:]
    elif words[-1] in CANCEL:
        rest = words[:-1]
    else:
        return None
    day = " ".join(rest)
    shape = _shape(day) if day else _Shape()
    return None if shape is None else shape.first or shape.last


def _shape(plain: str) -> _Shape | None:
    """Separate the parts of an absence; None if the text is none."""
    return next((shape for shape in _shapes(plain)), None) if plain else None


def _shapes(plain: str) -> Iterator[_Shape]:
    yield from _with_return(plain)
    yield from _one_part(plain)
    for cut in _RANGE.finditer(plain):
        first, last = _without(_FROM, _ON, text=plain[: cut.start()]), plain[cut.end() :]
        named = shape_of_day(first), shape_of_day(last)
        if all(named) or (any(named) and _DAY_NUMBER.fullmatch(last if named[0] else first)):
            yield _Shape(first, last)
    for cut in _FOR_SPAN.finditer(plain):
        first, days = _without(_FROM, _ON, text=plain[: cut.start()]), _days(plain[cut.end() :])
        if shape_of_day(first) and days:
            yield _Shape(first, days=days)
    for cut in _FROM.finditer(plain):
        days, first = _days(_without(_FOR, text=plain[: cut.start()].strip())), plain[cut.end() :]
        if days and shape_of_day(first):
            yield _Shape(first, days=days)


def _with_return(plain: str) -> Iterator[_Shape]:
    """Read the day of a return, with or without a first day before it."""
    found = find_return(plain)
    if found and not found.before:
        yield _Shape(last=found.day, back=True)
    elif found:
        first = _without(_FROM, text=found.before)
        if first != found.before and (shape_of_day(first) or _DAY_NUMBER.fullmatch(first)):
            yield _Shape(first, found.day, back=True)


def _one_part(plain: str) -> Iterator[_Shape]:
    """Read a length of time, or one day with what stands before it."""
    until = _without(_UNTIL, text=plain)
    if until != plain and _DAY_NUMBER.fullmatch(until):
        yield _Shape(last=until)
    if days := _days(_without(_FOR, _UNTIL, text=plain)):
        yield _Shape(days=days)
    if shape_of_day(until):
        yield _Shape(last=until)
    on, begin = _without(_ON, text=plain), _without(_FROM, text=plain)
    if on != plain and shape_of_day(on):
        yield _Shape(on, days=1)
    if begin != plain and shape_of_day(begin):
        yield _Shape(first=begin)


def _days(text: str) -> int:
    """Read a length of time in days; 0 if it is none."""
    found = _SPAN.fullmatch(text)
    if found is None:
        return 0
    unit = unit_named(found[2]) if found[2] else _ONE_DAY
    return int(found[1]) * unit.days if unit else 0


def _without(*leads: re.Pattern[str], text: str) -> str:
    """Remove the first of these leads that a text begins with."""
    return next((text[found.end() :].strip() for lead in leads if (found := lead.match(text))), text)
