"""Letters that are too large to be kept: their head remains, so that whoever wrote one can be told.

A mail server refuses such a letter at the door. Where there is no door, as in a mailbox or behind a pipe, nobody else
would tell the writer. What remains is marked in its body, not in its head, which is read once more for the answer.
"""

from __future__ import annotations

import re

from adjudicator.mail.text.normalize import normalize_letter, split_envelope_line

_MARK = re.compile(rb"\[([0-9]{1,15}) bytes, too many to be kept\]")


def truncate_letter(start: bytes, size: int) -> bytes:
    """Keep the head of a letter of so many bytes, of which only the start needs to be known."""
    head, _ = split_envelope_line(normalize_letter(start))
    return (head.rstrip(b"\n") or b"Subject:") + b"\n\n[%d bytes, too many to be kept]\n" % size


def whole_size(body: bytes) -> int:
    """Read how many bytes a letter had before it was cut short, from its mended body; 0 when it was not."""
    mark = _MARK.fullmatch(body.strip())
    return int(mark[1]) if mark else 0
