"""The events of a match since its reader decided last: the news of a letter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import dropwhile
from typing import cast

from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import Session

from adjudicator.engines.contract import Seat
from adjudicator.match.course.course import Course
from adjudicator.services.matches.rows.match_rows import LoadedMatch, StoredEntry, notes_of
from adjudicator.services.matches.rows.record_rows import entry_of, header_of
from adjudicator.services.matches.view.own_undo import TAKEN_BACK, UNDONE
from adjudicator.store.states import EntryKind
from adjudicator.store.tables import EntryRow, Match

MOST_NEWS = 60
"""Steps that a letter lists: more than a table of five plays between two turns of a player, as no other letter may have
told them."""

_PLAYED_FOR_THEM = ("plan", "habit")
"""How steps of a player came that they have to be told of."""

# Built once, as every letter about a match executes it (see `inbound.intake`).
_OWN_LAST = (
    select(func.coalesce(func.max(EntryRow.n), 0))
    .where(
        EntryRow.match_id == bindparam("match"),
        EntryRow.seat == bindparam("seat"),
        EntryRow.kind == EntryKind.STEP,
        EntryRow.forced.is_(False),
        *(EntryRow.how != how for how in _PLAYED_FOR_THEM),  # a list would be expanded at each execution
    )
    .scalar_subquery()
)
_NEWS = (
    select(
        EntryRow.n,
        EntryRow.kind,
        EntryRow.turn,
        EntryRow.seat,
        EntryRow.step,
        EntryRow.forced,
        EntryRow.how,
        EntryRow.notes,
    )
    .where(EntryRow.match_id == bindparam("match"), EntryRow.n > _OWN_LAST, EntryRow.n < bindparam("before"))
    .order_by(EntryRow.n.desc())
    .limit(MOST_NEWS)
)


def news_since_own_turn(session: Session, loaded: LoadedMatch, seat: Seat | None) -> Sequence[StoredEntry]:
    """List the steps since this seat's last decision, so that each letter can be understood without earlier ones.

    The newest steps may not be flushed yet: they come from `loaded.fresh`, the others from the database.
    Steps that their player took back are left out; an undo is told to whom a letter told of one of them.
    """
    fresh = loaded.fresh
    own = max((row.n for row in fresh if _is_own_decision(row, seat)), default=0)
    if own:
        return _behind_habits([row for row in fresh if row.n > own], seat)[-MOST_NEWS:]
    before = fresh[0].n if fresh else loaded.match.entry_count + 1
    parameters = {"match": loaded.match.id, "seat": seat, "before": before}
    earlier = session.connection().execute(_NEWS, parameters).all()
    if any(row.kind is EntryKind.UNDO for row in earlier):
        return [*_news_after_undo(session, loaded.match, seat, before), *fresh][-MOST_NEWS:]
    news = [*reversed(cast("Sequence[StoredEntry]", earlier)), *fresh]
    return _behind_habits(news, seat)[-MOST_NEWS:]


def _is_own_decision(row: StoredEntry, seat: Seat | None) -> bool:
    return row.seat == seat and bool(row.step) and not row.forced and row.how not in _PLAYED_FOR_THEM


def _behind_habits(news: Sequence[StoredEntry], seat: Seat | None) -> Sequence[StoredEntry]:
    """Leave out the steps that habits played behind the player's own: the receipt of those has told them."""
    return [*dropwhile(lambda row: row.seat == seat and row.how == "habit", news)]


def _news_after_undo(session: Session, match: Match, seat: Seat | None, before: int) -> Iterator[EntryRow]:
    rows = session.scalars(select(EntryRow).where(EntryRow.match_id == match.id).order_by(EntryRow.n)).all()
    course = Course(header_of(match).seats, tuple(map(entry_of, rows)))
    undos = [row.n for row in rows if row.kind is EntryKind.UNDO]
    taken_back = {step for n in undos for step in course.line(n - 1)[len(course.line(n)) :]} - {*course.line()}
    own = [row.n for row in rows if _is_own_decision(row, seat) and row.n not in taken_back]
    for row in rows[max(own, default=0) : before - 1]:
        if row.n not in taken_back and (row.kind is not EntryKind.UNDO or _is_told(row, seat)):
            yield row


def _is_told(row: EntryRow, seat: Seat | None) -> bool:
    """Has a letter told a seat of a step that this undo took back?"""
    told = next((note["told"] for note in notes_of(row) if note.key in (UNDONE, TAKEN_BACK)), ())
    return isinstance(told, tuple) and seat in told
