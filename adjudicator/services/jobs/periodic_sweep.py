"""Times: reminders, turns that ran out, and rows whose bell was never heard.

Nothing here relies on a clock that only goes forward: a time is compared with what stands in a row, and what was told
once is marked in the row.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, func, or_, select
from sqlalchemy.orm import Session

from adjudicator.services.context import Bell, Desk
from adjudicator.services.inbound import intake
from adjudicator.services.job_queue import ANY
from adjudicator.services.matches import clock_control, lobby, notifications, outages
from adjudicator.services.matches.match_rows import Bells, take
from adjudicator.services.players.players import wants
from adjudicator.services.players.web_sessions import sweep_sessions
from adjudicator.store.operation_tables import last_done, mark_done
from adjudicator.store.states import MatchState, OutboxState, RequestKind
from adjudicator.store.tables import Match, Outbox, Request

FORGOTTEN_AFTER = timedelta(seconds=15)
"""A bell that nobody answered by then is rung again."""
AT_A_TIME = 500


def sweep(desk: Desk, now: datetime, patience: timedelta = FORGOTTEN_AFTER) -> None:
    """Leave out the time of an outage, ring again for what was forgotten, remind, and tell of times that have passed.

    Old invitations lapse.

    Nobody is patient when bells are known to be lost: then what has only just come is rung for again as well.
    """
    outages.note_outage(desk, now)
    desk.ring(outages.settle_outages(desk, now))
    desk.ring(forgotten(desk, now - patience, now))
    for due, tell in (
        (clock_control.to_stop, clock_control.stop),
        (clock_control.to_start, clock_control.start),
        (clock_control.to_limit, clock_control.limit),
        (_to_remind, _remind),
        (_overdue, _tell_late),
        (_lapsed, _lapse),
    ):
        for number in due(desk, now):
            desk.ring(_tell_one(desk, number, tell, now))
    sweep_sessions(desk, now)
    with desk.store.writing() as session:
        mark_done(session, outages.SWEPT, now)


def last_sweep(desk: Desk) -> datetime | None:
    """Tell when the last sweep came through."""
    with desk.store.reading() as session:
        return last_done(session, outages.SWEPT)


def forgotten(desk: Desk, before: datetime, now: datetime) -> Bells:
    """List the rows that have waited since then, so long that their bell must have been lost.

    A letter whose sender died, which shows by its lease, has no bell at all.
    """
    lost = Outbox.next_try_at <= before, Outbox.state == OutboxState.SENDING
    letters = select(Outbox.id).where(Outbox.next_try_at <= now, or_(*lost))
    house = select(Match.id).where(Match.house_to_move, Match.since <= before)
    with desk.store.reading() as session:
        outgoing = session.scalars(letters.limit(1)).all()
        moves = session.scalars(house.limit(AT_A_TIME)).all()
    return [
        *((Bell.JUDGE, row) for row in intake.waiting(desk, before, AT_A_TIME)),
        *((Bell.POST, ANY) for _ in outgoing),  # whoever hears it sends all of them
        *((Bell.HOUSE, row) for row in moves),
    ]


def _to_remind(desk: Desk, now: datetime) -> list[int]:
    return _matches(desk, Match.remind_at <= now, Match.due_at > now)


def _overdue(desk: Desk, now: datetime) -> list[int]:
    return _matches(desk, Match.due_at < now, Match.overdue_at.is_(None))


def _lapsed(desk: Desk, now: datetime) -> list[int]:
    # Counted, as PostgreSQL may answer an EXISTS by reading all requests there ever were.
    asked = (
        select(func.count())
        .where(Request.match_id == Match.id, Request.kind == RequestKind.JOIN, Request.expires_at > now)
        .scalar_subquery()
    )
    query = select(Match.id).where(
        Match.state == MatchState.INVITING, Match.created_at < now - lobby.REQUEST_LIFE, asked == 0
    )
    with desk.store.reading() as session:
        return list(session.scalars(query.limit(AT_A_TIME)))


def _matches(desk: Desk, *conditions: ColumnElement[bool]) -> list[int]:
    """List matches by their times; only a match that is played has any."""
    query = select(Match.id).where(*conditions)
    with desk.store.reading() as session:
        return list(session.scalars(query.limit(AT_A_TIME)))


def _tell_one(
    desk: Desk,
    number: int,
    tell: Callable[[Desk, Session, Match, datetime], Bells],
    now: datetime,
) -> Bells:
    """Tell of one match under its lock, unless what was due has been dealt with meanwhile."""
    with desk.store.writing() as session:
        match = session.scalars(select(Match).where(Match.id == number).with_for_update(of=Match)).one()
        return tell(desk, session, match, now)


def _remind(desk: Desk, session: Session, match: Match, now: datetime) -> Bells:
    if match.remind_at is None or match.to_move is None or match.state is not MatchState.RUNNING:
        return []
    match.remind_at = None
    seat = match.seats[match.to_move]
    if seat.player is None or not wants(seat.player, asks_something=True, urgent=True):
        return []
    return notifications.turn_letter(desk, session, match, seat, "reminder", take(match), now)


def _tell_late(desk: Desk, session: Session, match: Match, now: datetime) -> Bells:
    if match.overdue_at is not None or match.due_at is None or match.due_at >= now:
        return []
    match.overdue_at = now
    match.remind_at = None
    return notifications.late(desk, session, match, now)


def _lapse(desk: Desk, session: Session, match: Match, now: datetime) -> Bells:
    if match.state is not MatchState.INVITING:
        return []
    absent = next((seat for seat in match.seats if seat.player is None and not seat.house), match.seats[0])
    match.state = MatchState.CANCELLED
    match.finished_at = now
    return notifications.declined(desk, session, match, absent, now, expired=True)
