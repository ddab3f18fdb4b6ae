"""A player's zone and free times, and the rules for changing them."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from adjudicator.match.timekeeping.clock_errors import ClockRefusal, Why
from adjudicator.match.timekeeping.free_times import Calendar, check_days_off, check_night
from adjudicator.match.timekeeping.instants import DAY, Instant, Seconds
from adjudicator.match.timekeeping.turn_clock import Turn, change_zone
from adjudicator.match.timekeeping.zone_offsets import is_zone

BETWEEN_CHANGES: Final[Seconds] = 30 * DAY


class PlayerClock(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player's data for clocks, except absences. A turn that runs keeps the calendar with which it began."""

    calendar: Calendar
    days_off_changed: Instant | None = None
    zone_credited: Instant | None = None
    """When a change of zone last moved a deadline."""


def change_free_times(
    player: PlayerClock,
    days_off: tuple[int, ...],
    night: tuple[int, int] | None,
    holidays: tuple[int, ...],
    now: Instant,
) -> PlayerClock:
    """Change the free times from the next turn on.

    Raises `ClockRefusal`: they cannot be, or the days off changed within 30 days. Having none is always allowed.
    """
    try:
        check_days_off(days_off)
        check_night(night)
    except ValueError as fault:
        raise ClockRefusal(Why.BAD) from fault
    days_off = tuple(sorted(days_off))
    changed = player.days_off_changed
    if days_off != player.calendar.days_off:
        if days_off and changed is not None and now - changed < BETWEEN_CHANGES:
            raise ClockRefusal(Why.THIRTY_DAYS)
        changed = now
    calendar = replace(player.calendar, days_off=days_off, night=night, holidays=tuple(sorted(set(holidays))))
    return replace(player, calendar=calendar, days_off_changed=changed)


def change_player_zone(player: PlayerClock, zone: str) -> PlayerClock:
    """Change the zone from the next turn on; `credit_zone` is for the turns that run. Raises `ClockRefusal`."""
    if not is_zone(zone):
        raise ClockRefusal(Why.BAD)
    return replace(player, calendar=replace(player.calendar, zone=zone))


def credit_zone(player: PlayerClock, turn: Turn, zone: str, now: Instant) -> tuple[PlayerClock, Turn]:
    """Give a running turn the time that a change of zone adds, if no deadline was moved by one within 30 days.

    For several running turns at one change hand in the same `player` each time, and keep any one that was credited.
    """
    if player.zone_credited is not None and now - player.zone_credited < BETWEEN_CHANGES:
        return player, turn
    credited = change_zone(turn, zone, now)
    return (player, turn) if credited is turn else (replace(player, zone_credited=now), credited)
