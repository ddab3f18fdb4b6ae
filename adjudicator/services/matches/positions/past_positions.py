"""The positions of a match after its entries, played again from its steps."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import cast

from adjudicator.engines.contract import AnyPosition, Deal
from adjudicator.engines.registry import engine_for
from adjudicator.match.course.undo import known_now
from adjudicator.services.matches.positions.kept_positions import EVERY, KEPT
from adjudicator.services.matches.rows.record_rows import VERSION_1, course_of
from adjudicator.store.states import EntryKind
from adjudicator.store.tables import EntryRow, Match


@dataclass(frozen=True, slots=True)
class Frame:
    """A position of a match, and the entry that led to it; None at the opening."""

    n: int
    position: AnyPosition
    row: EntryRow | None


def undone_entries(match: Match) -> frozenset[int]:
    """List the steps that no longer stand, because an undo or a ruling went back behind them."""
    return frozenset(course_of(match).undone()) if _goes_back(match) else frozenset()


def _goes_back(match: Match) -> bool:
    """Tell whether the board was ever taken back: else all steps stand, and nobody has to follow the course."""
    return any(row.kind in (EntryKind.UNDO, EntryKind.RULING) for row in match.entries)


def known_rows(match: Match, n: int | None = None) -> list[EntryRow]:
    """List the steps that no longer stand after an entry, or the last one, but whose secrets are not hidden again."""
    if match.record_version == VERSION_1 or not _goes_back(match):
        return []
    return [match.entries[number - 1] for number in known_now(course_of(match), n)]


def frame_at(match: Match, n: int) -> Frame | None:
    """Play the steps of a match that stand after an entry; None when it has no such entry."""
    return next(frames_at(match, [n])) if 0 <= n <= match.entry_count else None


def frames_at(match: Match, numbers: Iterable[int]) -> Iterator[Frame]:
    """Play the steps that stand after each of some entries, which the match must have."""
    course = course_of(match) if _goes_back(match) else None
    steps = [row.n for row in match.entries if row.step]
    for n in numbers:
        line = steps[: bisect_right(steps, n)] if course is None else course.line(n)
        yield Frame(n, _position_after(match, line), match.entries[n - 1] if n else None)


def _position_after(match: Match, line: Sequence[int]) -> AnyPosition:
    """Play a line of steps from the last position on it that is kept."""
    engine, rules = engine_for(match.rules), match.rules
    rows = [match.entries[number - 1] for number in line]
    known, position = len(rows), None
    while known and (position := KEPT.find(rules, rows[known - 1].digest)) is None:
        known -= 1
    if position is None:
        position = engine.setup(match.options, len(match.seats), cast("Deal", match.deal))
    for count, row in enumerate(rows[known:], known + 1):
        position = engine.apply(position, engine.parse(position, row.step).step).position
        if count % EVERY == 0 or count == len(rows):
            KEPT.keep(rules, row.digest, position)
    return position


def turn_beginnings(match: Match, count: int) -> list[AnyPosition]:
    """List the positions with which the latest turns began, the oldest first, that of the running turn last."""
    if not count:
        return []
    line = [row.n for row in match.entries if row.step] if not _goes_back(match) else course_of(match).line()
    # Not the numbers of turns: an undo begins a new one, although the same seat goes on.
    movers = [*(match.entries[number - 1].seat for number in line), match.to_move]
    begins = [place for place, (one, following) in enumerate(pairwise(movers), 1) if one != following]
    return [_position_after(match, line[:place]) for place in [0, *begins][-count:]]


def turn_ends(match: Match) -> list[int]:
    """List the last entry of each turn, the opening first."""
    rows = match.entries
    return [0, *(row.n for row in rows if row.n == len(rows) or rows[row.n].turn != row.turn)]


def positions_of(match: Match) -> tuple[AnyPosition, ...]:
    """List all positions of a match: the opening, and the one after each entry."""
    return tuple(frame.position for frame in frames_at(match, range(len(match.entries) + 1)))
