"""Queries of pages that only read."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select, text
from sqlalchemy.orm import Session, undefer

from adjudicator.store.states import MatchState
from adjudicator.store.tables import Inbox, Match, Outbox, Seat


def running_matches(session: Session, most: int = 30) -> Sequence[Match]:
    """List the running matches, the one with the latest move first."""
    query = (
        select(Match)
        .where(Match.state == MatchState.RUNNING, ~Match.private)
        .order_by(Match.since.desc(), Match.id.desc())
    )
    return session.scalars(query.limit(most)).all()


def matches_of_player(session: Session, player_id: int, most: int = 200) -> Sequence[Match]:
    """List the matches at which a player sits and that were not called off, the newest first."""
    query = (
        select(Match)
        .join(Seat)
        .where(Seat.player_id == player_id, Match.state != MatchState.CANCELLED)
        .order_by(Seat.match_id.desc())
    )
    return session.scalars(query.limit(most)).all()


def next_waiting(session: Session, player_id: int, but: int) -> str | None:
    """Find the code of another match that waits for a player, the one whose time ends first."""
    query = (
        select(Match.code)
        .where(Match.awaited_id == player_id, Match.state == MatchState.RUNNING, Match.id != but)
        .order_by(Match.due_at.is_(None), Match.due_at, Match.id)
        .limit(1)
    )
    return session.scalars(query).first()


def waiting_matches(session: Session, player_id: int, most: int) -> Sequence[Match]:
    """List the matches that wait for a player, the one whose time ends first first."""
    query = (
        select(Match)
        .where(Match.awaited_id == player_id, Match.state == MatchState.RUNNING)
        .order_by(Match.due_at.is_(None), Match.due_at, Match.id)
        .limit(most)
    )
    return session.scalars(query).all()


def load_inbox_letter(session: Session, number: int) -> Inbox | None:
    """Load a received letter with its raw content."""
    return session.get(Inbox, number, options=[undefer(Inbox.raw)])


def list_outbox(session: Session, address: str = "", most: int = 200) -> Sequence[Outbox]:
    """List letters of the outbox, to everybody or to one address, the newest first."""
    query = select(Outbox).order_by(Outbox.id.desc())
    if address:
        query = select(Outbox).where(Outbox.to_address == address).order_by(Outbox.created_at.desc(), Outbox.id.desc())
    return session.scalars(query.limit(most)).all()


def load_outbox_letter(session: Session, number: int) -> Outbox | None:
    """Load a letter of the outbox with its text."""
    return session.get(Outbox, number, options=[undefer(Outbox.text), undefer(Outbox.html)])


def newest_recipients(session: Session, most: int = 500) -> Sequence[str]:
    """List the recipients of the newest letters in alphabetical order."""
    newest = select(Outbox.to_address).order_by(Outbox.id.desc()).limit(most).subquery()
    return session.scalars(select(newest.c.to_address).distinct().order_by(newest.c.to_address)).all()


def check_database(session: Session) -> bool:
    """Run an empty query to see whether the database answers."""
    return bool(session.scalar(text("select 1")))
