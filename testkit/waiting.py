"""Polls for changes that give no signal: a row, a file, a queue."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

PATIENCE = 40.0
"""Seconds after which a thing that did not happen is a failure; everything here takes far less."""

T = TypeVar("T")


def await_until(look: Callable[[], T], what: str = "", seconds: float = PATIENCE) -> T:
    """Look again and again until there is something to see, and return it. Raises `AssertionError`."""
    latest = time.monotonic() + seconds
    while not (seen := look()):
        if time.monotonic() > latest:
            raise AssertionError(f"not within {seconds:g} seconds: {what or look}")
        time.sleep(0.01)  # the one place that looks at intervals
    return seen
