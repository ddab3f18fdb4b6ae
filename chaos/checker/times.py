"""Checks of deadlines: each is noticed within a minute, not counting the time in which something was broken."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from chaos.checker.evidence import Evidence

MOST_SECONDS = 60.0
OWN = "deadline passes"


@dataclass(frozen=True, slots=True)
class Deadline:
    """A time that passed, and when it was noticed (None: never)."""

    match: str
    passed: float
    noticed: float | None
    broken: float
    """For how many of the seconds between something else was broken."""

    @property
    def waited(self) -> float:
        """The seconds for which it could have been noticed."""
        return (self.noticed or self.passed) - self.passed - self.broken


def deadlines(found: Evidence) -> list[Deadline]:
    """List the times that passed and that somebody did not make good himself."""
    told: list[Deadline] = []
    spans = _broken(found.faults)
    for entry in found.faults:
        if entry["event"] != "passed":
            continue
        end = next(
            (
                later
                for later in found.faults
                if later["event"] in ("told", "moot") and later["match"] == entry["match"] and later["at"] > entry["at"]
            ),
            None,
        )
        if end is None:
            told.append(Deadline(entry["match"], entry["at"], None, 0.0))
        elif end["event"] == "told":
            broken = _overlap(spans, entry["at"], end["at"])
            told.append(Deadline(entry["match"], entry["at"], end["at"], broken))
    return told


def noticed(found: Evidence) -> Iterator[str]:
    """Find deadlines that nobody noticed in time."""
    for one in deadlines(found):
        if one.noticed is None:
            yield f"{one.match}: its time passed and nobody noticed"
        elif one.waited > MOST_SECONDS:
            yield f"{one.match}: its time had passed for {one.waited:.0f} seconds"


def _broken(faults: list[dict[str, Any]]) -> list[tuple[float, float]]:
    """List the spans in which something was broken, those that touch made one."""
    began = {entry["number"]: entry["at"] for entry in faults if entry["event"] == "breaks" and entry["fault"] != OWN}
    ended = {entry["number"]: entry["at"] for entry in faults if entry["event"] == "mended"}
    spans: list[tuple[float, float]] = []
    for start, end in sorted((at, ended.get(number, at)) for number, at in began.items()):
        if spans and start <= spans[-1][1]:
            spans[-1] = (spans[-1][0], max(end, spans[-1][1]))
        else:
            spans.append((start, end))
    return spans


def _overlap(spans: list[tuple[float, float]], start: float, end: float) -> float:
    return sum(max(0.0, min(end, last) - max(start, first)) for first, last in spans)
