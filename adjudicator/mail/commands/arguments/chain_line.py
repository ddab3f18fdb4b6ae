"""The last line of a letter, ``K7Q2 turn 9, chain 5f3a 91c0 77aa 0b12``: the beginning of the newest digest of a match.

It makes every mailbox a witness of what was played. Somebody may send the whole line, in any language, or the digits.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

PRINTED = 16
"""Digits of the digest that a letter prints: 64 bits. Older letters have 8."""
FEWEST, MOST = 8, 64
_GROUP = 4

_WHOLE = re.compile(r"(?P<code>[0-9A-Za-z]{4,8})\s+\S+\s+(?P<turn>\d{1,6})\s*,\s*\S+\s*")
_CODE = re.compile(r"(?=\d*[A-Za-z])(?=[A-Za-z]*\d)(?P<code>[0-9A-Za-z]{4,8})\s+")
_NOTHING = re.compile("")
_WORD = re.compile(r"(?:\S+\s+(?P<turn>\d{1,6})\s*,\s*)?[^\W\d_]+:?\s+")
"""The end of the line without its code: "turn 9, chain", or "chain" alone."""
_AROUND = " \t\r\n\u00a0\u202f.…!?>*_\"'()[]„“”«»"


@dataclass(frozen=True, slots=True)
class ChainLine:
    """Content of such a line. `digest` is the beginning of one; code and turn may be left out."""

    digest: str
    code: str = ""
    turn: int | None = None


def write_digest(digest: str) -> str:
    """Write the beginning of a digest, in groups of four."""
    return " ".join(digest[at : at + _GROUP] for at in range(0, min(PRINTED, len(digest)), _GROUP))


def read_chain_line(text: str) -> ChainLine | None:
    """Read a last line or the end of one, or a digest with or without the code of its match; None for anything else."""
    plain = text.strip(_AROUND)
    shapes = (_CODE, _NOTHING) if _begins_with_code(plain) else (_NOTHING, _CODE)
    for shape in (_WHOLE, *shapes, _WORD):
        found = shape.match(plain)
        digits = re.sub(r"\s", "", plain[found.end() :]).lower() if found else ""
        if found and re.fullmatch(rf"[0-9a-f]{{{FEWEST},{MOST}}}", digits):
            fields = found.groupdict()
            return ChainLine(
                digits, fields.get("code", "").upper(), int(fields["turn"]) if fields.get("turn") else None
            )
    return None


def _begins_with_code(plain: str) -> bool:
    """Tell whether the first of several groups is a code, although it could be digits: codes are in capitals."""
    first, _, rest = plain.partition(" ")
    return first.isupper() and rest.islower()
