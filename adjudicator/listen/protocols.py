"""The three functions that each channel is given: store a letter, read an address, count against the rate limits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class TemporaryFault(Exception):
    """A letter cannot be stored now, for example while the database is locked; its sender is asked to try again."""


class RateLimited(TemporaryFault):
    """A rate limit is exceeded; the sender is asked to try again later."""


class Accept(Protocol):
    """Stores a letter. It returns only after the commit, and raises otherwise."""

    def __call__(self, raw: bytes, recipient: str, envelope_from: str, channel: str, *, trusted_relay: bool) -> object:
        """Store a letter for one recipient.

        `trusted_relay`: the topmost header fields were written by a mail server of the host and are believed.
        """
        ...


AddressReader = Callable[[str], object]
"""Reads a recipient's address. Raises `MailFault` for one that is not ours or that we did not sign."""


class Throttle(Protocol):
    """Counts letters by their recipient, their envelope sender and the host that brings them (empty: not known)."""

    def peek(self, recipient: str, envelope_from: str, host: str) -> None:
        """Check whether a letter would pass, without counting it. Raises `RateLimited`."""
        ...

    def count(self, recipient: str, envelope_from: str, host: str) -> None:
        """Count a letter. Raises `RateLimited`."""
        ...


class Unlimited:
    """No limit: for letters that were counted before, and for tests."""

    def peek(self, recipient: str, envelope_from: str, host: str) -> None:
        """Let a letter in."""

    def count(self, recipient: str, envelope_from: str, host: str) -> None:
        """Let a letter in."""
