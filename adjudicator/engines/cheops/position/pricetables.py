"""Price tables: their printed rows, and how a deal writes them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeGuard

HIGHEST = 999
"""The highest number that may stand on a price table."""


class Entry(NamedTuple):
    """Worth of a treasure by one row of a price table."""

    majority: int = 0
    """For the one player who has most of the colour (CHEOPS-SCORE-2); the same as `others` for a plain number."""
    others: int = 0
    """For everybody else."""
    times: int = 0
    """Not 0 where the entry is a multiple of the treasures of this colour that all own together (CHEOPS-SCORE-4)."""

    @property
    def kind(self) -> Literal["multiple", "majority", "plain"]:
        """Which of the three things it says."""
        if self.times:
            return "multiple"
        return "plain" if self.majority == self.others else "majority"

    @property
    def text(self) -> str:
        """The entry as boards show it: ``15``, ``15/5`` (others, majority) or ``5x``."""
        if self.times:
            return f"{self.times}x"
        return str(self.others) if self.majority == self.others else f"{self.others}/{self.majority}"


Table = tuple[Entry, ...]
"""The rows of a table from the top down."""


def plain_entry(number: int) -> Entry:
    """Make the entry of a single number."""
    return Entry(number, number)


def write_entry(entry: Entry) -> list[int | str]:
    """Write an entry as deals do: ``[n]``, ``[majority, others]`` or ``["x", k]``."""
    if entry.times:
        return ["x", entry.times]
    return [entry.others] if entry.majority == entry.others else [entry.majority, entry.others]


def read_entry(written: object) -> Entry:
    """Read an entry as deals write it. Raises `ValueError`."""
    match written:
        case ["x", times] if is_price(times) and times > 0:
            return Entry(times=times)
        case [number] if is_price(number):
            return plain_entry(number)
        case [majority, others] if is_price(majority) and is_price(others) and majority < others:
            return Entry(majority, others)
    raise ValueError(f'{written!r} is no entry of a price table; right would be [10], [5, 15] or ["x", 5]')


def read_table(written: object) -> Table:
    """Read a table as deals write it. Raises `ValueError`."""
    if not isinstance(written, Sequence) or isinstance(written, str) or len(written) < 2:
        raise ValueError(f"{written!r} is no price table: it needs two entries or more")
    return tuple(map(read_entry, written))


def is_price(value: object) -> TypeGuard[int]:
    """Tell whether a number can stand on a table."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= HIGHEST
