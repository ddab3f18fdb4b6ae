"""Truncates a letter that is too large to be stored: the headers stay, so that its sender can be told.

Over SMTP such a letter is refused. From an IMAP mailbox or a pipe it cannot be, and nobody else would tell the sender.
The mark of truncation is the body, because the headers are read once more for the refusal.
"""

from __future__ import annotations

import re

from adjudicator.mail.text.normalize import normalize_letter, split_header_section

_MARK = re.compile(rb"\[([0-9]{1,15}) bytes, too many to be kept\]")


def truncate_letter(start: bytes, size: int) -> bytes:
    """Build a letter from the headers in `start` and a mark with the full `size` in bytes."""
    head, _ = split_header_section(normalize_letter(start))
    return (head.rstrip(b"\n") or b"Subject:") + b"\n\n[%d bytes, too many to be kept]\n" % size


def whole_size(body: bytes) -> int:
    """Read the original size of a truncated letter from its normalised body; 0 when it was not truncated."""
    mark = _MARK.fullmatch(body.strip())
    return int(mark[1]) if mark else 0
