"""Time that stands still: while a player's letters come back, or while he is away, nobody runs out of time for it."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from adjudicator.match.clock import Deadline, Standstill
from adjudicator.store.tables import Match, Player
from adjudicator.texts.zones import zone_named

BOUNCED = "bounced"
AWAY = "away"


def reason(player: Player | None, now: datetime) -> str:
    """Say in a word why a player's time stands still; empty when it runs."""
    if player is None:
        return ""
    if player.bounced_at is not None:
        return BOUNCED
    return AWAY if player.away_until is not None and now < player.away_until else ""


def last_day(player: Player) -> date | None:
    """Name the last day of a player's absence, in his own zone; None when he told of none."""
    if player.away_until is None:
        return None
    return (player.away_until - timedelta(seconds=1)).astimezone(zone_named(player.zone)).date()


def stop_clock(match: Match, now: datetime) -> None:
    """Let the time of the present turn stand still."""
    standstill = Deadline(match.since or now, match.due_at).stopped(now)
    match.stopped_at = standstill.since
    match.seconds_left = None if standstill.left is None else int(standstill.left.total_seconds())
    match.due_at = match.remind_at = match.overdue_at = None


def start_clock(match: Match, now: datetime) -> None:
    """Let it run again. `since` stays: the turn began when it began."""
    left = None if match.seconds_left is None else timedelta(seconds=match.seconds_left)
    deadline = Standstill(match.stopped_at or now, left).resumed(now)
    match.due_at = deadline.due
    match.remind_at = deadline.reminder
    forget(match)


def forget(match: Match) -> None:
    """Leave a standstill behind with the turn that it belonged to."""
    match.stopped_at = None
    match.seconds_left = None
