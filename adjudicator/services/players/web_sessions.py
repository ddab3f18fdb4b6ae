"""Where players are signed in: a row for each browser, so that signing out ends what a copied cookie could still use.

The cookie carries a random token, the row its digest. A page only reads the row; when it was last used is written once
an hour. A session that nobody uses for `LIFE` is no good, and the sweep deletes it.
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
"""How exactly the last use is known."""

# Built once: every page of a signed-in player runs them.
_FIND = (
    select(Player, WebSession.mark, WebSession.address, WebSession.seen_at)
    .join(WebSession, WebSession.player_id == Player.id)
    .where(WebSession.mark == bindparam("session"), WebSession.seen_at > bindparam("oldest"))
)
_TOUCH = update(WebSession).where(WebSession.mark == bindparam("session")).values(seen_at=bindparam("now"))


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A player behind a cookie, and the session that it names."""

    player: Player
    mark: str
    address: str
    """The address that got the link to sign in."""


def open_session(work: UnitOfWork, player: Player, address: str, browser: str) -> str:
    """Enter a new session of a player and return its token, for the cookie alone."""
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
    """Find who is signed in with a token; None when its session ended or was never opened."""
    with context.store.reading() as session:
        row = session.execute(_FIND, {"session": _digest(token), "oldest": now - LIFE}).one_or_none()
    if row is None:
        return None
    if now - row.seen_at >= SEEN_TO:
        _touch(context, row.mark, now)
    return SignedIn(row.Player, row.mark, row.address)


def list_sessions(session: Session, player: Player, now: datetime) -> Sequence[WebSession]:
    """List where a player is signed in, the last used first."""
    query = select(WebSession).where(WebSession.player_id == player.id, WebSession.seen_at > now - LIFE)
    return session.scalars(query.order_by(WebSession.seen_at.desc(), WebSession.created_at.desc())).all()


def end_session(session: Session, player: Player, mark: str) -> None:
    """End one session of a player."""
    session.execute(delete(WebSession).where(WebSession.player_id == player.id, WebSession.mark == mark))


def end_sessions(session: Session, player: Player, address: str = "") -> None:
    """End every session of a player, or those that one of their addresses signed in to."""
    ended = delete(WebSession).where(WebSession.player_id == player.id)
    session.execute(ended.where(WebSession.address == address) if address else ended)


def sweep_sessions(context: Context, now: datetime) -> None:
    """Delete sessions that nobody used for `LIFE`; most of the time there are none, and nothing is written."""
    old = WebSession.seen_at <= now - LIFE
    with context.store.glancing() as connection:
        if connection.scalar(select(WebSession.mark).where(old).limit(1)) is None:
            return
    with context.store.writing() as session:
        session.execute(delete(WebSession).where(old))


def _touch(context: Context, mark: str, now: datetime) -> None:
    """Note the last use; a page does not fail because the database is busy over it."""
    try:
        with context.store.noting() as connection:
            connection.execute(_TOUCH, {"session": mark, "now": now})
    except Exception as fault:
        if not is_temporary(fault):
            raise


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
