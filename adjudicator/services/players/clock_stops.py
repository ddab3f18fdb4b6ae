"""Pauses a clock while the player to move is away or unreachable.

Two reasons stop the clock of a turn: an absence, without a limit of its own (`absences` has one), and bounced letters.
Bounces stop it for at most `LONGEST_BOUNCE` for each player and match; then it runs whether letters arrive or not, so
that every match with a time limit ends. These functions change the rows; `matches.clock_control` decides when.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from enum import StrEnum

from adjudicator.match.clock import LEAST_AFTER_BOUNCE, NO_TIME, Deadline, StoppedClock
from adjudicator.store.tables import Match, Player, Seat
from adjudicator.texts.time_zones import zone_named

LONGEST_BOUNCE = timedelta(days=21)
"""For each player and match, over all stops because of bounces."""


class StopReason(StrEnum):
    """Why a clock is stopped."""

    AWAY = "away"
    BOUNCED = "bounced"


def stop_reason(seat: Seat, now: datetime) -> StopReason | None:
    """Return the reason to stop the clock of a seat; None when it has to run. An absence comes before bounces."""
    player = seat.player
    if player is None:
        return None
    if player.away_until is not None and now < player.away_until:
        return StopReason.AWAY
    return StopReason.BOUNCED if player.bounced_at is not None and bounce_left(seat) > NO_TIME else None


def bounce_left(seat: Seat) -> timedelta:
    """Return how long bounces may still stop the clock of a seat."""
    return LONGEST_BOUNCE - timedelta(seconds=seat.bounced_seconds)


def last_day_away(player: Player) -> date | None:
    """Return the last day of a player's absence, running or past, in their zone; None for a player without one."""
    if player.away_until is None:
        return None
    return (player.away_until - timedelta(seconds=1)).astimezone(zone_named(player.zone)).date()


def stop_clock(match: Match, seat: Seat, now: datetime) -> None:
    """Stop the clock of the present turn, which is this seat's."""
    stopped = Deadline(match.since or now, match.due_at).stopped(now)
    match.stopped_at = stopped.since
    match.seconds_left = None if stopped.left is None else int(stopped.left.total_seconds())
    match.due_at = match.remind_at = match.overdue_at = None
    if stop_reason(seat, now) is StopReason.BOUNCED:
        limit_bounce_stop(match, seat, now)


def limit_bounce_stop(match: Match, seat: Seat, now: datetime) -> None:
    """Set the end of a stop whose only reason is bounces."""
    match.stopped_until = now + bounce_left(seat)


def start_clock(match: Match, now: datetime) -> None:
    """Start the clock again. `since` stays: it is the beginning of the turn, stopped or not."""
    left = None if match.seconds_left is None else timedelta(seconds=match.seconds_left)
    least = NO_TIME if match.stopped_until is None else LEAST_AFTER_BOUNCE
    deadline = StoppedClock(match.stopped_at or now, left).resumed(now, least)
    clear_stop(match, now)
    match.due_at = deadline.due
    match.remind_at = deadline.reminder


def charge_bounce_stop(match: Match, now: datetime) -> None:
    """Charge the seat to move with the time for which bounces stopped its clock.

    `stopped_until` was set to the moment at which all of `LONGEST_BOUNCE` is used up, so the rest until then is unused.
    """
    if match.stopped_until is None:
        return
    spent = LONGEST_BOUNCE - max(NO_TIME, match.stopped_until - now)
    for seat in match.seats:
        if seat.player_id is not None and seat.player_id == match.awaited_id:
            seat.bounced_seconds = max(seat.bounced_seconds, int(spent.total_seconds()))
    match.stopped_until = None


def clear_stop(match: Match, now: datetime) -> None:
    """End a stop together with its turn."""
    charge_bounce_stop(match, now)
    match.stopped_at = None
    match.seconds_left = None
