"""The steps that have been played in a match, as far back as its plans can ask for them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import Session

from adjudicator.engines.contract import Revealed, Seat
from adjudicator.match.plans.events import Event
from adjudicator.match.plans.plan import Game, Plan
from adjudicator.services.matches.rows.match_rows import notes_of
from adjudicator.services.matches.rows.record_rows import course_of
from adjudicator.store.states import EntryKind
from adjudicator.store.tables import EntryRow, Match

# Built once, as every ruling of a match with a plan executes them.
_OWN_LAST = (
    select(EntryRow.seat, func.max(EntryRow.n).label("last"))
    .where(
        EntryRow.match_id == bindparam("match"),
        EntryRow.kind == EntryKind.STEP,
        EntryRow.forced.is_(False),
        EntryRow.seat.in_(bindparam("seats", expanding=True)),
    )
    .group_by(EntryRow.seat)
)
_SINCE = (
    select(EntryRow)
    .where(
        EntryRow.match_id == bindparam("match"),
        EntryRow.n >= bindparam("since"),
        EntryRow.n < bindparam("before"),
        EntryRow.kind.in_([EntryKind.STEP, EntryKind.UNDO, EntryKind.RULING]),
    )
    .order_by(EntryRow.n)
)


def list_events(
    session: Session, match: Match, game: Game, plans: Mapping[Seat, Plan], fresh: Sequence[EntryRow] = ()
) -> tuple[Event, ...]:
    """List the steps since the last decision of each seat with a plan, and since its lines were written.

    The newest steps, `fresh`, may not be flushed yet. Steps that were taken back are left out.
    """
    before = fresh[0].n if fresh else match.entry_count + 1
    rows = session.scalars(_SINCE, {"match": match.id, "since": _first(session, match, plans), "before": before}).all()
    if all(row.kind is EntryKind.STEP for row in rows):
        return tuple(_events(game, (*rows, *fresh)))
    session.flush()
    session.refresh(match, ["entries"])
    standing = set(course_of(match).line())
    return tuple(_events(game, (row for row in match.entries if row.n in standing)))


def _first(session: Session, match: Match, plans: Mapping[Seat, Plan]) -> int:
    rows = session.execute(_OWN_LAST, {"match": match.id, "seats": list(plans)})
    own = {row.seat: row.last for row in rows}
    written = [node.since for plan in plans.values() for node in plan.nodes]
    return min([*written, *(own.get(seat) or 0 for seat in plans)], default=0)


def _events(game: Game, rows: Collection[EntryRow] | Iterator[EntryRow]) -> Iterator[Event]:
    for row in rows:
        if row.kind is EntryKind.STEP and row.seat is not None:
            great = game.planner.weigh(Revealed(row.revealed), notes_of(row)) is Revealed.GREAT
            yield Event(row.n, row.seat, row.turn, row.step, chosen=not row.forced, great=great)
