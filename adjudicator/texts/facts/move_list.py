"""Groups the legal orders for a list to choose from."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

_LEAD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class Group:
    """Steps with a common beginning, `lead`; empty if they have none."""

    lead: str
    steps: tuple[str, ...]


def group_steps(steps: Sequence[str]) -> tuple[Group, ...]:
    """Group steps of several words by the first word (a piece that moves), others by their letters (a column)."""
    lead = _first_word if all(" " in step for step in steps) else _letters
    ordered = sorted(enumerate(steps), key=lambda item: (lead(item[1]) == "", lead(item[1]), item[0]))
    return tuple(Group(key, tuple(step for _, step in found)) for key, found in groupby(ordered, lambda i: lead(i[1])))


def steps_beginning_with(steps: Sequence[str], words: str) -> tuple[str, ...]:
    """List the steps that begin with these words; if there is none, those that contain them (a cell)."""
    begun = tuple(step for step in steps if step.casefold().startswith(f"{words.casefold()} "))
    if begun or words.casefold() in map(str.casefold, steps):
        return begun
    return tuple(step for step in steps if words.casefold() in step.casefold().split())


def _first_word(step: str) -> str:
    return step.partition(" ")[0]


def _letters(step: str) -> str:
    found = _LEAD.match(step)
    return found[0] if found and len(found[0]) == 1 else ""
