"""The figures of one load: rate, median, 99th percentile and maximum."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bench.letter_match import Answer
from bench.table import median, percentile, show


@dataclass(frozen=True, slots=True)
class Pace:
    """Letters of one pace, and how long they took from the first that was taken to the last that was delivered."""

    name: str
    answers: Sequence[Answer]

    @property
    def rate(self) -> float:
        """Letters a second."""
        start = min(answer.accepted_at for answer in self.answers)
        return len(self.answers) / (max(answer.delivered_at for answer in self.answers) - start)

    def row(self) -> tuple[object, ...]:
        """Write it as a row of the table."""
        times = [1000 * answer.latency for answer in self.answers]
        return self.name, len(times), self.rate, median(times), percentile(times, 99), max(times)


def show_paces(paces: Sequence[Pace], title: str = "Letters, from the 250 to the last letter in the sink") -> None:
    """Print a table of them."""
    head = ("", "letters", "letters/s", "median ms", "99 % ms", "max ms")
    show(title, head, [pace.row() for pace in paces])
