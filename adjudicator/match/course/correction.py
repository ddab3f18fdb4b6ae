"""Corrects a match by judging anew: back to an earlier entry, and perhaps on from there with another step.

Behind a corrected step the old ones are played again, as long as the same seat is to move, the step is legal and the
same comes to light as at first. So a correction gives nobody a second look and takes nobody's move without need.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

from adjudicator.engines.contract import P, S, StepError
from adjudicator.match.course.replay import Replay, parse_canonical
from adjudicator.match.course.undo import known_after
from adjudicator.match.record.record import StepEntry
from adjudicator.match.rulings.table import Played, Table, play_step


@dataclass(frozen=True, slots=True)
class Correction(Generic[P, S]):
    """A correction that is not recorded yet: the ruling's `to` and `known`, then the steps to enter behind it."""

    to: int
    known: tuple[int, ...]
    table: Table[P, S]
    played: tuple[Played, ...] = ()
    dropped: tuple[int, ...] = ()
    """The old steps that are not played again."""


def rewind(replay: Replay[P, S], to: int) -> Correction[P, S]:
    """Go back to the position after any entry, also an undone one. Raises `ValueError` for a number that is none."""
    if not 0 <= to <= replay.course.n:
        raise ValueError(f"there is no entry {to}")
    standing = replay.course.line(to)
    dropped = tuple(n for n in replay.course.line() if n not in standing)
    return Correction(to, known_after(replay.course, to), replay.table_at(to), (), dropped)


def play_instead(replay: Replay[P, S], n: int, text: str) -> Correction[P, S]:
    """Play another step in the place of step `n`, then the old steps behind it as far as they go.

    Raises `ValueError` if no step `n` stands, or the new one is not in canonical form, `StepError` if it is not legal.
    """
    line = replay.course.line()
    if n not in line:
        raise ValueError(f"no step {n} stands")
    old = [replay.course.step(number) for number in line[line.index(n) + 1 :]]
    table = replay.table_at(n - 1)
    return _play_on(replay, n - 1, parse_canonical(table, text), old)


def _play_on(replay: Replay[P, S], to: int, step: S, old: list[StepEntry]) -> Correction[P, S]:
    table, first = _play(replay.table_at(to), step)
    played = [first]
    for index, entry in enumerate(old):
        again = _play_again(table, replay.played[entry.n])
        if again is None:
            dropped = tuple(later.n for later in old[index:])
            break
        table, event = again
        played.append(event)
    else:
        dropped = ()
    return Correction(to, known_after(replay.course, to), table, tuple(played), dropped)


def _play_again(table: Table[P, S], old: Played) -> tuple[Table[P, S], Played] | None:
    """Play an old step at another table, or return None if it would not be the same event there."""
    if table.to_move != old.seat:
        return None
    try:
        following, again = _play(table, parse_canonical(table, old.step))
    except (StepError, ValueError):
        return None
    return (following, again) if (again.revealed, again.shown) == (old.revealed, old.shown) else None


def _play(table: Table[P, S], step: S) -> tuple[Table[P, S], Played]:
    return play_step(table, step, forced=table.only_step() is not None)
