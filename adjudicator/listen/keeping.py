"""What every way in asks for: somebody who keeps letters, and somebody who knows our addresses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class TemporaryFault(Exception):
    """A letter cannot be kept just now, as when the database is locked; its sender is asked to come again."""


class TooMany(TemporaryFault):
    """Somebody sends more letters than we take from him in this time; he is asked to bring them later."""


class Accept(Protocol):
    """Keeps a letter. When it returns, the letter is committed; it raises when it is not."""

    def __call__(self, raw: bytes, recipient: str, envelope_from: str, channel: str) -> object:
        """Keep a letter for one recipient."""
        ...


Known = Callable[[str], object]
"""Reads a recipient's address. Raises `MailFault` for one that is not ours or that we did not sign."""

Admit = Callable[[str, str, str], None]
"""Counts a letter by its recipient, its envelope sender and the host that brings it. Raises `TooMany`."""


def everybody(_recipient: str, _envelope_from: str, _host: str) -> None:
    """Let everybody in, where somebody else counts."""
