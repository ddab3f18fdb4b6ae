"""What a letter may weigh, checked on its bytes before anything takes it apart.

Every number is far above what people send and far below what hurts: the parsers of the standard library recurse on
nested parts and crawl on long lists, and a letter that attacks them is refused without their help.
"""

from __future__ import annotations

import re
from email.message import Message

from adjudicator.mail.errors import LetterRefused
from adjudicator.mail.text.normalize import normalize_lines, parse_letter, split_envelope_line
from adjudicator.mail.text.truncate import whole_size

LETTER = 1 << 20
"""Bytes of a whole letter, unless an installation says otherwise."""
HEAD = 64 << 10
HEADER = 8 << 10
"""Bytes of a header that we read; the spam reports that some providers write are longer, and nothing reads them."""
HEADER_LINES = 10_000
"""Lines in the heads of all parts: the parser makes a header of each, and looks through all of them for one."""
BOUNDARY_LINES = 500
CONTAINERS = 100
DEPTH = 20
GROUPS = 5_000
"""Blank lines of a letter that reports on others: behind each the parser looks for one more that was returned."""
LOOKS = 800_000
"""Lines, times how often each may be looked at: the parser holds it against the boundaries of all parts around it."""
TEXT = 256 << 10
"""Characters of text that are looked at; what follows is left out like what is quoted."""
HTML = 512 << 10
HTML_LINES = 20_000
TAGS = 10_000
"""Elements of an HTML letter that are looked at: a table of a hundred thousand cells takes seconds to lay out."""
LINES = 2000
COLUMNS = 2000
PLAIN = 16 << 10
"""Bytes of a letter without parts in which nothing can take long; an answer that quotes a letter of ours has half."""

_CONTAINER = re.compile(rb"(?im)^content-type:\s*(?:multipart|message)/")
_REPORT = re.compile(rb"(?im)^content-type:\s*message/delivery-status")
_BOUNDARY_LINE = re.compile(rb"(?m)^--(?=\S)")
_ODD_BOUNDARY = re.compile(rb"(?i)\bboundary\b(?!(?:\n?[ \t])*=(?:\n?[ \t])*\"?[!#$&-:<-~\x80-\xff])")
"""One that may begin with a blank, or be empty: then every line that begins with two hyphens may be a boundary."""
_HYPHENS = re.compile(rb"(?m)^--")
_INSIDE = re.compile(rb"(?im)^content-type:\s*message/")
_HEAD_LINES = rb"((?:[!-9;-~]*:.*\n|[ \t].*\n)++)"
_HEAD_OF_PART = re.compile(rb"(?m)^--.*\n" + _HEAD_LINES)
_HEAD_INSIDE = re.compile(rb"(?m)^(?:--.*)?\n" + _HEAD_LINES)
"""The same where parts are letters themselves, whose heads come after a blank line."""
_OF_A_KIND = re.compile(rb"(?im)^content-type[ \t]*:(?!\s*text/plain[ \t]*(?:;|$))")
_VALUE = rb":.*\n?(?:[ \t].*\n?)*"
_HEADER = re.compile(rb"(?im)^(?:from|to|cc|subject|date|message-id|in-reply-to|references)" + _VALUE)
_PART_HEADER = re.compile(rb"(?im)^content-[a-z-]+" + _VALUE)


def parse_within_limits(mended: bytes, limit: int = LETTER) -> Message:
    """Check a mended letter against the limits, and take it apart.

    Raises `LetterRefused`, and `RecursionError` where its parts are nested deeper than can be counted.
    """
    check_size(mended, limit)
    straight = normalize_lines(mended)
    if straight is not mended:
        check_size(straight, limit)
    parsed = parse_letter(straight)
    check_depth(parsed)
    return parsed


def check_size(mended: bytes, limit: int = LETTER) -> None:
    """Check a mended letter against the limits.

    Raises `LetterRefused` with the reason `too_large`, `headers`, `header`, `nested`, `lines` or `parts`.
    """
    head, body = split_envelope_line(mended)
    _at_most("too_large", max(len(mended), whole_size(body)), limit)
    _at_most("headers", len(head), HEAD)
    for header in (*_HEADER.finditer(head), *_PART_HEADER.finditer(mended)):
        _at_most("header", len(header[0]), HEADER)
    containers = sum(1 for _ in _CONTAINER.finditer(mended))
    _at_most("nested", containers, CONTAINERS)
    lines = mended.count(b"\n")
    _at_most("lines", lines * (containers + 2), LOOKS)
    if lines > HEADER_LINES:
        heads = (_HEAD_INSIDE if _INSIDE.search(mended) else _HEAD_OF_PART).finditer(mended)
        _at_most("headers", sum(found[1].count(b"\n") for found in heads), HEADER_LINES)
    if _REPORT.search(mended):
        _at_most("parts", mended.count(b"\n\n"), GROUPS)
    boundary = _HYPHENS if _ODD_BOUNDARY.search(mended) else _BOUNDARY_LINE
    _at_most("parts", sum(1 for _ in boundary.finditer(mended)), BOUNDARY_LINES)


def check_depth(letter: Message) -> None:
    """Check how deep the parts of a letter are nested. Raises `LetterRefused` with the reason `nested`."""
    depth, layer = 0, [letter]
    while layer:
        _at_most("nested", depth, DEPTH)
        depth, layer = depth + 1, [part for whole in layer for part in child_parts(whole)]


def is_short_and_plain(mended: bytes) -> bool:
    """Tell whether a mended letter is so short and simple that whoever opens it risks nothing."""
    return len(mended) <= PLAIN and _OF_A_KIND.search(mended) is None


def child_parts(part: Message) -> list[Message]:
    """List the parts that a part consists of."""
    # A part that is none of several is not asked: it would be decoded on the way, by whatever codec it names.
    inner = part.get_payload() if part.is_multipart() else []
    return [child for child in inner if isinstance(child, Message)]


def _at_most(reason: str, measured: int, allowed: int) -> None:
    if measured > allowed:
        raise LetterRefused(reason, measured, allowed)
