"""The signatures in our addresses: sixteen characters that only we can make, and how to keep them out of logs.

Base32 in lower case, because a mail address survives clients that fold its case; sixteen characters (80 bits), because
a local part has room for 64.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re

LENGTH = 16
ALPHABET = "[a-z2-7]"

_TAIL = re.compile(rf"(?i)(?<=[0-9]-){ALPHABET}{{{LENGTH}}}(?![a-z0-9])")


def sign_token(secret: bytes, kind: str, *parts: str | int) -> str:
    """Sign the parts of an address as one of its kind, so that a token of one kind is worthless in another."""
    signed = "\0".join([kind, *map(str, parts)]).encode()
    return base64.b32encode(hmac.new(secret, signed, hashlib.sha256).digest()).decode().lower()[:LENGTH]


def verify_token(token: str, secret: bytes, kind: str, *parts: str | int) -> bool:
    """Tell whether we signed these parts as this kind, in a time that tells nothing about how wrong the token is."""
    return hmac.compare_digest(token.lower().encode(), sign_token(secret, kind, *parts).encode())


def redact_tokens(text: str) -> str:
    """Replace every token in a text by dots: what is logged must not be good for playing a turn."""
    return _TAIL.sub("…", text)
