"""The archive: finished matches, their published records, and when their secrets are public."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from msgspec import structs
from sqlalchemy import Select, or_, select

from adjudicator.match.match_result import EndKind, MatchResult
from adjudicator.match.record.record import MENDABLE, Published, Record, published_record
from adjudicator.match.record.v1.record import ERASED_FORMAT, ErasedRecord, Holder
from adjudicator.match.record.v1.record import VERSION as FIRST_VERSION
from adjudicator.match.record.v1.record import published_record as published_record_v1
from adjudicator.services.matches.finished.archive_search import Place
from adjudicator.services.matches.names.shown_names import name_in_record, openings_to_publish
from adjudicator.services.matches.rows.record_rows import VERSION_1, full_record, header_digest
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match, Seat


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


def select_finished(before: Place | None = None) -> Select[Match]:
    """Select the public finished matches, the newest first; `before` is where the page before ends."""
    query = select(Match).where(Match.state == MatchState.FINISHED, ~Match.private)
    if before is not None:
        ended_at, match_id = before
        query = query.where(Match.finished_at <= ended_at, or_(Match.finished_at < ended_at, Match.id < match_id))
    return query.order_by(Match.finished_at.desc(), Match.id.desc())
