"""Hints: the move of the strong house player in place of a person who plays against the house alone.

One is thought about once for each position, by a worker, and kept; a letter or a page shows it. Nobody else is told of
it while the match runs. When it is over, everybody reads how many there were. They are no steps: the record has none.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from adjudicator.match.rulings.refusals import RefusalKey
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.row_counts import count_rows
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Hint, Match, Seat

MOST_A_DAY: Final = 30
"""Hints for one player in a day, in all matches; to read one again counts for nothing."""
DAY: Final = timedelta(days=1)


def may_have_hints(match: Match, seat: Seat | None) -> bool:
    """Does the player of a seat play against the house alone? Nobody else may sit there, or have sat there."""
    others = [one for one in match.seats if one is not seat]
    return seat is not None and seat.by_person and bool(others) and all(one.house for one in others)


def may_ask_hint(match: Match, seat: Seat | None) -> bool:
    """May the player of a seat ask for a hint now?"""
    running = match.state is MatchState.RUNNING and not match.house_to_move
    return running and seat is not None and match.to_move == seat.number and may_have_hints(match, seat)


def find_hint(session: Session, match: Match) -> Hint | None:
    """Find the hint for the present position; its step is empty while it is thought about."""
    return session.scalars(select(Hint).where(Hint.match_id == match.id, Hint.chain == match.chain)).one_or_none()


def ask_hint(work: UnitOfWork, match: Match, seat: Seat, *, by_mail: bool) -> Hint:
    """Find or store the hint for the present position; the caller has the house player think. Raises `RefusedError`."""
    if not may_have_hints(match, seat) or seat.player_id is None:
        raise RefusedError.of(RefusalKey.HINT_AMONG_PEOPLE)
    if not may_ask_hint(match, seat):
        raise RefusedError.of(RefusalKey.HINT_OTHER_TURN)
    if (known := find_hint(work.session, match)) is not None:
        known.by_mail |= by_mail
        return known
    since = work.now - DAY
    if count_rows(work.session, Hint.player_id == seat.player_id, Hint.asked_at > since) >= MOST_A_DAY:
        raise RefusedError.of(RefusalKey.HINTS_ENOUGH, most=MOST_A_DAY)
    hint = Hint(
        match_id=match.id,
        player_id=seat.player_id,
        chain=match.chain,
        turn=match.turn,
        by_mail=by_mail,
        asked_at=work.now,
        step="",
    )
    work.session.add(hint)
    work.session.flush()
    return hint


def is_hint_waited_for(session: Session, code: str) -> bool:
    """Does the house player think about a hint in a match?"""
    query = select(Hint.id).join(Match, Match.id == Hint.match_id).where(Match.code == code.upper(), Hint.step == "")
    return session.scalar(query.limit(1)) is not None


def count_hints(session: Session, match: Match) -> int:
    """Count the hints that were given in a match."""
    given = select(func.count()).where(Hint.match_id == match.id, Hint.step != "")
    return session.scalar(given) or 0
