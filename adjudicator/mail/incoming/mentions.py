"""Looks for names and addresses in a letter as a reader would see them: decoded, in all parts and headers.

It is for erasure, so it finds too much rather than too little. What is packed, encrypted or a picture is not opened;
`has_closed_part` tells that there is such a part.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterator, Sequence
from email.message import Message

from adjudicator.mail.incoming.body import decode_part, part_content, read_body
from adjudicator.mail.text.normalize import normalize_letter
from adjudicator.mail.text.rfc2047 import decode_words
from adjudicator.mail.text.size_limits import LETTER, parse_within_limits

_TAG = re.compile(r"<[^<>]*>")
_SIGNATURES = frozenset({"application/pkcs7-signature", "application/x-pkcs7-signature"})
"""Parts that are no text, and hold nothing but a signature and the name of whoever made it."""


def mentions_any(raw: bytes, words: Sequence[str], limit: int = LETTER) -> bool:
    """Does a letter contain one of these words or addresses? Raises `LetterRefused` if it exceeds a size limit."""
    wanted = [_fold(word) for word in words]
    parsed = parse_within_limits(normalize_letter(raw), limit)
    return any(word in text for text in map(_fold, _texts(parsed)) for word in wanted)


def has_closed_part(raw: bytes, limit: int = LETTER) -> bool:
    """Has a letter a part that we cannot look into: an archive, a picture, a document of an office program?

    Raises `LetterRefused` if it exceeds a size limit.
    """
    parts = parse_within_limits(normalize_letter(raw), limit).walk()
    return any(
        not part.is_multipart() and part.get_content_type() not in _SIGNATURES and _is_closed(part) for part in parts
    )


def _is_closed(part: Message) -> bool:
    content = part_content(part)
    return part.get_content_maintype() != "text" and (b"\0" in content or not _is_text(content))


def _is_text(content: bytes) -> bool:
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return not content.startswith(b"%PDF")


def _texts(letter: Message) -> Iterator[str]:
    """Yield the headers and the content of all parts; HTML also without its tags and entities."""
    for part in letter.walk():
        for _, value in part.raw_items():
            yield decode_words(str(value).encode("utf-8", "surrogateescape").decode("utf-8", "replace"))
        if not part.is_multipart():
            text = decode_part(part)
            yield text
            if part.get_content_subtype() == "html":
                yield html.unescape(_TAG.sub("", text))
    body = read_body(letter)  # opens signatures and Outlook's packages
    yield body.text
    yield body.html


def _fold(text: str) -> str:
    """Make spellings alike: capitals, compatible signs, and white space, at which mail programs wrap lines."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())
