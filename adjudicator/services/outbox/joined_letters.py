"""The note on a letter that is not sent because another one tells what it was to tell."""

from __future__ import annotations

from adjudicator.store.states import OutboxState
from adjudicator.store.tables import Outbox

JOINED = "letter "
"""Begins the note, which stands where others have their error."""


def join_to(letter: int) -> str:
    """Write the note that names the other letter."""
    return f"{JOINED}{letter}"


def find_joined(letter: Outbox) -> int | None:
    """Return the number of the letter that tells what this one was to tell; None if there is none."""
    joined = letter.state is OutboxState.JOINED and letter.error.startswith(JOINED)
    return int(letter.error.removeprefix(JOINED)) if joined else None
