"""Judging plain orders before anything is locked: SQLite has one lock for all, and wording letters takes longest.

A draft is judged and worded from what stands at one moment, and written down at once, if that still stands when nobody
else can write; otherwise the letter is judged anew under the lock. `_MAY_ADD` and `_MAY_CHANGE` are all that a draft
may write. Whatever leads to more raises `LockRequired`, and the letter is judged under the lock: nobody has to think of
drafts who adds a command, a letter or a table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime

from sqlalchemy import bindparam, inspect, select, type_coerce
from sqlalchemy.orm import Session
from sqlalchemy.types import NULLTYPE

from adjudicator.services.context import Context
from adjudicator.services.inbound.inbound_letter import InboundLetter
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.session import DraftSession
from adjudicator.store.tables import Base, Inbox, Match, Outbox, Player, Press, Seat, StepRow
from adjudicator.texts import letter_kinds

# What a draft may write depends on nothing but the letter and the facts below: the match, its seats and their players.
# The end of a match, for instance, is told from rows that a draft has not written yet.
_LETTERS = frozenset(kind.name for kind in (letter_kinds.RECEIPT, letter_kinds.YOUR_TURN, letter_kinds.THEIR_TURN))
_MAY_CHANGE: Mapping[type[object], frozenset[str]] = {
    Inbox: frozenset({"state", "verdict", "done_at", "tries", "match_id", "account"}),
    Match: frozenset(
        {"position", "chain", "step_count", "turn", "to_move", "awaited_id", "house_to_move"}
        | {"since", "due_at", "remind_at", "overdue_at", "outage_id", "stopped_at", "stopped_until", "seconds_left"}
    ),
}


def _may_write(row: object) -> bool:
    state = inspect(row, raiseerr=True)
    if not state.persistent:
        return isinstance(row, StepRow) or (isinstance(row, Outbox) and row.kind in _LETTERS)
    touched: set[str] = {*state.mapper.column_attrs.keys()} - state.unmodified
    return touched <= _MAY_CHANGE.get(type(row), frozenset())


# The facts, just as they are kept: they are only held against each other. Put together once, as it has some eighty
# columns: that takes longer than asking it twice.
_match, _seat, _player, _press = (Base.metadata.tables[kind.__tablename__] for kind in (Match, Seat, Player, Press))
_LAST_PRESS = select(_press.c.id).where(_press.c.match_id == _match.c.id).order_by(_press.c.id.desc()).limit(1)
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


@contextmanager
def draft(context: Context, now: datetime) -> Iterator[UnitOfWork]:
    """Open a unit of work of which nothing is kept unless `commit_if_unchanged` says so. Raises `LockRequired`."""
    with context.store.drafting(_may_write) as session:
        work = UnitOfWork(context, session, now)
        try:
            yield work
        finally:
            work.closed = True


def commit_if_unchanged(inbound: InboundLetter) -> bool:
    """Commit a drafted case, unless its letter or anything of its match is not as it was when it was drafted."""
    letter, match, session = {"letter": inbound.row.id}, {"match": inbound.match_id}, inbound.session

    def facts(session: Session) -> object:
        connection = session.connection()
        return connection.scalar(_STATE, letter), connection.execute(_STANDING, match).all()

    if not isinstance(session, DraftSession):
        raise TypeError("only drafts are carried out")
    if not inbound.context.store.carried_out(session, facts):
        return False
    inbound.work.hand_over()
    return True
