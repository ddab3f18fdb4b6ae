"""Questions about a position that a board must answer. The answers come from the position, not from its view."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Eva")


@dataclass(frozen=True, slots=True)
class Question:
    """A question in words, with what a program needs to look its answer up on a board."""

    kind: str
    about: tuple[str, ...]
    asked: str
    answer: str


def told(things: Iterable[object]) -> str:
    """Write a list; ``none`` without anything in it."""
    return ", ".join(map(str, things)) or "none"


def player(seat: int, reader: int) -> str:
    """Name a player as a board does to its reader."""
    return "you" if seat == reader else NAMES[seat]
