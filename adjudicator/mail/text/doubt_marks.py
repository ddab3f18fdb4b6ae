"""Marks with `DOUBT` the lines of plain text that their writer may see differently: struck out or cut.

Strikes in plain text are `~~M14~~` (Markdown, chat programs), combining strokes of Unicode, and `^H` or `^W` from
terminals. A line is cut where a soft line break of quoted-printable (RFC 2045, 6.7) was never decoded.
"""

from __future__ import annotations

import re
from itertools import islice

from adjudicator.mail.text.line_kind import DOUBT
from adjudicator.mail.text.size_limits import COLUMNS, LINES

_STROKES = re.compile("[\u0335-\u0338\u20d2\u20d3\u20e5\u20e6]")
_BACKSPACES = re.compile(r"\^[HW](?!\w)")
"""Caret notation of backspace and delete-word: people at terminals write it for "I take that back"."""
_OPENS = re.compile(r"(?<![\w~])~{1,2}(?=[^\s~{])")
_CLOSES = re.compile(r"(?<=[^\s~])~{1,2}(?![\w~])")
LINK = re.compile(r"(?i)<?(?:mailto:|https?://)\S*")
_CUT = re.compile(r"(?<!=)=\s*")


def mark_doubtful_lines(text: str) -> str:
    """Mark the lines that are struck out or cut; the text comes from `tidy_text`.

    A strike may run over several lines of a paragraph. It ends at a blank line, and then marks nothing.
    """
    lines = text.split("\n")
    doubtful: set[int] = set()
    open_strike: list[int] = []
    for at, line in enumerate(line[:COLUMNS] for line in islice(lines, LINES)):
        if not line.strip():
            open_strike = []
            continue
        if _STROKES.search(line) or _BACKSPACES.search(line):
            doubtful.add(at)
        if _CUT.fullmatch(line, max(0, len(line.rstrip()) - 1)):
            doubtful |= {at, at + 1}
        opens, closes = _OPENS.search(line), [found.start() for found in _CLOSES.finditer(line)]
        if closes and (open_strike or (opens and closes[-1] > opens.start())):
            doubtful.update((*open_strike, at))
            open_strike = []
        elif open_strike or (opens and opens[0] == "~~"):
            open_strike.append(at)
    return "\n".join(line + DOUBT if at in doubtful and line.strip() else line for at, line in enumerate(lines))


def without_strikes(line: str) -> str:
    """Remove the strike marks and all links from a line, so that it can be read as an order for a question."""
    return _STROKES.sub("", LINK.sub("", line)).replace("~", "").strip()


def mark_all_lines(text: str) -> str:
    """Mark every line of a text whose encoding is broken."""
    return "\n".join(line + DOUBT if line.strip() else line for line in text.split("\n"))


def mark_last_line(text: str) -> str:
    """Mark the last line: the text may have been cut inside it."""
    written = text.rstrip()
    return written + DOUBT + text[len(written) :] if written else text
