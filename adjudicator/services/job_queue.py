"""The bells that are rung after a commit. This file imports nothing: who only rings need not carry the database."""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol


class Bell(StrEnum):
    """The queues that somebody listens to. What waits is in the database; a bell only says "look"."""

    JUDGE = "judge"
    POST = "post"
    HOUSE = "house"


ANY = 0
"""In place of a row, for a bell that is heard as well whichever row it was rung for."""


class Doorbell(Protocol):
    """Wakes a worker. It never fails: when the broker is away, the next sweep finds the row."""

    def ring(self, bell: Bell, row: int) -> None:
        """Say that a row waits."""
        ...
