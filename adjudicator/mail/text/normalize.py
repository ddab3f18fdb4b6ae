"""Raw letters as a parser wants them: what other programs put around or into a letter is taken out again."""

from __future__ import annotations

import re
from email import message_from_bytes
from email.message import Message
from email.policy import compat32

from adjudicator.mail.errors import LetterRefused

_TYPE = re.compile(rb"(?im)^content-type[ \t]*:[^\n]*(?:\n[ \t][^\n]*){0,40}")
_FOLDED = re.compile(rb'"[^"\n]*\n')
_FOLD = re.compile(rb"\n([ \t])[ \t]*")
_COMMENT = re.compile(rb'(?P<quoted>"(?:[^"\\]|\\.)*+"?)|\((?:[^()\\]|\\.)*+\)', re.DOTALL)
"""A comment that holds none; two rounds take out one within another."""
_BOUNDARY = re.compile(rb'(?i);\s*boundary\s*=\s*(?:"([^"\s][^"]*)"|([^";\s]+))')
_MBOX_LINE = re.compile(rb">?From [^\r\n]*(?:\r\n|\r|\n)")


def normalize_letter(raw: bytes) -> bytes:
    """Take out NULs, the blank lines and the mailbox line before the first header, and lone carriage returns.

    A blank line on top would end the headers before they begin; carriage returns alone are an old Macintosh's newlines.
    """
    mended = raw.replace(b"\0", b"").lstrip(b"\r\n")
    if line := _MBOX_LINE.match(mended):
        mended = mended[line.end() :].lstrip(b"\r\n")
    return mended.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def split_envelope_line(mended: bytes) -> tuple[bytes, bytes]:
    """Split a mended letter at the first blank line into its head and its body."""
    if mended.startswith(b"\n"):
        return b"", mended[1:]
    head, _, body = mended.partition(b"\n\n")
    return head, body


def normalize_lines(mended: bytes) -> bytes:
    """Take comments and folds out of the headers that name a kind of content (RFC 2045, 5.1; RFC 5322, 2.2.3).

    The standard library keeps both: then the kind is unknown, or the boundary stands nowhere. A header whose boundary
    would get lost stays as it is.
    """
    if not any(map(_is_crooked, _TYPE.findall(mended))):
        return mended
    starts = (line[2:].rstrip() for line in mended.split(b"\n") if line.startswith(b"--"))
    boundaries = frozenset(boundary for start in starts for boundary in (start, start.removesuffix(b"--")))
    return _TYPE.sub(lambda found: _straightened(found[0], boundaries), mended)


def _is_crooked(header: bytes) -> bool:
    return b"(" in header or _FOLDED.search(header) is not None


def _straightened(header: bytes, boundaries: frozenset[bytes]) -> bytes:
    if not _is_crooked(header):
        return header
    plain = _COMMENT.sub(_keep_quoted, _COMMENT.sub(_keep_quoted, header))
    for between in (rb"\1", b" ", b""):
        candidate = _FOLD.sub(between, plain)
        boundary = _BOUNDARY.search(candidate)
        if boundary is None or (boundary[1] or boundary[2]) in boundaries:
            return candidate
    return header


def _keep_quoted(found: re.Match[bytes]) -> bytes:
    return found["quoted"] or b" "


def parse_letter(mended: bytes) -> Message:
    """Take a mended letter apart. Raises `LetterRefused` (`header`) when its boundaries cannot be read."""
    try:
        return message_from_bytes(mended, policy=compat32)
    except TypeError:  # the standard library stumbles over a boundary that is cut in two contrary ways
        raise LetterRefused("header") from None
