"""Compares the CPU cost of hostile input with that of harmless input in the same run: no absolute limit decides."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from time import thread_time

TRIES = 6
"""A busy machine makes things dearer, never cheaper: of several tries the cheapest counts."""
LEAST, MOST = 1 << 17, 1 << 19
"""Sizes of what is harmless: what is shorter costs too little to compare with, and of what is longer little is read."""

LINE = b"It was a fine evening, and I think that we shall play again soon.\n"


def prose(size: int) -> bytes:
    """Write lines that anybody could have written, so many bytes of them."""
    return (LINE * (size // len(LINE) + 1))[:size]


def assert_costs_little(act: Callable[[], object], harmless: Callable[[int], object], size: int, times: float) -> None:
    """See that an act costs at most so many times what reading something harmless of its size does.

    `harmless` is told a size in bytes: that of the hostile thing, rounded up so that one measurement serves for many.
    """
    rounded = min(max(LEAST, 1 << (size - 1).bit_length()), MOST)
    dear, cheap = _cost(act), _first_cost(harmless, rounded)
    for _ in range(TRIES):
        if dear <= times * cheap:
            return
        dear, cheap = min(dear, _cost(act)), min(cheap, _cost(lambda: harmless(rounded)))
    raise AssertionError(f"{dear:.3f} s, {dear / cheap:.1f} times as much as something harmless, not {times}")


@cache
def _first_cost(harmless: Callable[[int], object], size: int) -> float:
    return min(_cost(lambda: harmless(size)) for _ in range(2))


def _cost(act: Callable[[], object]) -> float:
    """Measure an act in seconds of a processor; what else this thread's machine does hardly counts."""
    began = thread_time()
    act()
    return thread_time() - began
