"""What a line of a list says of a match: the columns that are loaded for it.

A match has much that no list shows, such as its clocks, its terms and its position: to load that and to decode it took
a quarter of a page of the archive. What is asked for after all is loaded when it is.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sqlalchemy import Select, select
from sqlalchemy.orm import Session, load_only, selectinload
from sqlalchemy.orm.interfaces import ORMOption

from adjudicator.store.tables import Match, Player, Seat

_SEATS = selectinload(Match.seats)
Columns = Sequence[ORMOption]
"""The options of a query for matches that say what is loaded of them; none: everything."""
LISTED: Columns = (
    load_only(
        Match.code,
        Match.rules,
        Match.record_version,
        Match.state,
        Match.created_at,
        Match.since,
        Match.finished_at,
        Match.due_at,
        Match.to_move,
        Match.private,
        Match.seed,
        Match.end,
    ),
    _SEATS.load_only(
        Seat.match_id,
        Seat.number,
        Seat.player_id,
        Seat.house,
        Seat.state,
        Seat.guest,
        Seat.called,
        Seat.epoch,
        Seat.vacant_at,
        Seat.waits_until,
        Seat.owner_id,
    ),
    _SEATS.joinedload(Seat.player).load_only(
        Player.name, Player.shown, Player.alias, Player.page_key, Player.erased_at, Player.language
    ),
)


def find_numbers(session: Session, query: Select[Match], most: int) -> list[int]:
    """List the rows of the first matches of a query, so that several lists can be loaded at once."""
    return list(session.scalars(query.with_only_columns(Match.id, maintain_column_froms=True).limit(most)))


def load_listed(session: Session, numbers: Collection[int]) -> dict[int, Match]:
    """Load the columns for lists of some matches, by their rows."""
    if not numbers:
        return {}
    return {match.id: match for match in session.scalars(select(Match).where(Match.id.in_(numbers)).options(*LISTED))}
