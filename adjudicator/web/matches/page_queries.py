"""Queries of pages that only read."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Select, select, text
from sqlalchemy.orm import Session, undefer

from adjudicator.services.matches.rows.known_matches import select_lent
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match, Outbox, Seat


def select_running() -> Select[Match]:
    """Select the running matches, the one with the latest move first."""
    query = select(Match).where(Match.state == MatchState.RUNNING, ~Match.private)
    return query.order_by(Match.since.desc(), Match.id.desc())


class OwnMatch(NamedTuple):
    """A row of `matches`, as its player's list sorts it."""

    number: int
    state: MatchState
    waits: bool
    """Whether it waits for the player."""
    due: datetime | None


def matches_of_player(session: Session, player_id: int, most: int = 200) -> list[OwnMatch]:
    """List the newest matches at which a player sits and that were not called off, the newest first.

    Those at which somebody plays for them for a while come behind.
    """
    query = (
        select(Match.id, Match.state, Match.to_move, Seat.number, Match.due_at)
        .join(Seat, Seat.match_id == Match.id)
        .where(Seat.player_id == player_id, Match.state != MatchState.CANCELLED)
        .order_by(Seat.match_id.desc())
    )
    rows = session.execute(query.limit(most))
    own = [OwnMatch(number, state, to_move == seat, due) for number, state, to_move, seat, due in rows]
    lent = select_lent(player_id).with_only_columns(Match.id, Match.state, Match.due_at, maintain_column_froms=True)
    return [*own, *(OwnMatch(number, state, waits=False, due=due) for number, state, due in session.execute(lent))]


def next_waiting(session: Session, player_id: int, but: int) -> str | None:
    """Find the code of another match that waits for a player, the one whose time ends first."""
    query = (
        select(Match.code)
        .where(Match.awaited_id == player_id, Match.state == MatchState.RUNNING, Match.id != but)
        .order_by(Match.due_at.is_(None), Match.due_at, Match.id)
        .limit(1)
    )
    return session.scalars(query).first()


def select_waiting(player_id: int) -> Select[Match]:
    """Select the matches that wait for a player, the one whose time ends first first."""
    query = select(Match).where(Match.awaited_id == player_id, Match.state == MatchState.RUNNING)
    return query.order_by(Match.due_at.is_(None), Match.due_at, Match.id)


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
