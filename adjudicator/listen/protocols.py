"""What every way in asks for: somebody who keeps letters, somebody who knows our addresses, and somebody who counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class TemporaryFault(Exception):
    """A letter cannot be kept just now, as when the database is locked; its sender is asked to come again."""


class TooMany(TemporaryFault):
    """Somebody sends more letters than we take from them in this time; they are asked to bring them later."""


class Accept(Protocol):
    """Keeps a letter. When it returns, the letter is committed; it raises when it is not."""

    def __call__(self, raw: bytes, recipient: str, envelope_from: str, channel: str, *, trusted_relay: bool) -> object:
        """Keep a letter for one recipient.

        `trusted_relay` says that one of the host's own mail servers wrote what stands on top of it.
        """
        ...


Known = Callable[[str], object]
"""Reads a recipient's address. Raises `MailFault` for one that is not ours or that we did not sign."""


class Throttle(Protocol):
    """Counts letters by their recipient, their envelope sender and the host that brings them (empty: not known)."""

    def peek(self, recipient: str, envelope_from: str, host: str) -> None:
        """Look whether a letter would be let in, and count nothing. Raises `TooMany`."""
        ...

    def count(self, recipient: str, envelope_from: str, host: str) -> None:
        """Count a letter. Raises `TooMany`."""
        ...


class Unlimited:
    """Lets everybody in, for letters that were counted before and for tests."""

    def peek(self, recipient: str, envelope_from: str, host: str) -> None:
        """Let a letter in."""

    def count(self, recipient: str, envelope_from: str, host: str) -> None:
        """Let a letter in."""
