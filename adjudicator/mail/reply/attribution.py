"""Finds attributions, the lines above quotes: "On 5 January 2026 at 9:14, Anna <anna@example.org> wrote:".

An attribution is recognised by evidence in any language: an address, a date, a time, a verb of writing, a colon at its
end. A word such as "On" is never enough, because orders may begin with it. Mail programs break attributions over
several lines, so the search goes from a line that may end one upwards, through a window of up to five lines.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import unescape
from itertools import islice

from adjudicator.mail.lexicon.clients import DATE, OPENS, STAMP, TIME, WROTE, YEAR

IsOurs = Callable[[str], bool]

_LINES = 5
_LENGTH = 320
_ENDINGS = 400
"""Number of lines that are tried as the end of an attribution; that many are only in long quotes."""
_ADDRESS = re.compile(r"[^\s<>\"'()\[\],;:]{1,64}@[^\s<>\"'()\[\],;:]{0,255}")
_COLON_AT_END = re.compile("[:\uff1a]\\s*$")
_ADDRESS_AT_END = re.compile(r"@[^\s<>@]{1,255}>\s*[)\]]?\s*$")
_PROSE_END = re.compile(r"(?<!\d)[.!?]\s*$")
_CONTINUES = re.compile(r"\s*(?:<|&lt;|\[?mailto:)")
"""The start of the second half of an attribution that was broken into two paragraphs."""


@dataclass(frozen=True, slots=True)
class Attribution:
    """The lines from `start` up to, but not including, `end`, joined to `text`."""

    start: int
    end: int
    text: str


@dataclass(frozen=True)  # no slots, for `cached_property`
class _Evidence:
    """The evidence that a text is an attribution. `date` is the slowest check, so conditions have it last."""

    text: str
    is_ours: IsOurs

    @property
    def alone(self) -> bool:
        """Is it enough without a marked quote below? Orders must never pass, so one sign alone is not enough."""
        if self.stamp:
            return True
        if not self.colon:
            return bool(self.addresses) and ((self.closes and self.begins) or self.wrote) and self.date
        if any(map(self.is_ours, self.addresses)):
            return True
        if self.addresses and (self.wrote or self.time or self.date):
            return True
        return self.wrote and self.date and (self.time or (self.begins and self.year))

    @property
    def above_a_quote(self) -> bool:
        """Is it enough directly above a marked quote?"""
        if self.wrote:
            return self.colon or self.date
        return (bool(self.addresses) and (self.colon or self.date)) or (self.colon and self.time and self.date)

    @cached_property
    def addresses(self) -> list[str]:
        return addresses_in(self.text)

    @cached_property
    def date(self) -> bool:
        return self.digits and bool(DATE.search(self.text))

    @cached_property
    def time(self) -> bool:
        return self.digits and bool(TIME.search(self.text))

    @cached_property
    def wrote(self) -> bool:
        return bool(WROTE.search(self.text))

    @cached_property
    def colon(self) -> bool:
        return bool(_COLON_AT_END.search(self.text))

    @property
    def begins(self) -> bool:
        """Does it begin with a date, or with the word before a date ("On")?"""
        return bool(OPENS.match(self.text) or (self.digits and DATE.match(self.text)))

    @property
    def closes(self) -> bool:
        """Does it end with an address in angle brackets?"""
        return bool(_ADDRESS_AT_END.search(self.text))

    @property
    def year(self) -> bool:
        return self.digits and bool(YEAR.search(self.text))

    @property
    def stamp(self) -> bool:
        return self.digits and bool(STAMP.match(self.text))

    @cached_property
    def digits(self) -> bool:
        return any(sign.isdigit() for sign in self.text)


def find_attributions(lines: Sequence[str], quoted: Sequence[bool], is_ours: IsOurs) -> dict[int, Attribution]:
    """Find the attributions in a letter, by the index of their first line; `quoted` is the result of `find_quoted`."""
    found: dict[int, Attribution] = {}
    endings = (last for last, line in enumerate(lines) if not quoted[last] and _may_end(line))
    for last in islice(endings, _ENDINGS):
        attribution = _ending_at(lines, quoted, last, is_ours)
        if attribution:
            found[attribution.start] = attribution  # if two start here, the longer one: a verb was broken off its end
    return found


def addresses_in(text: str) -> list[str]:
    """List everything that looks like an address in a text."""
    return _ADDRESS.findall(text) if "@" in text else []


def _may_end(line: str) -> bool:
    """May an attribution end with this line? A cheap test before the window is searched."""
    return bool(
        _COLON_AT_END.search(line) or _ends_with_verb(line) or _ADDRESS_AT_END.search(line[-300:]) or STAMP.match(line)
    )


def _ending_at(lines: Sequence[str], quoted: Sequence[bool], last: int, is_ours: IsOurs) -> Attribution | None:
    quote_follows = _quote_follows(lines, quoted, last)
    best: int | None = None
    starts = _starts(lines, quoted, last)
    for start in starts:
        text = _join(lines[start : last + 1])
        if len(text) > _LENGTH:
            break
        evidence = _Evidence(text, is_ours)
        enough = evidence.alone or (quote_follows and evidence.above_a_quote)
        if enough and (best is None or evidence.date):
            best = start
        # An attribution starts at the line with the date; lines above it are the player's own.
        if enough and evidence.date:
            break
    if best is None:
        return None
    best = _with_name(lines, [start for start in starts if start <= best])
    return Attribution(best, last + 1, _join(lines[best : last + 1]))


def _with_name(lines: Sequence[str], starts: Sequence[int]) -> int:
    """Extend an attribution upwards if its date is last ("Anna / <anna@example.org> / wrote on 5 January:")."""
    best = starts[0]
    if OPENS.match(lines[best]) or WROTE.search(lines[best]):
        return best
    for start in starts[1:]:
        if not (WROTE.search(lines[start]) or lines[start].lstrip().startswith("<") or lines[best].startswith("<")):
            break
        best = start
    return best


def _starts(lines: Sequence[str], quoted: Sequence[bool], last: int) -> list[int]:
    """List the lines at which an attribution with this last line may start, nearest first."""
    starts = [last]
    for at in range(last - 1, max(-1, last - 2 * _LINES), -1):
        if len(starts) == _LINES:
            break
        if not lines[at].strip():
            if not _CONTINUES.match(lines[at + 1]):
                break
        elif quoted[at] or not _may_join(lines[at]):
            break
        else:
            starts.append(at)
    return starts


def _join(lines: Sequence[str]) -> str:
    text = " ".join(word for line in lines for word in line.split())
    return unescape(text) if "&" in text else text


def _may_join(line: str) -> bool:
    return not _PROSE_END.search(line) and not _COLON_AT_END.search(line)


def _quote_follows(lines: Sequence[str], quoted: Sequence[bool], last: int) -> bool:
    following = range(last + 1, min(last + 4, len(lines)))
    return next((quoted[at] for at in following if lines[at].strip()), False)


def _ends_with_verb(line: str) -> bool:
    verbs = list(WROTE.finditer(line[-40:]))
    return bool(verbs) and not line[-40:][verbs[-1].end() :].strip(" .:")
