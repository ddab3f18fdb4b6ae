"""Homoglyphs: letters and signs that look like those of an order, such as a Cyrillic M, or the dash in ``M-14``.

Some Cyrillic and Greek letters look like one Latin letter and sound like another. A line with such letters has two
readings; the caller takes the one that is a legal order.
"""

from __future__ import annotations

import re
import unicodedata

_CYRILLIC = "\u0410\u0412\u0421\u0415\u041d\u041a\u041c\u041e\u0420\u0422\u0425\u0423\u0406\u0408\u0405"
_GREEK = "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7"
_SEEN = "ABCEHKMOPTXYIJS" + "ABEZHIKMNOPTYX"
_HEARD = "AVSENKMORTHUIJS" + "ABEZIIKMNORTUC"
_SMALL_SEEN = str.maketrans((_CYRILLIC + _GREEK).lower(), _SEEN.lower())
_SMALL_HEARD = str.maketrans((_CYRILLIC + _GREEK).lower(), _HEARD.lower())
_BY_EYE = str.maketrans(_CYRILLIC + _GREEK, _SEEN) | _SMALL_SEEN
_BY_EAR = str.maketrans(_CYRILLIC + _GREEK, _HEARD) | _SMALL_HEARD
_FOREIGN = frozenset(_CYRILLIC + _GREEK + (_CYRILLIC + _GREEK).lower())
_WORD = re.compile(r"[^\W\d_]+")
_DASHED = re.compile(r"(?<![^\W_])([^\W\d_])\s?[-\u2010-\u2015\u2212]\s?(\d{1,2})(?!\d)")


def readings_of(line: str) -> tuple[str, ...]:
    """List the readings of a line in Latin letters; a line that is already Latin comes first."""
    line = unicodedata.normalize("NFKC", line)
    said = dict.fromkeys((_in_latin(line, _BY_EYE), _in_latin(line, _BY_EAR)))
    # `M-14` may mean row 14 (`M14`), or an offset as boards show it beside a far row (`M:-14`).
    both = (reading for one in said for reading in (_DASHED.sub(r"\1\2", one), _DASHED.sub(r"\1:-\2", one)))
    return tuple(dict.fromkeys(both))


def _in_latin(line: str, table: dict[int, int]) -> str:
    return _WORD.sub(lambda found: found[0].translate(table) if _is_disguised(found[0]) else found[0], line)


def _is_disguised(word: str) -> bool:
    """Does a word have homoglyphs, and besides them only ASCII? Other words are in Cyrillic or Greek and stay."""
    return any(letter in _FOREIGN for letter in word) and all(letter in _FOREIGN or letter.isascii() for letter in word)
