"""Parses letters as tests read them. The library parses a header at each look; here an equal one is parsed once."""

from __future__ import annotations

from email import message_from_bytes
from email.headerregistry import BaseHeader, HeaderRegistry
from email.message import EmailMessage
from email.policy import default
from functools import lru_cache


class _HeadersOnce(HeaderRegistry):
    @lru_cache(maxsize=4096)  # noqa: B019  # one registry for the life of the process
    def __call__(self, name: str, value: str) -> BaseHeader:
        header: BaseHeader = super().__call__(name, value)
        return header


POLICY = default.clone(header_factory=_HeadersOnce())


def read_received(raw: bytes) -> EmailMessage:
    """Parse a letter that came to somebody."""
    letter = message_from_bytes(raw, policy=POLICY)
    assert isinstance(letter, EmailMessage)
    return letter
