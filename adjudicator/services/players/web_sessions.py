"""Web sessions: one row for each signed-in browser, so that signing out also ends a copied cookie.

The cookie carries a random token, the row its digest. A page reads the row; the time of its last use is written at
most once an hour. A session expires when it was not used for `LIFE`, and the sweep deletes it.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import bindparam, delete, select, update
from sqlalchemy.orm import Session

from adjudicator.services.context import Context
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.session import is_temporary
from adjudicator.store.tables import Player, WebSession

LIFE = timedelta(days=60)
SEEN_TO = timedelta(hours=1)
"""Resolution of the time of the last use."""

# Built once: every page of a signed-in player executes them.
_FIND = (
    select(Player, WebSession.mark, WebSession.address, WebSession.seen_at)
    .join(WebSession, WebSession.player_id == Player.id)
    .where(WebSession.mark == bindparam("session"), WebSession.seen_at > bindparam("oldest"))
)
_TOUCH = update(WebSession).where(WebSession.mark == bindparam("session")).values(seen_at=bindparam("now"))


@dataclass(frozen=True, slots=True)
class SignedIn:
    """The player and the session of a cookie."""

    player: Player
    token_digest: str
    address: str
    """The address that got the sign-in link."""


def open_session(work: UnitOfWork, player: Player, address: str, browser: str) -> str:
    """Create a session and return its token, which is for the cookie only."""
    token = secrets.token_urlsafe(24)
    row = WebSession(
        mark=_digest(token),
        player_id=player.id,
        address=address,
        browser=browser,
        created_at=work.now,
        seen_at=work.now,
    )
    work.session.add(row)
    work.session.flush()
    return token


def find_session(context: Context, token: str, now: datetime) -> SignedIn | None:
    """Find the session of a token; None when there is none, or it has expired."""
    with context.store.reading() as session:
        row = session.execute(_FIND, {"session": _digest(token), "oldest": now - LIFE}).one_or_none()
    if row is None:
        return None
    if now - row.seen_at >= SEEN_TO:
        _touch(context, row.mark, now)
    return SignedIn(row.Player, row.mark, row.address)


def list_sessions(session: Session, player: Player, now: datetime) -> Sequence[WebSession]:
    """List a player's sessions, the last used first."""
    query = select(WebSession).where(WebSession.player_id == player.id, WebSession.seen_at > now - LIFE)
    return session.scalars(query.order_by(WebSession.seen_at.desc(), WebSession.created_at.desc())).all()


def end_session(session: Session, player: Player, token_digest: str) -> None:
    """End one session of a player."""
    session.execute(delete(WebSession).where(WebSession.player_id == player.id, WebSession.mark == token_digest))


def end_sessions(session: Session, player: Player, address: str = "") -> None:
    """End all sessions of a player, or those that one address signed in to."""
    ended = delete(WebSession).where(WebSession.player_id == player.id)
    session.execute(ended.where(WebSession.address == address) if address else ended)


def sweep_sessions(context: Context, now: datetime) -> None:
    """Delete expired sessions. Usually there are none, and no transaction is opened for writing."""
    old = WebSession.seen_at <= now - LIFE
    with context.store.connect_readonly() as connection:
        if connection.scalar(select(WebSession.mark).where(old).limit(1)) is None:
            return
    with context.store.writing() as session:
        session.execute(delete(WebSession).where(old))


def _touch(context: Context, token_digest: str, now: datetime) -> None:
    """Record the last use. A busy database is no error: the page is more important."""
    try:
        with context.store.connect_relaxed() as connection:
            connection.execute(_TOUCH, {"session": token_digest, "now": now})
    except Exception as fault:
        if not is_temporary(fault):
            raise


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
