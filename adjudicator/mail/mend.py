"""Raw letters as a parser wants them: what other programs put around or into a letter is taken out again."""

from __future__ import annotations

import re
from email import message_from_bytes
from email.message import Message
from email.policy import compat32

from adjudicator.mail.faults import LetterRefused

_MBOX_LINE = re.compile(rb">?From [^\r\n]*(?:\r\n|\r|\n)")


def mend(raw: bytes) -> bytes:
    """Take out NULs, the blank lines and the mailbox line before the first header, and lone carriage returns.

    A blank line on top would end the headers before they begin; carriage returns alone are an old Macintosh's newlines.
    """
    mended = raw.replace(b"\0", b"").lstrip(b"\r\n")
    if line := _MBOX_LINE.match(mended):
        mended = mended[line.end() :].lstrip(b"\r\n")
    return mended.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def split(mended: bytes) -> tuple[bytes, bytes]:
    """Split a mended letter at the first blank line into its head and its body."""
    if mended.startswith(b"\n"):
        return b"", mended[1:]
    head, _, body = mended.partition(b"\n\n")
    return head, body


def parse(mended: bytes) -> Message:
    """Take a mended letter apart. Raises `LetterRefused` (`header`) when its boundaries cannot be read."""
    try:
        return message_from_bytes(mended, policy=compat32)
    except TypeError:  # the standard library stumbles over a boundary that is cut in two contrary ways
        raise LetterRefused("header") from None
