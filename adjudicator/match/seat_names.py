"""Display names of a match's seats: as the players chose them, and no two that look alike."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

_ADDITION = re.compile(r" \([^()]*\)$")
"""Addition to a name: who plays on for them, or the number of their seat."""
_LEAST = 4
"""How much of a name has to be left before its addition; otherwise the end is cut as it stands."""
_LOOKALIKES = str.maketrans(
    # Cyrillic and Greek letters that look like Latin ones, once case is folded.
    "абвгеёіјкмнорсѕтухьαβικνοπρτυχγ",
    "a6breeijkmhopcstyxbabiknonptuxy",
)


def distinct_names(names: Sequence[str]) -> tuple[str, ...]:
    """Mark every name that looks like one of a lower seat with the number of its seat, counted from 1: ``Bob (2)``.

    A seat without a name, which waits for its player, stays without.
    """
    given: list[str] = []
    taken: set[str] = set()
    for number, name in enumerate(names, start=1):
        while name and _look(name) in taken:
            name = f"{name} ({number})"  # noqa: PLW2901  # again, if somebody's own name ends so
        taken.add(_look(name))
        given.append(name)
    return tuple(given)


def shorten_names(names: Sequence[str], width: int, mark: str = "..") -> tuple[str, ...]:
    """Cut names to a width for a table; those that would then look alike end in the number of their seat.

    The addition behind a name stays whole if there is room: ``Bartho.. (2)``.
    """
    given: list[str] = []
    taken: set[str] = set()
    for number, name in enumerate(names, start=1):
        cut = _shorten(name, width, mark)
        tail = f"{mark}{number}"
        room = width - len(tail)
        while name and _look(cut) in taken:  # more than once where somebody calls themselves like a name that was cut
            cut = f"{name[:room]}{tail}"
            room -= 1
        taken.add(_look(cut))
        given.append(cut)
    return tuple(given)


def _shorten(name: str, width: int, mark: str) -> str:
    if len(name) <= width:
        return name
    addition = _ADDITION.search(name)
    kept = addition[0] if addition else ""
    room = width - len(kept)
    if room < _LEAST:
        return f"{name[: width - len(mark)]}{mark}"
    return f"{name[: room - len(mark)]}{mark}{kept}"


@lru_cache(maxsize=4096)  # a letter compares the same few names ten times
def _look(name: str) -> str:
    """Reduce a name to a form in which look-alikes are equal."""
    plain = unicodedata.normalize("NFKC", name).casefold().translate(_LOOKALIKES)
    return "".join(c for c in plain if c.isalnum() or c in "()")
