"""A player's notes to themselves about a match: one text, which nobody else ever reads.

They belong to the player and not to the seat: whoever takes the seat over starts without any, and whoever comes back to
it finds their own again.
"""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator.match.rulings.refusals import RefusalKey
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.tables import Match, Memo

LONGEST_MEMO = 2000


def find_memo(session: Session, match: Match, player_id: int | None) -> str:
    """Find a player's memo about a match; empty without notes."""
    if match.memos_changed_at is None or player_id is None:
        return ""
    query = select(Memo.text).where(Memo.match_id == match.id, Memo.player_id == player_id)
    return session.scalars(query).one_or_none() or ""


def write_memo(work: UnitOfWork, match: Match, player_id: int, text: str) -> None:
    """Set a player's memo about a match; an empty text clears it. Raises `RefusedError` if it is too long."""
    if len(text) > LONGEST_MEMO:
        raise RefusedError.of(RefusalKey.TEXT_TOO_LONG, length=len(text), most=LONGEST_MEMO)
    known = work.session.get(Memo, (match.id, player_id))
    if not text:
        if known is not None:
            work.session.delete(known)
    elif known is None:
        work.session.add(Memo(match_id=match.id, player_id=player_id, text=text, at=work.now))
    else:
        known.text, known.at = text, work.now
    match.memos_changed_at = work.now
