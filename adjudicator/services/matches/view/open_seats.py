"""Matches that somebody may still sit down at: open seats, and seats whose players have left."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Select, func, select

from adjudicator.store.states import MatchState, SeatState
from adjudicator.store.tables import Match, Seat


def select_joinable(rules: Sequence[str] = ()) -> Select[Match]:
    """Select the matches with a seat that anybody may take, the newest first; of some rules only, if they are given."""
    # A count, because PostgreSQL may answer EXISTS by reading the seats of all matches.
    free = (
        select(func.count())
        .where(Seat.match_id == Match.id, Seat.state == SeatState.INVITED, Seat.guest == "")
        .scalar_subquery()
    )
    query = _of(select(Match).where(Match.state == MatchState.INVITING, free > 0), rules)
    return query.order_by(Match.created_at.desc(), Match.id.desc())


def select_vacant(rules: Sequence[str] = ()) -> Select[Match]:
    """Select the running matches with a seat whose player has left, the one with the latest move first."""
    left = select(func.count()).where(Seat.match_id == Match.id, Seat.vacant_at.is_not(None)).scalar_subquery()
    query = select(Match).where(
        Match.seats_left, Match.state == MatchState.RUNNING, Match.header.is_not(None), ~Match.private, left > 0
    )
    return _of(query, rules).order_by(Match.since.desc(), Match.id.desc())


def _of(query: Select[Match], rules: Sequence[str]) -> Select[Match]:
    return query.where(Match.rules.in_(rules)) if rules else query
