"""Finds lines with quote marks (`>`, `|`, or initials as in `AB>`), and the unmarked tails of broken quoted lines."""

from __future__ import annotations

import re
from collections.abc import Sequence

_WIDE = 60
_FULL = 70
"""Smallest width at which a mail program breaks lines: the line above plus the word that did not fit."""
_MARK = re.compile(r" *(?:[>\uff1e]|&gt;|[A-Z\u00c0-\u00de]{1,4}>(?=[\s>]|$))")
_BAR = re.compile(r" {0,3}[|\u00a6\u2502\u203a\u00bb](?=\s|[|\u00a6\u2502\u203a\u00bb]|$)")
_DECORATION = re.compile(r"\s*>[>\s]{0,9}[^<>\s][^<>]{0,200}<{2,9}\s*")
"""Arrows around a player's own line: `>>> M14 <<<`."""
_BARS = 3
_OPEN_LINES = 3
_OPEN_WIDTH = 200
_LINK_ALONE = re.compile(r"\s*[<(\[]?https?://\S{1,500}\s*")
_LINK_TAIL = re.compile(r"\s*[\w./?=&%#~:+-]{6,500}[>)\]]?\s*")
"""The rest of a link that was broken again: characters of links only, no blank."""
_OPEN_LINK = re.compile(r"[(<]https?://[^\s<>()]{0,500}$")


def find_quoted(lines: Sequence[str]) -> list[bool]:
    """Decide for each line: does it have a quote mark, or is it the tail of a broken quoted line?"""
    barred = _find_barred(lines)
    quoted: list[bool] = []
    for at, line in enumerate(lines):
        marked = has_mark(line)
        if marked and at and not quoted[-1] and _is_open(lines, at):
            marked = False  # the `>` closes an address that was broken over several lines
        quoted.append(marked or barred[at] or (at > 0 and quoted[-1] and _goes_on(lines, at)))
    return quoted


def _goes_on(lines: Sequence[str], at: int) -> bool:
    """Is an unmarked line the rest of the quoted line above it?"""
    return is_broken_off(lines, at) or _is_link_between(lines, at)


def has_mark(line: str) -> bool:
    """Does a line begin with a quote mark, other than a bar?"""
    return bool(_MARK.match(line)) and not _DECORATION.fullmatch(line)


def _is_open(lines: Sequence[str], at: int) -> bool:
    """Is an angle bracket in the lines above still open?"""
    above = "".join(line[-_OPEN_WIDTH:] for line in lines[max(0, at - _OPEN_LINES) : at])
    return "<" in above and above.count("<") > above.count(">")


def is_broken_off(lines: Sequence[str], at: int) -> bool:
    """Is an unmarked line the tail of the long quoted line above it? The next line must be marked again."""
    if not lines[at].strip() or at + 1 >= len(lines) or not has_mark(lines[at + 1]):
        return False
    above = lines[at - 1]
    if not has_mark(above):
        return False
    return is_full(above, lines[at]) or bool(_OPEN_LINK.search(above))


def _is_link_between(lines: Sequence[str], at: int) -> bool:
    """Is an unmarked line between marked ones a link, or the rest of one, that was broken off?"""
    if not _LINK_ALONE.fullmatch(lines[at]):
        above = lines[at - 1]
        return bool(_LINK_ALONE.fullmatch(above) and _LINK_TAIL.fullmatch(lines[at]))
    behind = next((line for line in lines[at + 1 : at + 3] if not _LINK_TAIL.fullmatch(line)), "")
    return has_mark(behind)


def is_full(above: str, line: str) -> bool:
    """Is a line so long that the line below may be its tail?"""
    return len(above) >= _WIDE and len(above) + 1 + len(line.split(maxsplit=1)[0]) >= _FULL


def _find_barred(lines: Sequence[str]) -> list[bool]:
    """Find the lines that are marked with a bar; fewer than three bars are no quote."""
    bars = [bool(_BAR.match(line)) for line in lines]
    return bars if sum(bars) >= _BARS else [False] * len(bars)
