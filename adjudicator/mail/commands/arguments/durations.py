"""Durations and dates of terms as people write them: ``36h``, ``3 days``, ``2 Wochen``."""

from __future__ import annotations

import re
from datetime import timedelta

from adjudicator.mail.commands.words.time_words import DAY, HOUR, NUMBERS, UNITS, WEEK
from adjudicator.mail.text.text_fold import fold_line

_DURATION = re.compile(r"(\d{1,4}) ?([a-z]+)?")
_ENGLISH = re.compile(r"(?<![\w.@])(\d{1,4})([dh])\b")
_HOUR = timedelta(hours=1)
_IN_WORDS = re.compile(
    rf"\b(?:(?P<word>{'|'.join(NUMBERS)})|a(?= (?:day|week)\b)) (?=(?:{'|'.join(sorted(DAY | WEEK))})\b)"
)
"""A number in words before days or weeks. An Italian `a` is another word."""


def read_duration(text: str, unit: timedelta = timedelta(days=1)) -> timedelta | None:
    """Parse a duration in whole weeks, days or hours; `unit` is that of a bare number. None if it is none."""
    found = _DURATION.fullmatch(fold_line(text))
    if found is None:
        return None
    one = unit_named(found[2]) if found[2] else unit
    return None if one is None else int(found[1]) * one


def unit_named(word: str) -> timedelta | None:
    """Return the length of a unit of time by its name in any language."""
    plain = fold_line(word)
    if plain in DAY:
        return timedelta(days=1)
    if plain in WEEK:
        return timedelta(weeks=1)
    return _HOUR if plain in HOUR else None


def write_digits(plain: str) -> str:
    """Write the numbers of days and weeks in folded words as digits: ``2 weeks`` for ``two weeks``."""
    return _IN_WORDS.sub(lambda found: f"{NUMBERS[found['word'] or 'one']} ", plain)


def translate_durations(text: str, language: str) -> str:
    """Write the durations of an English text with the letters of a language: ``3j 4h`` for ``3d 4h``."""
    units = UNITS.get(language, {})
    return _ENGLISH.sub(lambda found: found[1] + units.get(found[2], found[2]), text)


def format_duration(duration: timedelta) -> str:
    """Write a duration in whole hours as it is typed: ``3d``, or ``36h`` when it is no number of days."""
    hours = duration // _HOUR
    return f"{hours // 24}d" if hours % 24 == 0 and hours else f"{hours}h"
