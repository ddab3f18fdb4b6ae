"""The last entry of a kind in a match."""

from __future__ import annotations

from sqlalchemy import bindparam, inspect, select
from sqlalchemy.orm import Session

from adjudicator.store.states import EntryKind
from adjudicator.store.tables import EntryRow, Match

# Built once, as every letter about the end of a match executes it (see `inbound.intake`).
_LAST = (
    select(EntryRow)
    .where(EntryRow.match_id == bindparam("match"), EntryRow.kind == bindparam("kind"))
    .order_by(EntryRow.n.desc())
    .limit(1)
)


def find_last_entry(session: Session, match: Match, kind: EntryKind) -> EntryRow | None:
    """Find the last entry of a kind: among those that are loaded if these are all, or else in the database."""
    if "entries" not in inspect(match).unloaded and match.entries and match.entries[-1].n == match.entry_count:
        return next((row for row in reversed(match.entries) if row.kind is kind), None)
    return session.scalars(_LAST, {"match": match.id, "kind": kind}).first()
