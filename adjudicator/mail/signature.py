"""What stands below what somebody wrote: the signature, the telephone's advertisement, the good wishes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from adjudicator.mail.clientwords import CLOSINGS, SENT_FROM

_DELIMITER = re.compile(r"\s{0,3}--\s*")
_LOOSE_DELIMITER = re.compile("\\s{0,3}(?:\u2014|\u2013|_{2,})\\s*")
"""A telephone makes one dash out of two."""
_DELIMITED_LINES = 15
_CLOSED_LINES = 5
_CLOSED_WIDTH = 60
_MARKS = " \t.,;!:)(-\u2013\u2014*_~"


def split_signature(lines: Sequence[str], name: str = "", *, begins: bool = True) -> tuple[list[str], list[str]]:
    """Split the lines of one passage of writing into what was written and the signature below it.

    `name` is what the writer calls himself; `begins` says that nothing was written above this passage. What the letter
    begins with is never its signature, but for a telephone's.
    """
    kept, least = _strip(lines), int(begins)
    for place in (_sent_from, _delimiter, _closing):
        at = place(kept, least)
        if at is not None:
            kept = _strip(kept[:at])
    while len(kept) > least and _is_name(kept[-1], name):
        kept = _strip(kept[:-1])
    below = list(lines)[_index_after(lines, kept) :]
    return kept, [line for line in below if line.strip()]


def _sent_from(lines: Sequence[str], _least: int) -> int | None:
    return next((at for at, line in enumerate(lines) if SENT_FROM.fullmatch(line)), None)


def _delimiter(lines: Sequence[str], least: int) -> int | None:
    tail = len(lines) - _DELIMITED_LINES
    for at in range(least, len(lines)):
        if _DELIMITER.fullmatch(lines[at]) or (at >= tail and _LOOSE_DELIMITER.fullmatch(lines[at])):
            return at
    return None


def _closing(lines: Sequence[str], least: int) -> int | None:
    """Find the good wishes near the end that only short lines without an order's digits follow."""
    for at in range(max(least, len(lines) - _CLOSED_LINES), len(lines)):
        following = lines[at + 1 :]
        if _fold(lines[at]) in CLOSINGS and all(len(x) <= _CLOSED_WIDTH and not _has_digit(x) for x in following):
            return at
    return None


def _is_name(line: str, name: str) -> bool:
    said, names = _fold(line), _fold(name)
    return bool(said) and bool(names) and (said == names or said == names.split()[0])


def _fold(line: str) -> str:
    return " ".join(line.lower().strip(_MARKS).split())


def _has_digit(text: str) -> bool:
    return any(c.isdigit() for c in text)


def _strip(lines: Sequence[str]) -> list[str]:
    """Drop the blank lines at both ends."""
    written = [at for at, line in enumerate(lines) if line.strip()]
    return list(lines[written[0] : written[-1] + 1]) if written else []


def _index_after(lines: Sequence[str], kept: Sequence[str]) -> int:
    first = next((at for at, line in enumerate(lines) if line.strip()), 0)
    return first + len(kept)
