"""The archive: published records of matches, and their positions entry by entry."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import cast

from msgspec import structs
from sqlalchemy import Select, or_, select
from sqlalchemy.orm import Session

from adjudicator.engines.contract import AnyPosition, Deal
from adjudicator.engines.registry import engine_for
from adjudicator.match.course.undo import known_now
from adjudicator.match.match_result import EndKind, MatchResult
from adjudicator.match.record.record import MENDABLE, Published, Record, published_record
from adjudicator.match.record.v1.record import ERASED_FORMAT, ErasedRecord, Holder
from adjudicator.match.record.v1.record import VERSION as FIRST_VERSION
from adjudicator.match.record.v1.record import published_record as published_record_v1
from adjudicator.services.matches.finished.archive_search import Place
from adjudicator.services.matches.finished.kept_positions import EVERY, KEPT
from adjudicator.services.matches.names.shown_names import name_in_record, openings_to_publish
from adjudicator.services.matches.rows.record_rows import VERSION_1, course_of, full_record, header_digest
from adjudicator.store.states import EntryKind, MatchState
from adjudicator.store.tables import EntryRow, Match, Seat


@dataclass(frozen=True, slots=True)
class Frame:
    """A position of a match, and the entry that led to it; None at the opening."""

    n: int
    position: AnyPosition
    row: EntryRow | None


def record_of(match: Match, now: datetime) -> Published:
    """Build the public record of a match. While the match runs, its seed and its deal stay secret.

    A name that its owner does not show, or that was erased, is left out (R43), and in version 1 replaced (R45).
    """
    record = full_record(match)
    if isinstance(record, Record):
        published = published_record(record, now)
        return structs.replace(published, openings=openings_to_publish(match, published.openings))
    public, seats = published_record_v1(record), record.header.seats
    shown_seats = tuple(structs.replace(seat, name=name_in_record(row)) for seat, row in _rows_of(match, seats))
    if match.first_digest is None and shown_seats == seats:
        return public
    erased = structs.replace(public, header=structs.replace(record.header, seats=shown_seats))
    return ErasedRecord(ERASED_FORMAT, FIRST_VERSION, header_digest(match), erased)


def _rows_of(match: Match, seats: Sequence[Holder]) -> Iterator[tuple[Holder, Seat]]:
    return zip(seats, match.seats, strict=True)


def public_seed(match: Match, now: datetime) -> str:
    """Return the seed of a finished match in hexadecimal; empty while the host may still mend an end by time (R41)."""
    end = match.end
    return "" if end is None or may_be_mended(end, match.record_version, now) else match.seed.hex()


def may_be_mended(end: MatchResult, record_version: int, now: datetime) -> bool:
    """Tell whether the host may still open a match again that ended by time."""
    return end.kind is EndKind.TIME and record_version != VERSION_1 and now < end.at + MENDABLE


def is_open_to_study(match: Match, now: datetime) -> bool:
    """Tell whether everybody may see a match from each seat: its secrets are published, and it cannot go on."""
    return bool(public_seed(match, now))


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


def finished_matches(session: Session, before: Place | None = None, limit: int = 50) -> list[Match]:
    """List public finished matches, the newest first; `before` is where the page before ends."""
    return list(session.scalars(select_finished(before).limit(limit)))


def select_finished(before: Place | None = None) -> Select[Match]:
    """Select the public finished matches, the newest first."""
    query = select(Match).where(Match.state == MatchState.FINISHED, ~Match.private)
    if before is not None:
        ended_at, match_id = before
        query = query.where(Match.finished_at <= ended_at, or_(Match.finished_at < ended_at, Match.id < match_id))
    return query.order_by(Match.finished_at.desc(), Match.id.desc())
