"""Stopping and starting the clocks of players who are away or out of reach, and telling those who wait for them."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import CompoundSelect, Select, or_, select, union

from adjudicator.services.context import Context
from adjudicator.services.matches import notifications
from adjudicator.services.matches.match_rows import load_match
from adjudicator.services.players import clock_stops
from adjudicator.services.players.clock_stops import StopReason
from adjudicator.services.players.players import accepts_mail
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match, Player, Seat
from adjudicator.texts import letter_kinds

AT_A_TIME = 500

_BOUNCED = select(Player.id).where(Player.bounced_at.is_not(None))
# Those who are gone are listed, not those who are there: they are few. Whoever used up what bounces may stop in a match
# is not gone there.
_UNREACHABLE = (
    select(Player.id)
    .join(Seat, Seat.player_id == Player.id)
    .where(
        Player.bounced_at.is_not(None),
        Seat.match_id == Match.id,
        Seat.bounced_seconds < int(clock_stops.LONGEST_BOUNCE.total_seconds()),
    )
    .correlate(Match)
)


def clocks_to_stop(context: Context, now: datetime) -> list[int]:
    """List the matches whose clock runs although the one who is to move is away or out of reach."""
    runs = select(Match.id).where(Match.stopped_at.is_(None))
    # A player whose time has passed cannot take it back by an absence, nor by letters that come back.
    in_time = or_(Match.due_at.is_(None), Match.due_at >= now)
    query = union(
        runs.where(Match.awaited_id.in_(_BOUNCED), Match.awaited_id.in_(_UNREACHABLE), in_time),
        runs.where(Match.awaited_id.in_(_away(now)), in_time),
    )
    return _numbers(context, query)


def clocks_to_start(context: Context, now: datetime) -> list[int]:
    """List the matches whose clock stands still although the one who is to move is there, or has been gone too long."""
    stands = select(Match.id).where(Match.stopped_at.is_not(None))
    there = stands.where(Match.awaited_id.not_in(_BOUNCED), Match.awaited_id.not_in(_away(now)))
    return _numbers(context, union(there, select(Match.id).where(Match.stopped_until <= now)))


def clocks_to_limit(context: Context, now: datetime) -> list[int]:
    """List the matches whose clock stands still with no end to it although nothing but bounces stops it."""
    stands = select(Match.id).where(Match.stopped_at.is_not(None), Match.stopped_until.is_(None))
    return _numbers(context, stands.where(Match.awaited_id.in_(_BOUNCED), Match.awaited_id.not_in(_away(now))))


def _numbers(context: Context, query: Select[int] | CompoundSelect[int]) -> list[int]:
    with context.store.reading() as session:
        return list(session.scalars(query.limit(AT_A_TIME)))


def _away(now: datetime) -> Select[int]:
    return select(Player.id).where(Player.away_until > now)


def stop_and_tell(work: UnitOfWork, match: Match) -> None:
    """Stop the clock of a match, and tell the others."""
    seat = _awaited(match)
    if seat is None or match.stopped_at is not None or not clock_stops.stop_reason(seat, work.now):
        return
    clock_stops.stop_clock(match, seat, work.now)
    notifications.notify_clock_stop(work, match, seat, letter_kinds.STOPPED)


def limit_and_tell(work: UnitOfWork, match: Match) -> None:
    """Set an end to a standstill that only bounces cause by now, and tell the others."""
    seat = _awaited(match)
    if seat is None or match.stopped_at is None or match.stopped_until is not None:
        return
    why = clock_stops.stop_reason(seat, work.now)
    if why is StopReason.BOUNCED:
        clock_stops.limit_bounce_stop(match, seat, work.now)
        notifications.notify_clock_stop(work, match, seat, letter_kinds.STOPPED)
    elif why is None:
        _end_of_patience(work, match, seat)


def start_and_tell(work: UnitOfWork, match: Match) -> None:
    """Let the clock of a match run again, and tell everybody: the one who is to move gets his turn's letter anew."""
    seat = _awaited(match)
    if seat is None or seat.player is None or match.stopped_at is None:
        return
    if match.stopped_until is not None and match.stopped_until <= work.now:
        _end_of_patience(work, match, seat)
    elif not clock_stops.stop_reason(seat, work.now):
        start_for_writer(work, match)
        if accepts_mail(seat.player, asks_something=True):
            notifications.notify_seat(work, seat, letter_kinds.YOUR_TURN, load_match(match))


def _end_of_patience(work: UnitOfWork, match: Match, seat: Seat) -> None:
    """Let the clock run although letters still come back, and tell everybody, the one out of reach included."""
    if clock_stops.stop_reason(seat, work.now) is StopReason.AWAY:
        clock_stops.charge_bounce_stop(match, work.now)
        return
    clock_stops.start_clock(match, work.now)
    notifications.notify_bounce_limit(work, match, seat)


def start_for_writer(work: UnitOfWork, match: Match) -> None:
    """Do the same for one who has just written: he is told by the answer that he gets."""
    seat = _awaited(match)
    if seat is None or match.stopped_at is None or clock_stops.stop_reason(seat, work.now):
        return
    clock_stops.start_clock(match, work.now)
    notifications.notify_clock_stop(work, match, seat, letter_kinds.RESUMED)


def settle_for_writer(work: UnitOfWork, match: Match) -> None:
    """Let the clock of this match heed at once what somebody has just written of his absence: his answer tells it."""
    if match.due_at is None or match.due_at >= work.now:
        stop_and_tell(work, match)
    start_for_writer(work, match)  # which leaves alone what has just been stopped for a reason


def _awaited(match: Match) -> Seat | None:
    running = match.state is MatchState.RUNNING and match.to_move is not None
    return match.seats[match.to_move or 0] if running else None
