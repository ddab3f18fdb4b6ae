"""The head of a quoted letter as Outlook and many telephones copy it: "From: … / Sent: … / To: … / Subject: …".

"From: e2 / To: e4" is an order: a head has three known keys, or two with From, and an address or a full date in it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from adjudicator.mail.attribution import addresses_in
from adjudicator.mail.clientwords import DATE, FORWARDED, HEADER_KEYS, SEPARATOR, WROTE

_LINES = 16
_COLON = ":\uff1a"
_KEY = re.compile(rf"[\s>*_|]{{0,6}}([^\s{_COLON}*_][^{_COLON}*_]{{0,24}}?)[\s*_]{{0,3}}[{_COLON}]")
_RULE = re.compile(r"\s*(?:(?:[-_=*]\s?){5,}|[-_]{5,}[^-_]{1,60}[-_]{5,})\s*")
_NAMED_RULE = re.compile(r"\s*-{3,}.{1,80}-{3,}\s*")


def is_header_block(lines: Sequence[str], start: int) -> bool:
    """Tell whether the head of a quoted letter starts on a line."""
    if _key(lines[start]) is None:
        return False
    block = _block(lines, start)
    kinds = {kind for kind in map(_key, block) if kind}
    if len(kinds) < 3 and not (len(kinds) == 2 and "from" in kinds):
        return False
    return any(addresses_in(line) or DATE.search(line) for line in block)


def is_separator(line: str) -> bool:
    """Tell whether a line says that another letter follows: "-----Original Message-----"."""
    if SEPARATOR.fullmatch(line) or FORWARDED.fullmatch(line):
        return True
    return bool(_NAMED_RULE.fullmatch(line) and WROTE.search(line))


def is_rule(line: str) -> bool:
    """Tell whether a line is a ruler of dashes or underscores, with or without words in it."""
    return bool(_RULE.fullmatch(line))


def _key(line: str) -> str | None:
    found = _KEY.match(line)
    return HEADER_KEYS.get(" ".join(found[1].lower().split())) if found else None


def _block(lines: Sequence[str], start: int) -> list[str]:
    """Collect the lines of one paragraph, which some programs set double-spaced."""
    if start + 2 < len(lines) and not lines[start + 1].strip():
        return _double_spaced(lines, start)
    block = list(lines[start : start + _LINES])
    end = next((at for at, line in enumerate(block) if not line.strip()), len(block))
    return block[:end]


def _double_spaced(lines: Sequence[str], start: int) -> list[str]:
    block = list(lines[start : start + 2 * _LINES : 2])
    between = list(lines[start + 1 : start + 2 * _LINES : 2])
    end = next((at for at, line in enumerate(block) if _key(line) is None), len(block))
    return [] if any(line.strip() for line in between[: end - 1]) else block[:end]
