"""The archive: published records of matches, and their replay step by step."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator.engines.contract import AnyPosition
from adjudicator.engines.registry import engine_for
from adjudicator.match.record_v1.record import Record, RecordedStep, published_record
from adjudicator.match.record_v1.replay import replay_record
from adjudicator.services.matches.match_rows import record_header
from adjudicator.store.states import MatchState
from adjudicator.store.tables import EntryRow, Match


@dataclass(frozen=True, slots=True)
class Frame:
    """A position of a match, and the step that led to it; None at the opening."""

    n: int
    position: AnyPosition
    row: EntryRow | None


def record_of(match: Match) -> Record:
    """Build the public record of a match. While the match runs, its seed and its deal stay secret."""
    return published_record(_full_record(match))


def replay_frames(match: Match, last: int | None = None) -> Iterator[Frame]:
    """Replay a match up to a step, and yield each position."""
    rows = [None, *match.entries]
    for row, replayed in zip(
        rows[: None if last is None else last + 1],
        replay_record(_full_record(match), engine_for(match.rules)),
        strict=False,
    ):
        yield Frame(row.n if row else 0, replayed.position, row)


def frame_at(match: Match, n: int) -> Frame | None:
    """Replay a match to a step; None when it has no such step."""
    if not 0 <= n <= match.entry_count:
        return None
    return deque(replay_frames(match, n), maxlen=1)[0]


def finished_matches(session: Session, before: datetime | None = None, limit: int = 50) -> list[Match]:
    """List finished matches, the newest first, for one page; `before` is the last moment of the page before."""
    query = select(Match).where(Match.state == MatchState.FINISHED).order_by(Match.finished_at.desc()).limit(limit)
    if before is not None:
        query = query.where(Match.finished_at < before)
    return list(session.scalars(query))


def _full_record(match: Match) -> Record:
    return Record(
        header=record_header(match),
        steps=tuple(
            RecordedStep(row.n, row.turn, row.mover, row.step, row.forced, row.at, row.digest) for row in match.entries
        ),
        end=match.end,
        seed=match.seed.hex(),
        deal=match.deal,
    )
