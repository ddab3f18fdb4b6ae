"""The archive: published records of matches, and their replay entry by entry."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator.engines.contract import AnyPosition, Deal
from adjudicator.engines.registry import engine_for
from adjudicator.match.record import AnyRecord, Record, published_record
from adjudicator.match.record_v1.record import published_record as published_record_v1
from adjudicator.services.matches.record_rows import full_record
from adjudicator.store.states import EntryKind, MatchState
from adjudicator.store.tables import EntryRow, Match


@dataclass(frozen=True, slots=True)
class Frame:
    """A position of a match, and the entry that led to it; None at the opening."""

    n: int
    position: AnyPosition
    row: EntryRow | None


def record_of(match: Match, now: datetime) -> AnyRecord:
    """Build the public record of a match. While the match runs, its seed and its deal stay secret."""
    record = full_record(match)
    return published_record(record, now) if isinstance(record, Record) else published_record_v1(record)


def replay_frames(match: Match, last: int | None = None) -> Iterator[Frame]:
    """Replay a match up to an entry, and yield the position after each.

    An undo or a ruling goes back to the position after an earlier entry (R10); other acts leave the board as it is.
    """
    engine = engine_for(match.rules)
    positions = [engine.setup(match.options, len(match.seats), cast("Deal", match.deal))]
    yield Frame(0, positions[0], None)
    for row in match.entries[:last]:
        if row.kind is EntryKind.STEP:
            step = engine.parse(positions[-1], row.step).step
            position = engine.apply(positions[-1], step).position
        else:
            to = goes_back_to(row)
            position = positions[-1 if to is None else to]
        positions.append(position)
        yield Frame(row.n, position, row)


def goes_back_to(row: EntryRow) -> int | None:
    """Return the entry whose position an undo or a ruling restores; None for all other entries."""
    if row.kind not in (EntryKind.UNDO, EntryKind.RULING) or row.values is None:
        return None
    to = row.values.get("to")
    return to if isinstance(to, int) else None


def undone_entries(match: Match) -> frozenset[int]:
    """List the steps that no longer stand, because an undo or a ruling went back behind them."""
    lines: list[tuple[int, ...]] = [()]
    for row in match.entries:
        to = goes_back_to(row)
        line = lines[-1] if to is None else lines[to]
        lines.append((*line, row.n) if row.kind is EntryKind.STEP else line)
    steps = {row.n for row in match.entries if row.kind is EntryKind.STEP}
    return frozenset(steps - set(lines[-1]))


def frame_at(match: Match, n: int) -> Frame | None:
    """Replay a match to an entry; None when it has no such entry."""
    if not 0 <= n <= match.entry_count:
        return None
    *_, found = replay_frames(match, n)
    return found


def finished_matches(session: Session, before: datetime | None = None, limit: int = 50) -> list[Match]:
    """List finished matches, the newest first, for one page; `before` is the last moment of the page before."""
    query = select(Match).where(Match.state == MatchState.FINISHED).order_by(Match.finished_at.desc()).limit(limit)
    if before is not None:
        query = query.where(Match.finished_at < before)
    return list(session.scalars(query))
