"""Hours of a day as people write them: ``23-7``, ``from 11 pm to 7 am``, ``von 23 bis 7 Uhr``."""

from __future__ import annotations

import re
from dataclasses import dataclass

_HOUR = r"(\d{1,2})(?::00|[.]00|h00|h| ?uhr| ?uur)? ?(am|pm)?"
_HOURS = re.compile(
    rf"(?:(?:from|between|von|de|entre|dalle|tra le|van|tussen) )?{_HOUR}"
    rf" ?(?:[-\u2013\u2014/]|to|until|till|and|bis|und|a|et|alle|e le|e|tot|en) ?{_HOUR}"
)
_NOON = 12


@dataclass(frozen=True, slots=True)
class Hours:
    """From an hour to an hour, None for one that no day has, and what follows in the text."""

    begin: int | None
    end: int | None
    rest: str


def read_hours(text: str) -> Hours | None:
    """Parse the hours at the beginning of a folded text; None if there are none."""
    found = _HOURS.match(text)
    if found is None:
        return None
    return Hours(_hour(found[1], found[2]), _hour(found[3], found[4]), text[found.end() :].strip())


def _hour(digits: str, half: str | None) -> int | None:
    hour = int(digits)
    if half:
        return hour % _NOON + (_NOON if half == "pm" else 0) if 1 <= hour <= _NOON else None
    return hour % 24 if hour <= 24 else None
