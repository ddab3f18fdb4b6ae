"""A letter whose text came twice, as plain text and as HTML, read as its writer saw it.

Most programs write the plain half themselves and show only the other. So a line of the plain half counts as far as the
HTML half shows it too, and what only the HTML half says is in doubt. Where they have nothing in common, one of them is
no more than a notice, and whoever knows what an order is may read the other one instead.
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
"""The number of a list's item, which only one of the halves may have."""
_NOTHING = " "
_COUNTS = (LineKind.WRITTEN, LineKind.COURTESY, LineKind.BELOW, LineKind.ECHO)
_SEEN = (*_COUNTS, LineKind.SIGNATURE, LineKind.BANNER)


def read_halves(
    text: str,
    html: str,
    is_ours: Callable[[str], bool],
    name: str = "",
    letters: Sequence[str] = (),
    address: str = "",
) -> Reply:
    """Read what somebody wrote out of the two texts of a letter; `html` is the text of its HTML half, if it has two.

    The rest is as for `read_reply`.
    """
    reply = read_reply(text, is_ours, name, letters, address)
    if not _WORD.search(html) or (DOUBT not in html and _words(text.split("\n")) == _words(html.split("\n"))):
        return reply
    return _compare(reply, read_reply(html, is_ours, name, letters, address))


def _compare(plain: Reply, html: Reply) -> Reply:
    """Make the lines unsure of which the halves do not say the same."""
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
    """Write the words of a line without its number in a list."""
    numbered = _NUMBERED.match(line.text)
    return _words((line.text[numbered.end() :] if numbered else line.text,))


def _words(lines: Iterable[str]) -> str:
    """Write the words of some lines one after the other, with a blank around each.

    Only one of the halves writes out where a link leads.
    """
    words = [word for line in lines for word in _WORD.findall(LINK.sub("", line.casefold()))]
    return f" {' '.join(words)} " if words else _NOTHING
