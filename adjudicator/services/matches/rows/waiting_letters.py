"""Letters to a match that are not judged yet: nothing is decided before one that was accepted in time."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ColumnElement, and_, func, or_, select
from sqlalchemy.orm import Session

from adjudicator.services.destinations import is_unjudged, to_digests, to_match
from adjudicator.services.players.players import every_address
from adjudicator.store.states import InboxState
from adjudicator.store.tables import Digest, Inbox, Match, Seat

DIGESTS_LOOKED_AT = 10


def waiting_letters_of(session: Session, match: Match, row: Inbox) -> list[int]:
    """List the letters to this match that were accepted before a letter and wait to be judged, oldest first.

    An answer to a digest of the player to move is among them: it may have an order for this match.
    """
    same_moment = and_(Inbox.received_at == row.received_at, Inbox.id < row.id)
    query = select(Inbox.id).where(
        or_(_to_match(match), _to_digests(session, match.awaited_id)),
        Inbox.state == InboxState.WAITING,
        or_(Inbox.received_at < row.received_at, same_moment),
    )
    return list(session.scalars(query.order_by(Inbox.id)))


def has_unjudged_letter(session: Session, match: Match, seat: Seat, at: datetime) -> bool:
    """Is there a letter from before then that waits or was set aside, and may be by the player of a seat?"""
    query = select(Inbox.id).where(_letters_of(session, match, seat), is_unjudged(at), Inbox.received_at <= at)
    return session.scalars(query.limit(1)).first() is not None


def has_waiting_letter(session: Session, match: Match, seat: Seat, at: datetime) -> bool:
    """Does a letter wait to be judged that was accepted by then, and may be by the player of a seat for this match?"""
    query = select(Inbox.id).where(
        _letters_of(session, match, seat), Inbox.state == InboxState.WAITING, Inbox.received_at <= at
    )
    return session.scalars(query.limit(1)).first() is not None


def _letters_of(session: Session, match: Match, seat: Seat) -> ColumnElement[bool]:
    mine = _to_match(match)
    if seat.player is not None:
        written = func.lower(Inbox.envelope_from).in_(every_address(session, seat.player))
        mine = or_(mine, written, _to_digests(session, seat.player.id))
    return mine


def _to_digests(session: Session, player_id: int | None) -> ColumnElement[bool]:
    """Select the letters to the newest digests of a player."""
    newest = select(Digest.id).where(Digest.player_id == player_id).order_by(Digest.id.desc()).limit(DIGESTS_LOOKED_AT)
    return to_digests(session.scalars(newest))


def _to_match(match: Match) -> ColumnElement[bool]:
    return or_(Inbox.match_id == match.id, to_match(match.code))
