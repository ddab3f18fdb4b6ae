"""The table of rules, a position and a step."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.engines.contract import Option, Rules, Seat

RULES = Rules(
    key="nim/1",
    title="Nim",
    seats=range(2, 3),
    sides=(),
    options=(
        Option("heaps", "3-4-5", ("3-4-5", "1-3-5-7")),
        Option("last", "wins", ("wins", "loses")),
    ),
    presets={"normal": {}, "misere": {"last": "loses"}},
    home="adjudicator_nim",
    secrets=False,
)


@dataclass(frozen=True, slots=True)
class Step:
    """Stones taken from one heap."""

    heap: int
    stones: int


@dataclass(frozen=True, slots=True)
class Position:
    """Everything that decides how a match may go on, and what the boards show."""

    heaps: tuple[int, ...]
    turn: Seat
    """The seat that decides next or, at the end, would do so."""
    last_loses: bool
    last: Step | None = None


def heap_name(heap: int) -> str:
    """Name a heap by a letter, as in an order: heap 0 is A."""
    return "ABCDEFG"[heap]
