"""Encoded words in headers (RFC 2047), decoded, and text reduced to one printable line."""

from __future__ import annotations

import base64
import binascii
import quopri
import re
from itertools import pairwise

from adjudicator.mail.text.charset import decode_bytes

_WORD = re.compile(r"=\?([^?\s*]{1,40})(?:\*[^?\s]{0,40})?\?([bBqQ])\?([^?\s]*)\?=")


def decode_words(text: str) -> str:
    """Decode the encoded words of a header; a word that cannot be decoded stays as it is.

    White space between two encoded words is dropped (RFC 2047, 6.2).
    """
    words = list(_WORD.finditer(text))
    if not words:
        return text
    read = [text[: words[0].start()], _decode_run(words[0])]
    for before, word in pairwise(words):
        between = text[before.end() : word.start()]
        read += ["" if between.isspace() else between, _decode_run(word)]
    return "".join([*read, text[words[-1].end() :]])


def printable_text(text: str) -> str:
    """Put text on one line; non-printing characters become blanks, and runs of blanks one."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _decode_run(word: re.Match[str]) -> str:
    charset, encoding, payload = word.groups()
    try:
        if encoding in "bB":
            raw = base64.b64decode(payload + "=" * (-len(payload) % 4), validate=True)
        else:
            raw = quopri.decodestring(payload.replace("_", " ").encode("ascii", "replace"))
    except (binascii.Error, ValueError):
        return word[0]
    return decode_bytes(raw, charset)
