"""Stops and starts the clocks of players who are away or unreachable, and informs the others.

The sweep (`jobs.periodic_sweep`) lists matches with `clocks_to_...`, locks each, and calls the matching `..._and_tell`,
which checks again under the lock. A player who has just written is handled at once (`..._for_writer`).
"""

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
# The queries list the players who are unreachable, not the others: they are few. A player who has used up the time for
# which bounces may stop a match does not count as unreachable in it.
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
    """List the matches whose clock runs although the player to move is away or unreachable."""
    runs = select(Match.id).where(Match.stopped_at.is_(None))
    # Not after the deadline: a player cannot undo a missed deadline by an absence or by bounces.
    in_time = or_(Match.due_at.is_(None), Match.due_at >= now)
    query = union(
        runs.where(Match.awaited_id.in_(_BOUNCED), Match.awaited_id.in_(_UNREACHABLE), in_time),
        runs.where(Match.awaited_id.in_(_away(now)), in_time),
    )
    return _numbers(context, query)


def clocks_to_start(context: Context, now: datetime) -> list[int]:
    """List the matches whose clock is stopped although the player to move is there, or was unreachable for too long."""
    stopped = select(Match.id).where(Match.stopped_at.is_not(None))
    there = stopped.where(Match.awaited_id.not_in(_BOUNCED), Match.awaited_id.not_in(_away(now)))
    return _numbers(context, union(there, select(Match.id).where(Match.stopped_until <= now)))


def clocks_to_limit(context: Context, now: datetime) -> list[int]:
    """List the matches whose clock is stopped without an end, by an absence that is over, while letters bounce."""
    stopped = select(Match.id).where(Match.stopped_at.is_not(None), Match.stopped_until.is_(None))
    return _numbers(context, stopped.where(Match.awaited_id.in_(_BOUNCED), Match.awaited_id.not_in(_away(now))))


def _numbers(context: Context, query: Select[int] | CompoundSelect[int]) -> list[int]:
    with context.store.reading() as session:
        return list(session.scalars(query.limit(AT_A_TIME)))


def _away(now: datetime) -> Select[int]:
    return select(Player.id).where(Player.away_until > now)


def stop_and_tell(work: UnitOfWork, match: Match) -> None:
    """Stop the clock of a match, and inform the others."""
    seat = _awaited(match)
    if seat is None or match.stopped_at is not None or not clock_stops.stop_reason(seat, work.now):
        return
    clock_stops.stop_clock(match, seat, work.now)
    notifications.notify_clock_stop(work, match, seat, letter_kinds.STOPPED)


def limit_and_tell(work: UnitOfWork, match: Match) -> None:
    """Set the end of a stop that has only bounces as its reason by now, and inform the others."""
    seat = _awaited(match)
    if seat is None or match.stopped_at is None or match.stopped_until is not None:
        return
    why = clock_stops.stop_reason(seat, work.now)
    if why is StopReason.BOUNCED:
        clock_stops.limit_bounce_stop(match, seat, work.now)
        notifications.notify_clock_stop(work, match, seat, letter_kinds.STOPPED)
    elif why is None:
        _end_bounce_stop(work, match, seat)


def start_and_tell(work: UnitOfWork, match: Match) -> None:
    """Start the clock of a match again, and inform everybody: the player to move gets the letter of the turn again."""
    seat = _awaited(match)
    if seat is None or seat.player is None or match.stopped_at is None:
        return
    if match.stopped_until is not None and match.stopped_until <= work.now:
        _end_bounce_stop(work, match, seat)
    elif not clock_stops.stop_reason(seat, work.now):
        start_for_writer(work, match)
        if accepts_mail(seat.player, asks_something=True):
            notifications.notify_seat(work, seat, letter_kinds.YOUR_TURN, load_match(match))


def _end_bounce_stop(work: UnitOfWork, match: Match, seat: Seat) -> None:
    """Start the clock although letters still bounce, and inform everybody, the unreachable player included.

    During an absence the clock stays stopped: only the time for bounces is charged.
    """
    if clock_stops.stop_reason(seat, work.now) is StopReason.AWAY:
        clock_stops.charge_bounce_stop(match, work.now)
        return
    clock_stops.start_clock(match, work.now)
    notifications.notify_bounce_limit(work, match, seat)


def start_for_writer(work: UnitOfWork, match: Match) -> None:
    """Start the clock of a player who has just written. Their receipt tells them, so only the others get a letter."""
    seat = _awaited(match)
    if seat is None or match.stopped_at is None or clock_stops.stop_reason(seat, work.now):
        return
    clock_stops.start_clock(match, work.now)
    notifications.notify_clock_stop(work, match, seat, letter_kinds.RESUMED)


def settle_for_writer(work: UnitOfWork, match: Match) -> None:
    """Apply an absence that a player of this match has just declared, or ended, to its clock at once."""
    if match.due_at is None or match.due_at >= work.now:
        stop_and_tell(work, match)
    start_for_writer(work, match)  # does nothing while there is a reason to stop


def _awaited(match: Match) -> Seat | None:
    running = match.state is MatchState.RUNNING and match.to_move is not None
    return match.seats[match.to_move or 0] if running else None
