"""Pauses a clock while the player to move is away or unreachable.

Bounces stop the clocks of a player in a match for `LONGEST_BOUNCE` in all; from then on it runs whether letters arrive
or not, so that every match with a limit ends.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from enum import StrEnum

from adjudicator.match.clock import LEAST_AFTER_BOUNCE, NO_TIME, Deadline, StoppedClock
from adjudicator.store.tables import Match, Player, Seat
from adjudicator.texts.time_zones import zone_named

LONGEST_BOUNCE = timedelta(days=21)
"""For each player and match, all standstills by bounces together."""


class StopReason(StrEnum):
    """Why the time of a player stands still."""

    AWAY = "away"
    BOUNCED = "bounced"


def stop_reason(seat: Seat, now: datetime) -> StopReason | None:
    """Say why the time of a seat's player stands still; None when it runs."""
    player = seat.player
    if player is None:
        return None
    if player.away_until is not None and now < player.away_until:
        return StopReason.AWAY
    return StopReason.BOUNCED if player.bounced_at is not None and bounce_left(seat) > NO_TIME else None


def bounce_left(seat: Seat) -> timedelta:
    """Tell how long bounces may still stop the clock of a seat."""
    return LONGEST_BOUNCE - timedelta(seconds=seat.bounced_seconds)


def last_day_away(player: Player) -> date | None:
    """Name the last day of a player's absence, in his own zone; None when he told of none."""
    if player.away_until is None:
        return None
    return (player.away_until - timedelta(seconds=1)).astimezone(zone_named(player.zone)).date()


def stop_clock(match: Match, seat: Seat, now: datetime) -> None:
    """Let the time of the present turn, which is the seat's, stand still."""
    standstill = Deadline(match.since or now, match.due_at).stopped(now)
    match.stopped_at = standstill.since
    match.seconds_left = None if standstill.left is None else int(standstill.left.total_seconds())
    match.due_at = match.remind_at = match.overdue_at = None
    if stop_reason(seat, now) is StopReason.BOUNCED:
        limit_bounce_stop(match, seat, now)


def limit_bounce_stop(match: Match, seat: Seat, now: datetime) -> None:
    """Set the end of a standstill that is due to bounces alone."""
    match.stopped_until = now + bounce_left(seat)


def start_clock(match: Match, now: datetime) -> None:
    """Let it run again. `since` stays: the turn began when it began."""
    left = None if match.seconds_left is None else timedelta(seconds=match.seconds_left)
    least = NO_TIME if match.stopped_until is None else LEAST_AFTER_BOUNCE
    deadline = StoppedClock(match.stopped_at or now, left).resumed(now, least)
    clear_stop(match, now)
    match.due_at = deadline.due
    match.remind_at = deadline.reminder


def charge_bounce_stop(match: Match, now: datetime) -> None:
    """Enter in the account of the seat to move how long bounces stopped its clock."""
    if match.stopped_until is None:
        return
    spent = LONGEST_BOUNCE - max(NO_TIME, match.stopped_until - now)
    for seat in match.seats:
        if seat.player_id is not None and seat.player_id == match.awaited_id:
            seat.bounced_seconds = max(seat.bounced_seconds, int(spent.total_seconds()))
    match.stopped_until = None


def clear_stop(match: Match, now: datetime) -> None:
    """Leave a standstill behind with the turn that it belonged to."""
    charge_bounce_stop(match, now)
    match.stopped_at = None
    match.seconds_left = None
