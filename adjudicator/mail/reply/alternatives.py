"""Compares the plain text and the HTML of a letter (multipart/alternative), and reads the lines that both have.

Most mail programs generate the plain text and show only the HTML to their user. So a line of the plain text counts only
if the HTML shows it too, and a line that only the HTML has is unsure. If both have nothing in common, the plain text
may be a mere notice ("This is an HTML message"): the HTML goes out as `Reply.instead`, and the caller, who knows
orders, chooses.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from adjudicator.mail.reply.reply import Reply, read_reply
from adjudicator.mail.text.doubt_marks import LINK
from adjudicator.mail.text.line_kind import DOUBT, Line, LineKind

_WORD = re.compile(r"[^\W_]+")
_NUMBERED = re.compile(r"\s*[0-9]{1,2}[.)]\s+")
"""The number of a list item, which only one of both texts may have."""
_NOTHING = " "
_COUNTS = (LineKind.WRITTEN, LineKind.COURTESY, LineKind.BELOW, LineKind.ECHO)
_SEEN = (*_COUNTS, LineKind.SIGNATURE, LineKind.BANNER)


def read_alternatives(
    text: str,
    html: str,
    is_ours: Callable[[str], bool],
    name: str = "",
    letters: Sequence[str] = (),
    address: str = "",
) -> Reply:
    """Read a reply from its plain text and the text of its HTML, which may be empty; the rest is as in `read_reply`."""
    reply = read_reply(text, is_ours, name, letters, address)
    if not _WORD.search(html) or (DOUBT not in html and _words(text.split("\n")) == _words(html.split("\n"))):
        return reply
    return _compare(reply, read_reply(html, is_ours, name, letters, address))


def _compare(plain: Reply, html: Reply) -> Reply:
    """Make the lines unsure on which plain text and HTML differ."""
    seen = _words(line.text for line in html.read if line.kind in _SEEN)
    struck = _words(line.text for line in html.read if line.kind is LineKind.UNSURE)
    known = _words(line.text for line in plain.read)
    read = tuple(_checked(line, seen, struck) for line in plain.read)
    added = [line for line in html.read if line.kind in (*_COUNTS, LineKind.UNSURE) and _own(line) not in known]
    if read == plain.read and not added:
        return plain
    left = any(line.kind in _COUNTS for line in read)
    if not left and any(line.kind in _COUNTS for line in (added if read == plain.read else html.read)):
        return replace(plain, read=read, halves_differ=True, instead=html)
    return replace(plain, read=(*read, *(Line(LineKind.UNSURE, line.text) for line in added)), halves_differ=True)


def _checked(line: Line, seen: str, struck: str) -> Line:
    own = _own(line)
    if line.kind not in _COUNTS or (own in seen and own not in struck) or not line.text.strip():
        return line
    return Line(LineKind.UNSURE, line.text)


def _own(line: Line) -> str:
    """Reduce a line to its words, without the number of a list item."""
    numbered = _NUMBERED.match(line.text)
    return _words((line.text[numbered.end() :] if numbered else line.text,))


def _words(lines: Iterable[str]) -> str:
    """Reduce lines to their words in lower case, with a blank around each, so that `in` compares whole words.

    Links are left out: only one of both texts has their targets.
    """
    words = [word for line in lines for word in _WORD.findall(LINK.sub("", line.casefold()))]
    return f" {' '.join(words)} " if words else _NOTHING
