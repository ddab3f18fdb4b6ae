"""Signatures of posts to the webhook, with the key that the host shares with a provider.

Our own signature covers the time, the envelope and every byte of the letter. Mailgun's covers only a time and a random
word; the letter itself is then protected by TLS alone.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Self

WINDOW = timedelta(minutes=5)
"""The most that the clocks may differ. A post can be replayed for as long; a replay makes no second letter."""

_TIME = re.compile(r"[0-9]{1,12}")
_SIGNATURE = re.compile(r"t=([0-9]{1,12}),v1=([0-9a-f]{64})")


class BadSignature(Exception):
    """A wrong or expired signature; the text says which."""


@dataclass(frozen=True, slots=True)
class WebhookSignature:
    """The signature of a post, `t=1795833334,v1=` and 64 hexadecimal digits."""

    time: int
    digest: str

    @classmethod
    def read(cls, text: str) -> Self:
        """Parse a signature header. Raises `BadSignature`."""
        found = _SIGNATURE.fullmatch(text.strip())
        if not found:
            raise BadSignature("the header X-Signature must be t=<seconds since 1970>,v1=<64 hexadecimal digits>")
        return cls(int(found[1]), found[2])

    def __str__(self) -> str:
        return f"t={self.time},v1={self.digest}"


class WebhookSigner:
    """Computes the signature of a post while its letter is read: HMAC-SHA256 over time, envelope and letter."""

    def __init__(self, key: str, time: int, recipient: str, sender: str) -> None:
        self._time = time
        self._hmac = hmac.new(key.encode(), f"{time}\n{recipient}\n{sender}\n".encode(), hashlib.sha256)

    def add(self, octets: bytes) -> None:
        """Add bytes of the letter."""
        self._hmac.update(octets)

    def signature(self) -> WebhookSignature:
        """Return the signature of all that was added."""
        return WebhookSignature(self._time, self._hmac.hexdigest())


def read_time(text: str) -> int:
    """Read the time field of a form, in seconds since 1970. Raises `BadSignature`."""
    if not _TIME.fullmatch(text):
        raise BadSignature("a form must have the fields timestamp, token and signature, as Mailgun fills them in")
    return int(text)


def check_time(time: int, now: datetime) -> None:
    """Check that the time of a post is close to `now`. Raises `BadSignature`."""
    apart = abs(now.timestamp() - time)
    if apart > WINDOW.total_seconds():
        raise BadSignature(f"the time in the signature is {apart:.0f} seconds from ours: set the clocks right")


def check_digest(given: str, right: str) -> None:
    """Compare digests in constant time. Raises `BadSignature`."""
    if not hmac.compare_digest(given.encode(), right.encode()):
        raise BadSignature("the signature is not made with our key over what was posted")


def mailgun_digest(key: str, time: str, word: str) -> str:
    """Sign a time and a random word as Mailgun does."""
    return hmac.new(key.encode(), f"{time}{word}".encode(), hashlib.sha256).hexdigest()
