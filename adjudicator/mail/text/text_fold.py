"""Text folded for comparison: without list marks, emphasis, quotation marks, case and accents."""

from __future__ import annotations

import re
import unicodedata

_MARK = re.compile(r"[-*\u2022\u00b7\u2013\u2014]\s+")
_EMPHASIS = re.compile(r"([*_]{1,3})(\S.*\S|\S)\1")
_END = ".!,;: "
_QUOTES = "\"'\u2018\u2019\u201a\u201c\u201d\u201e\u00ab\u00bb\u2039\u203a`\u00a0"


def strip_decoration(line: str) -> str:
    """Remove a list mark, emphasis and quotation marks around a line: `- *M14*` becomes `M14`."""
    plain = line.strip()
    if mark := _MARK.match(plain):
        plain = plain[mark.end() :]
    plain = _unquoted(plain)
    found = _EMPHASIS.fullmatch(plain)
    return _unquoted(found[2].strip()) if found else plain


def _unquoted(text: str) -> str:
    """Remove the quotation marks of an order that was copied with them."""
    inner = text.strip(_QUOTES + _END).strip()
    return inner if text[:1] in _QUOTES and text.rstrip(_END)[-1:] in _QUOTES and inner else text


def fold_line(text: str) -> str:
    """Fold case and accents, runs of blanks, and punctuation at the end."""
    bare = text.lower() if text.isascii() else _without_accents(text)
    return " ".join(bare.split()).rstrip(_END)


def _without_accents(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text.replace("\u2019", "'").casefold())
    return "".join(c for c in decomposed if not unicodedata.combining(c))
