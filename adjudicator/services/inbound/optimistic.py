"""Rulings drafted before anything is written: SQLite has one lock for all, and wording letters takes longest.

A draft is judged and worded from what stands at one moment, and written down at once, if that still stands when nobody
else can write; otherwise the letter is judged anew under the lock. So it is where more is at stake than plain orders.
"""

from __future__ import annotations

from sqlalchemy import bindparam, select, type_coerce
from sqlalchemy.orm import Session
from sqlalchemy.types import NULLTYPE

from adjudicator.services.inbound.inbound_letter import Case
from adjudicator.store.tables import Inbox, Match, Player, Press, Seat, Table

_match, _seat, _player, _press = (Table.metadata.tables[kind.__tablename__] for kind in (Match, Seat, Player, Press))
_LAST_PRESS = select(_press.c.id).where(_press.c.match_id == _match.c.id).order_by(_press.c.id.desc()).limit(1)

# Just as they are kept: they are only held against each other.
_STANDING = (
    select(
        _LAST_PRESS.scalar_subquery(),
        *(type_coerce(column, NULLTYPE) for table in (_match, _seat, _player) for column in table.c),
    )
    .select_from(_match.join(_seat).outerjoin(_player, _player.c.id == _seat.c.player_id))
    .where(_match.c.id == bindparam("match"))
    .order_by(_seat.c.number)
)
_STATE = select(Inbox.state).where(Inbox.id == bindparam("letter"))


class NeedsLock(Exception):
    """What a letter leads to is not for a draft."""


def under_lock(case: Case) -> None:
    """Say that what follows is done under the lock only. Raises `NeedsLock` in a draft, of which nothing is kept."""
    if case.drafted:
        raise NeedsLock


def carried_out(case: Case) -> bool:
    """Commit a drafted case, unless its letter or anything of its match is not as it was when it was drafted."""
    letter, match = {"letter": case.row.id}, {"match": case.match_id}

    def facts(session: Session) -> object:
        connection = session.connection()
        return connection.scalar(_STATE, letter), connection.execute(_STANDING, match).all()

    return case.desk.store.carried_out(case.session, facts)
