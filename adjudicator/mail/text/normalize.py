"""Normalises the bytes of a letter before parsing: newlines, NULs, mbox lines, comments and folds in Content-Type.

Raw bytes come in; the bytes that go out are parsed by the standard library as the sender's program meant them.
"""

from __future__ import annotations

import re
from email import message_from_bytes
from email.message import Message
from email.policy import compat32

from adjudicator.mail.errors import LetterRefused

_CONTENT_TYPE = re.compile(rb"(?im)^content-type[ \t]*:[^\n]*(?:\n[ \t][^\n]*){0,40}")
_FOLDED = re.compile(rb'"[^"\n]*\n')
_FOLD = re.compile(rb"\n([ \t])[ \t]*")
_COMMENT = re.compile(rb'(?P<quoted>"(?:[^"\\]|\\.)*+"?)|\((?:[^()\\]|\\.)*+\)', re.DOTALL)
"""An innermost comment. Two rounds remove comments that are nested two deep."""
_BOUNDARY = re.compile(rb'(?i);\s*boundary\s*=\s*(?:"([^"\s][^"]*)"|([^";\s]+))')
_MBOX_LINE = re.compile(rb">?From [^\r\n]*(?:\r\n|\r|\n)")


def normalize_letter(raw: bytes) -> bytes:
    """Remove NULs, and blank lines and the mbox `From ` line before the first header; end all lines with LF.

    A blank line on top would end the headers before they begin. Lone carriage returns are newlines of old Macintoshes.
    """
    normalized = raw.replace(b"\0", b"").lstrip(b"\r\n")
    if line := _MBOX_LINE.match(normalized):
        normalized = normalized[line.end() :].lstrip(b"\r\n")
    return normalized.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def split_header_section(normalized: bytes) -> tuple[bytes, bytes]:
    """Split a normalised letter at the first blank line into header section and body."""
    if normalized.startswith(b"\n"):
        return b"", normalized[1:]
    head, _, body = normalized.partition(b"\n\n")
    return head, body


def normalize_content_types(normalized: bytes) -> bytes:
    """Remove comments and folds from the Content-Type headers (RFC 2045, 5.1; RFC 5322, 2.2.3).

    The standard library keeps both, and then finds no known type, or a boundary that occurs nowhere in the body. A fold
    inside a quoted boundary is ambiguous: the reading (fold kept, one blank, nothing) is taken that occurs as a
    boundary line in the letter. Where none does, the header is left alone.
    """
    if not any(map(_has_comment_or_fold, _CONTENT_TYPE.findall(normalized))):
        return normalized
    starts = (line[2:].rstrip() for line in normalized.split(b"\n") if line.startswith(b"--"))
    boundaries = frozenset(boundary for start in starts for boundary in (start, start.removesuffix(b"--")))
    return _CONTENT_TYPE.sub(lambda found: _normalize_type(found[0], boundaries), normalized)


def _has_comment_or_fold(header: bytes) -> bool:
    return b"(" in header or _FOLDED.search(header) is not None


def _normalize_type(header: bytes, boundaries: frozenset[bytes]) -> bytes:
    if not _has_comment_or_fold(header):
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


def parse_letter(normalized: bytes) -> Message:
    """Parse a normalised letter. Raises `LetterRefused` (`header`) when a boundary cannot be read."""
    try:
        return message_from_bytes(normalized, policy=compat32)
    except TypeError:  # raised by the standard library for contradictory RFC 2231 continuations of a boundary
        raise LetterRefused("header") from None
