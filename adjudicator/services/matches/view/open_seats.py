"""Matches that somebody may still sit down at: open seats, and seats whose players have left."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from adjudicator.store.states import MatchState, SeatState
from adjudicator.store.tables import Match, Seat


def joinable_matches(session: Session, most: int = 30, rules: Sequence[str] = ()) -> Sequence[Match]:
    """List the matches with a seat that anybody may take, the newest first; of some rules only, if they are given."""
    return session.scalars(_of(select_joinable(), rules).limit(most)).all()


def select_joinable() -> Select[Match]:
    """Select the matches with a seat that anybody may take, the newest first."""
    # A count, because PostgreSQL may answer EXISTS by reading the seats of all matches.
    free = (
        select(func.count())
        .where(Seat.match_id == Match.id, Seat.state == SeatState.INVITED, Seat.guest == "")
        .scalar_subquery()
    )
    query = select(Match).where(Match.state == MatchState.INVITING, free > 0)
    return query.order_by(Match.created_at.desc(), Match.id.desc())


def vacant_matches(session: Session, most: int = 30, rules: Sequence[str] = ()) -> Sequence[Match]:
    """List the running matches with a seat whose player has left, the one with the latest move first."""
    return session.scalars(_of(select_vacant(), rules).limit(most)).all()


def select_vacant() -> Select[Match]:
    """Select the running matches with a seat whose player has left, the one with the latest move first."""
    left = select(func.count()).where(Seat.match_id == Match.id, Seat.vacant_at.is_not(None)).scalar_subquery()
    query = select(Match).where(
        Match.seats_left, Match.state == MatchState.RUNNING, Match.header.is_not(None), ~Match.private, left > 0
    )
    return query.order_by(Match.since.desc(), Match.id.desc())


def _of(query: Select[Match], rules: Sequence[str]) -> Select[Match]:
    return query.where(Match.rules.in_(rules)) if rules else query
