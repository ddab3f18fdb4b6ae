"""Signature tokens in our addresses: sixteen characters of HMAC-SHA256, and their redaction from logs.

Base32 in lower case, because some mail programs fold the case of an address. Sixteen characters (80 bits), because a
local part has room for 64.
"""

from __future__ import annotations

import base64
import hmac
import re

LENGTH = 16
ALPHABET = "[a-z2-7]"

_FEED = re.compile(r"(?<=/calendar/)[\w.-]+(?=\.ics)")
_TAIL = re.compile(rf"(?i)(?<=[0-9]-){ALPHABET}{{{LENGTH}}}(?![a-z0-9])")


def sign_token(secret: bytes, kind: str, *parts: str | int) -> str:
    """Sign the parts of an address. `kind` is part of the signed text: a token of one kind is invalid for another."""
    signed = "\0".join([kind, *map(str, parts)]).encode()
    return base64.b32encode(hmac.digest(secret, signed, "sha256")).decode().lower()[:LENGTH]


def verify_token(token: str, secret: bytes, kind: str, *parts: str | int) -> bool:
    """Check a token in constant time, so that the time tells a forger nothing about it."""
    return hmac.compare_digest(token.lower().encode(), sign_token(secret, kind, *parts).encode())


def redact_tokens(text: str) -> str:
    """Replace every token in a text with an ellipsis: an address from a log must not play, nor show a calendar."""
    return _FEED.sub("…", _TAIL.sub("…", text))
