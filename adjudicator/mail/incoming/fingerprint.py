"""The name of a letter by what it says, for knowing a second copy of it."""

from __future__ import annotations

import hashlib
import re

from adjudicator.mail.text.normalize import normalize_letter, split_envelope_line

_IDENTITY = re.compile(rb"(?im)^(from|subject|date|message-id|in-reply-to):[ \t]*(.*(?:\n[ \t].*)*)")


def fingerprint(raw: bytes, recipient: str = "") -> str:
    """Name a letter to a recipient by its content, so that a second copy of it is known for one.

    Without a recipient the name is that of all the copies, whoever they went to. What mail systems add on the way is
    left out; the Message-ID alone would not do, because programs use one twice.
    """
    head, body = split_envelope_line(normalize_letter(raw))
    digest = hashlib.sha256(recipient.strip().lower().encode("utf-8", "replace"))
    for name, value in sorted((name.lower(), b" ".join(value.split())) for name, value in _IDENTITY.findall(head)):
        digest.update(b"\0" + name + b"\0" + value)
    digest.update(b"\0\0" + body.rstrip())
    return digest.hexdigest()
