"""Figures of a finished match for statistics: how it ended, who had which place behind who began, how long it was."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from adjudicator.engines.contract import Level, Seat
from adjudicator.match.course.course import Course
from adjudicator.match.match_result import EndKind, MatchResult, ending_of
from adjudicator.match.match_terms import level_at
from adjudicator.match.record.record import Header, Record, RulingEntry, UndoEntry, whole_second
from adjudicator.match.record.v1.record import Header as HeaderV1
from adjudicator.match.record.v1.record import Record as RecordV1

LEADING_DIGITS = 2
"""The digits of a time that count: statistics know a time of 12,345 seconds as 12,000."""


@dataclass(frozen=True, slots=True)
class LineStep:
    """A step that stood at the end of a match; `n` is its entry."""

    n: int
    turn: int
    seat: Seat
    step: str


@dataclass(frozen=True, slots=True)
class Line:
    """The steps that stood at the end, and the entries that had gone back to an earlier one."""

    steps: tuple[LineStep, ...]
    returns: frozenset[int] = frozenset()

    @property
    def orders(self) -> list[str]:
        """The steps in canonical notation."""
        return [step.step for step in self.steps]


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of a match."""

    kind: EndKind
    firsts: tuple[int, ...]
    """For each seat, from the one that began: how many shared the first place with it, itself included; 0 if it did not
    come first. Empty without a result, and if nobody had played a step.
    """
    turns: int
    pace: int | None
    """Seconds from the beginning to the end for each turn, with two digits that count; None without a turn."""
    house: tuple[tuple[Level | None, int], ...] = ()
    """For each seat that the house player was given: its level, if it has one, and its place as in `firsts`."""


def line_of_record(record: Record | RecordV1) -> Line:
    """Find the steps of a record that stood at its end."""
    if isinstance(record, RecordV1):
        return Line(tuple(LineStep(step.n, step.turn, step.seat, step.step) for step in record.steps))
    course = Course(record.header.seats, record.entries)
    found = [course.step(n) for n in course.line()]
    returns = (entry for entry in record.entries if isinstance(entry, UndoEntry | RulingEntry))
    return Line(
        tuple(LineStep(e.n, e.values.turn, e.by, e.values.step) for e in found if isinstance(e.by, int)),
        frozenset(entry.n for entry in returns if entry.values.to is not None),
    )


def house_seats(header: Header | HeaderV1) -> dict[Seat, Level | None]:
    """Find the seats that the house player was given, and its level at each; version 1 has no levels."""
    if isinstance(header, HeaderV1):
        return {seat: None for seat, holder in enumerate(header.seats) if holder.house}
    return {seat: level_at(header.terms, seat) for seat, one in enumerate(header.seats) if one.holder.kind == "house"}


def figures_of(
    line: Line, end: MatchResult, started: datetime, seats: int, house: Mapping[Seat, Level | None]
) -> Figures:
    """Compute the figures of a match from its steps, its result, the moment of its beginning, and `house_seats`."""
    turns = count_turns(line.steps, line.returns)
    counts = bool(line.steps and end.places)
    seconds = (whole_second(end.at) - whole_second(started)).total_seconds()
    return Figures(
        kind=ending_of(end.kind),
        firsts=_firsts(line.steps[0].seat, end.places, seats) if counts else (),
        turns=turns,
        pace=round_time(max(0.0, seconds) / turns) if turns else None,
        house=tuple((level, _first(seat, end.places)) for seat, level in house.items()) if counts else (),
    )


def count_turns(steps: Sequence[LineStep], returns: Collection[int]) -> int:
    """Count the turns of steps. Numbers of turns go up when steps are taken back: the same turn may have several."""
    new = (
        before.turn != step.turn and (before.seat != step.seat or not any(before.n < n < step.n for n in returns))
        for before, step in pairwise(steps)
    )
    return bool(steps) + sum(new)


def round_time(seconds: float) -> int:
    """Round seconds to the digits that count: a statistic then has few different values, however many matches."""
    whole = round(seconds)
    dropped = int(10 ** max(0, len(str(whole)) - LEADING_DIGITS))
    return (whole + dropped // 2) // dropped * dropped


def _firsts(first: Seat, places: Sequence[int], seats: int) -> tuple[int, ...]:
    return tuple(_first((first + later) % seats, places) for later in range(seats))


def _first(seat: Seat, places: Sequence[int]) -> int:
    return places.count(1) if places[seat] == 1 else 0
