"""Size limits of a letter, checked on its bytes before anything is parsed.

The standard library's parser recurses on nested parts and takes quadratic time on long lists, so a hostile letter must
be refused without its help. Every limit is far above the sizes that people send and far below those that hurt.
"""

from __future__ import annotations

import re
from email.message import Message

from adjudicator.mail.errors import LetterRefused
from adjudicator.mail.text.normalize import normalize_content_types, parse_letter, split_header_section
from adjudicator.mail.text.truncate import whole_size

LETTER = 1 << 20
"""Bytes of a whole letter; a host may set another limit."""
HEAD = 64 << 10
"""Bytes of the header section."""
HEADER = 8 << 10
"""Bytes of one header that we read. Spam reports of some providers are longer, but nothing reads them."""
HEADER_LINES = 10_000
"""Lines in the headers of all parts. The parser makes a header of each, and each look-up is linear."""
BOUNDARY_LINES = 500
"""Lines that may be boundaries."""
CONTAINERS = 100
"""Parts of type multipart or message."""
DEPTH = 20
"""Nesting of parts."""
REPORT_GROUPS = 5_000
"""Blank lines of a delivery report (RFC 3464): the parser starts a group of fields behind each."""
LINE_COMPARISONS = 800_000
"""Lines times containers: the parser compares each line with the boundaries of all parts around it."""
TEXT = 256 << 10
"""Characters of text that are read; the rest is left out as if it were quoted."""
HTML = 512 << 10
"""Characters of HTML that are read."""
HTML_LINES = 20_000
TAGS = 10_000
"""Tags of an HTML letter that are read: a table of a hundred thousand cells takes seconds to lay out."""
LINES = 2000
"""Lines of text that get a kind."""
COLUMNS = 3000
"""Characters of a line that are read; a longer line is unsure. The longest texts of players, 2,000 characters, fit in a
line with their command, and one that is a little too long is answered with its length."""
SIMPLE_LETTER = 16 << 10
"""Bytes of a letter without parts that is safe to parse outside of the sandbox. A usual reply has half of that."""

_CONTAINER = re.compile(rb"(?im)^content-type:\s*(?:multipart|message)/")
_REPORT = re.compile(rb"(?im)^content-type:\s*message/delivery-status")
_BOUNDARY_LINE = re.compile(rb"(?m)^--(?=\S)")
_ODD_BOUNDARY = re.compile(rb"(?i)\bboundary\b(?!(?:\n?[ \t])*=(?:\n?[ \t])*\"?[!#$&-:<-~\x80-\xff])")
"""A boundary parameter that may begin with a blank or be empty. Then any line that begins with `--` may match it."""
_HYPHENS = re.compile(rb"(?m)^--")
_INSIDE = re.compile(rb"(?im)^content-type:\s*message/")
_HEAD_LINES = rb"((?:[!-9;-~]*:.*\n|[ \t].*\n)++)"
_HEAD_OF_PART = re.compile(rb"(?m)^--.*\n" + _HEAD_LINES)
_HEAD_INSIDE = re.compile(rb"(?m)^(?:--.*)?\n" + _HEAD_LINES)
"""The same where parts are letters themselves (message/rfc822): their headers come after a blank line."""
_OF_A_KIND = re.compile(rb"(?im)^content-type[ \t]*:(?!\s*text/plain[ \t]*(?:;|$))")
_VALUE = rb":.*\n?(?:[ \t].*\n?)*"
_HEADER = re.compile(rb"(?im)^(?:from|to|cc|subject|date|message-id|in-reply-to|references)" + _VALUE)
_PART_HEADER = re.compile(rb"(?im)^content-[a-z-]+" + _VALUE)


def parse_within_limits(normalized: bytes, limit: int = LETTER) -> Message:
    """Check a normalised letter against the limits, and parse it.

    The size is checked again after `normalize_content_types`: a comment may have hidden a container or a boundary.
    Raises `LetterRefused`, and `RecursionError` where parts are nested so deep that the parser gives up.
    """
    check_size(normalized, limit)
    straight = normalize_content_types(normalized)
    if straight is not normalized:
        check_size(straight, limit)
    parsed = parse_letter(straight)
    check_depth(parsed)
    return parsed


def check_size(normalized: bytes, limit: int = LETTER) -> None:
    """Check a normalised letter, unparsed, against the limits.

    Raises `LetterRefused` with the reason `too_large`, `headers`, `header`, `nested`, `lines` or `parts`.
    """
    head, body = split_header_section(normalized)
    _at_most("too_large", max(len(normalized), whole_size(body)), limit)
    _at_most("headers", len(head), HEAD)
    for header in (*_HEADER.finditer(head), *_PART_HEADER.finditer(normalized)):
        _at_most("header", len(header[0]), HEADER)
    containers = sum(1 for _ in _CONTAINER.finditer(normalized))
    _at_most("nested", containers, CONTAINERS)
    lines = normalized.count(b"\n")
    _at_most("lines", lines * (containers + 2), LINE_COMPARISONS)
    if lines > HEADER_LINES:
        heads = (_HEAD_INSIDE if _INSIDE.search(normalized) else _HEAD_OF_PART).finditer(normalized)
        _at_most("headers", sum(found[1].count(b"\n") for found in heads), HEADER_LINES)
    if _REPORT.search(normalized):
        _at_most("parts", normalized.count(b"\n\n"), REPORT_GROUPS)
    boundary = _HYPHENS if _ODD_BOUNDARY.search(normalized) else _BOUNDARY_LINE
    _at_most("parts", sum(1 for _ in boundary.finditer(normalized)), BOUNDARY_LINES)


def check_depth(letter: Message) -> None:
    """Check the nesting of parts, without recursion. Raises `LetterRefused` with the reason `nested`."""
    depth, layer = 0, [letter]
    while layer:
        _at_most("nested", depth, DEPTH)
        depth, layer = depth + 1, [part for whole in layer for part in child_parts(whole)]


def is_short_and_plain(normalized: bytes) -> bool:
    """Is a normalised letter so short and simple that it is safe to parse outside of the sandbox?"""
    return len(normalized) <= SIMPLE_LETTER and _OF_A_KIND.search(normalized) is None


def child_parts(part: Message) -> list[Message]:
    """List the direct parts of a multipart or message part; empty for any other."""
    # `get_payload` of a leaf would decode it, with any codec that the letter names.
    inner = part.get_payload() if part.is_multipart() else []
    return [child for child in inner if isinstance(child, Message)]


def _at_most(reason: str, measured: int, allowed: int) -> None:
    if measured > allowed:
        raise LetterRefused(reason, measured, allowed)
