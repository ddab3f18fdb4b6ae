"""Lets the garbage collector of a program run less often.

A program begins with half a million objects that live to its end: modules, classes, tables, templates. By default the
collector walks the youngest after every 700, and all of them again and again: a seventh of the time of a start.
"""

from __future__ import annotations

import gc
from typing import Final

THRESHOLDS: Final = 50_000, 20, 20
"""New objects before a collection, and collections before the next older generation is walked. Cycles wait for it in a
few megabytes; everything else is freed at once by its reference count."""


def collect_rarely() -> None:
    """Take effect until the program ends."""
    gc.set_threshold(*THRESHOLDS)
