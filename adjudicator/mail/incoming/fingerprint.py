"""Fingerprint of a letter's content, to dedupe second copies."""

from __future__ import annotations

import hashlib
import re

from adjudicator.mail.text.normalize import normalize_letter, split_header_section

_IDENTITY = re.compile(rb"(?im)^(from|subject|date|message-id|in-reply-to):[ \t]*(.*(?:\n[ \t].*)*)")


def fingerprint(raw: bytes, recipient: str = "") -> str:
    """Hash the content of a letter to a recipient, as SHA-256 in hex.

    Headers that mail servers add on the way are left out, so copies over different routes have one fingerprint. Without
    a recipient, copies to different recipients do too. Message-ID alone is not enough: some programs use one twice.
    """
    head, body = split_header_section(normalize_letter(raw))
    digest = hashlib.sha256(recipient.strip().lower().encode("utf-8", "replace"))
    for name, value in sorted((name.lower(), b" ".join(value.split())) for name, value in _IDENTITY.findall(head)):
        digest.update(b"\0" + name + b"\0" + value)
    digest.update(b"\0\0" + body.rstrip())
    return digest.hexdigest()
