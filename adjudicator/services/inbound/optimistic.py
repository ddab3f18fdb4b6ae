"""Optimistic judging: a plain order is judged without a lock, and committed if nothing has changed meanwhile.

SQLite has one lock for all writers, and writing the letters takes longest. So on SQLite:

1. `open_draft` opens a session that reads one snapshot and collects the changes to write.
2. The letter is judged and all letters are written in it, as under the lock.
3. `commit_if_unchanged` takes the lock, reads the facts of the match again, and compares them with the snapshot.
4. If they are equal, everything is written at once. Otherwise the draft is dropped, and the letter is judged again
   under the lock.

A draft may write only the rows of `_may_write`. Anything else raises `LockRequired`, and the letter is judged under the
lock. So a new command, letter or table needs no thought about drafts.

To choose the lines that count can take longer than all the rest, where somebody has written a thousand lines of a plan.
They are chosen by the same facts, so they are kept for judging under the lock, as long as these are equal
(`KeptReading`).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Compiled, bindparam, inspect, select
from sqlalchemy.dialects.sqlite import dialect

from adjudicator.services.context import Context
from adjudicator.services.inbound.inbound_letter import InboundLetter
from adjudicator.services.inbound.reading import Reading
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.session import DraftSession, sqlite_driver
from adjudicator.store.tables import Base, EntryRow, Inbox, Match, Outbox, PlanReview, Player, Press, Seat
from adjudicator.texts.letters import turn_kinds

# The rows that a draft may write depend only on the letter and on the facts below: match, seats, players. The end of a
# match is not among them, for instance: its letters read rows that a draft has not written yet.
_LETTERS = frozenset(kind.name for kind in (turn_kinds.RECEIPT, turn_kinds.YOUR_TURN, turn_kinds.THEIR_TURN))
_MAY_CHANGE: Mapping[type[object], frozenset[str]] = {
    Inbox: frozenset({"state", "verdict", "done_at", "tries", "match_id", "account"}),
    Seat: frozenset({"account", "plan", "waiting_orders", "orders_due_at"}),
    Match: frozenset(
        {"position", "chain", "entry_count", "turn", "to_move", "awaited_id", "house_to_move"}
        | {"since", "due_at", "remind_at", "overdue_at", "outage_id", "stopped_at", "clock"}
        | {"next_at", "reminded_due_at", "reminded", "deadline_moves", "letter_held", "nudged_at", "stays_known"}
    ),
}


def _may_write(row: object) -> bool:
    state = inspect(row, raiseerr=True)
    if not state.persistent:
        return isinstance(row, EntryRow | PlanReview) or (isinstance(row, Outbox) and row.kind in _LETTERS)
    touched: set[str] = {*state.mapper.column_attrs.keys()} - state.unmodified
    return touched <= _MAY_CHANGE.get(type(row), frozenset())


# The facts are only compared, so SQLite's driver reads them in stored form. SQLAlchemy would take longer for about a
# hundred columns than SQLite does. Compiled once.
_match, _seat, _player, _press, _inbox = (
    Base.metadata.tables[kind.__tablename__] for kind in (Match, Seat, Player, Press, Inbox)
)
_LAST_PRESS = select(_press.c.id).where(_press.c.match_id == _match.c.id).order_by(_press.c.id.desc()).limit(1)
_STATE = select(_inbox.c.state).where(_inbox.c.id == bindparam("letter"))
_STANDING = (
    select(_LAST_PRESS.scalar_subquery(), _STATE.scalar_subquery(), _match, _seat, _player)
    .select_from(_match.join(_seat).outerjoin(_player, _player.c.id == _seat.c.player_id))
    .where(_match.c.id == bindparam("match"))
    .order_by(_seat.c.number)
)
_STATE_SQL, _STANDING_SQL = (facts.compile(dialect=dialect(paramstyle="named")) for facts in (_STATE, _STANDING))


@dataclass(slots=True)
class KeptReading:
    """The lines that a draft has chosen, with the facts of its snapshot."""

    reading: Reading | None = None
    match_id: int | None = None
    facts: object = None

    def keep(self, inbound: InboundLetter) -> None:
        """Keep what a draft has read that cannot be committed."""
        if inbound.reading is not None:
            self.reading, self.match_id = inbound.reading, inbound.match_id
            self.facts = _read_facts(inbound, self.match_id)

    def give(self, inbound: InboundLetter) -> None:
        """Give it to the letter under the lock, if the facts are the same."""
        if self.reading is not None and self.facts == _read_facts(inbound, self.match_id):
            inbound.reading = self.reading


def _read_facts(inbound: InboundLetter, match_id: int | None) -> object:
    driver = sqlite_driver(inbound.session.connection())
    return _read(driver, _STANDING_SQL, {"letter": inbound.row.id, "match": match_id})


@contextmanager
def open_draft(context: Context, now: datetime) -> Iterator[UnitOfWork]:
    """Open a unit of work that writes nothing before `commit_if_unchanged`. Raises `LockRequired`."""
    with context.store.begin_draft(_may_write) as session:
        work = UnitOfWork(context, session, now)
        try:
            yield work
        finally:
            work.closed = True


def commit_if_unchanged(inbound: InboundLetter) -> bool:
    """Commit a draft if its letter still waits and its match is unchanged. Was it committed?"""
    session, parameters = inbound.session, {"letter": inbound.row.id, "match": inbound.match_id}

    def facts(driver: sqlite3.Connection) -> object:
        # Without a match there is no row of it, and of the letter only its state counts.
        return _read(driver, _STANDING_SQL, parameters) or _read(driver, _STATE_SQL, parameters)

    if not isinstance(session, DraftSession):
        raise TypeError("only a draft can be committed like this")
    if not inbound.context.store.commit_draft(session, facts):
        return False
    inbound.work.hand_over()
    return True


def _read(driver: sqlite3.Connection, query: Compiled, parameters: Mapping[str, int | None]) -> list[object]:
    return driver.execute(query.string, query.construct_params(parameters) or {}).fetchall()
