"""The line above a quote: "On 5 January 2026 at 9:14, Anna <anna@example.org> wrote:", in any language and shape.

It is told by what it carries, never by a word like "On" that begins an order as well: an address, a date, a time, a
verb of writing, and a colon at its end. Programs break it over several lines, so it is a window of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from adjudicator.mail.clientwords import DATE, TIME, WROTE

IsOurs = Callable[[str], bool]

_LINES = 5
_LENGTH = 320
_WIDE = 66
_FULL = 72
"""A quoted line that its program broke was at least so wide with the word that did not fit."""
_ADDRESS = re.compile(r"[^\s<>\"'()\[\],;:]{1,64}@[^\s<>\"'()\[\],;:]{0,255}")
_COLON_AT_END = re.compile("[:\uff1a]\\s*$")
_PROSE_END = re.compile(r"(?<!\d)[.!?]\s*$")
_OPEN_ADDRESS = re.compile(r"<[^<>]{0,200}$")


@dataclass(frozen=True, slots=True)
class Attribution:
    """The lines `start` up to, not including, `end` say that a quote follows."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class _Evidence:
    address: bool
    ours: bool
    date: bool
    time: bool
    wrote: bool
    colon: bool

    @property
    def alone(self) -> bool:
        """Enough for an attribution, whatever follows."""
        if not self.colon:
            return self.wrote and self.address and self.date
        when = self.date or self.time
        return (self.address and (when or self.wrote)) or self.ours or (self.wrote and self.date and self.time)

    @property
    def above_a_quote(self) -> bool:
        """Enough where quoted lines follow."""
        return self.wrote and (self.colon or self.date)


def find_attributions(lines: Sequence[str], quoted: Sequence[bool], is_ours: IsOurs) -> dict[int, Attribution]:
    """Find the attributions in a letter, by the line on which each starts; `quoted` is what `find_quoted` says."""
    found: dict[int, Attribution] = {}
    for last, line in enumerate(lines):
        if (_COLON_AT_END.search(line) or _ends_with_verb(line)) and not quoted[last]:
            attribution = _ending_at(lines, quoted, last, is_ours)
            if attribution:
                found.setdefault(attribution.start, attribution)
    return found


def find_quoted(lines: Sequence[str]) -> list[bool]:
    """Tell of each line whether it carries the mark of a quote, or is the tail that broke off a quoted line."""
    quoted: list[bool] = []
    for at, line in enumerate(lines):
        marked = line.lstrip(" ")[:1] == ">"
        if marked and at and not quoted[-1] and _OPEN_ADDRESS.search(lines[at - 1]):
            marked = False  # the bracket closes an address that was broken over two lines
        quoted.append(marked or (at > 0 and quoted[-1] and _is_broken_off(lines, at)))
    return quoted


def _is_broken_off(lines: Sequence[str], at: int) -> bool:
    """Tell whether a program broke a line off the long quoted one above without marking it."""
    if not lines[at].strip() or not "".join(lines[at + 1 : at + 2]).startswith(">"):
        return False
    above = lines[at - 1]
    return above.startswith(">") and len(above) >= _WIDE and len(above) + len(lines[at].split()[0]) >= _FULL


def addresses_in(text: str) -> list[str]:
    """List what looks like an address in a text."""
    return _ADDRESS.findall(text) if "@" in text else []


def _ending_at(lines: Sequence[str], quoted: Sequence[bool], last: int, is_ours: IsOurs) -> Attribution | None:
    quote_follows = _quote_follows(lines, quoted, last)
    best: int | None = None
    for start in range(last, max(-1, last - _LINES), -1):
        if start < last and (quoted[start] or not _may_join(lines[start])):
            break
        text = _join(lines[start : last + 1])
        if len(text) > _LENGTH:
            break
        evidence = _weigh(text, is_ours)
        enough = evidence.alone or (quote_follows and evidence.above_a_quote)
        if enough and (best is None or evidence.date):
            best = start
        # The line with the date is where it starts; what stands above that is somebody's own.
        if enough and evidence.date:
            break
    if best is None:
        return None
    return Attribution(best, last + 1, _join(lines[best : last + 1]))


def _join(lines: Sequence[str]) -> str:
    return " ".join(word for line in lines for word in line.split())


def _weigh(text: str, is_ours: IsOurs) -> _Evidence:
    addresses = addresses_in(text)
    dated = any(c.isdigit() for c in text)
    return _Evidence(
        address=bool(addresses),
        ours=any(map(is_ours, addresses)),
        date=dated and bool(DATE.search(text)),
        time=dated and bool(TIME.search(text)),
        wrote=bool(WROTE.search(text)),
        colon=bool(_COLON_AT_END.search(text)),
    )


def _may_join(line: str) -> bool:
    return bool(line.strip()) and not _PROSE_END.search(line) and not _COLON_AT_END.search(line)


def _quote_follows(lines: Sequence[str], quoted: Sequence[bool], last: int) -> bool:
    following = range(last + 1, min(last + 4, len(lines)))
    return next((quoted[at] for at in following if lines[at].strip()), False)


def _ends_with_verb(line: str) -> bool:
    verbs = list(WROTE.finditer(line[-40:]))
    return bool(verbs) and not line[-40:][verbs[-1].end() :].strip(" .:")
