"""Nudges: in a match without a limit, others may have the player to move reminded in a friendly letter.

Once in three days, counted from the beginning of the turn: who got the turn just now needs no reminder.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from adjudicator.match.rulings.refusals import Refusal, RefusalKey
from adjudicator.match.timekeeping.stops import StopKind
from adjudicator.services.matches.clock import match_clock
from adjudicator.services.players.absences import is_away
from adjudicator.services.players.players import seat_accepts_mail
from adjudicator.services.refused_error import RefusedError
from adjudicator.store.tables import Match, Seat

BETWEEN = timedelta(days=3)


def find_nudged(match: Match, asker: Seat, now: datetime) -> Seat:
    """Return the seat that a nudge from `asker` would go to now. Raises `RefusedError`."""
    seat, again = match_clock.mover_of(match), possible_from(match)
    if seat is None or match.clock is None or seat.number == asker.number:
        raise RefusedError(Refusal(RefusalKey.NOTHING_TO_NUDGE))
    if again is None:
        raise RefusedError(Refusal(RefusalKey.HAS_LIMIT))
    if now < again:
        raise RefusedError.of(RefusalKey.NUDGED_LATELY, again=again.isoformat())
    if (why := _out_of_reach(match, seat, now)) is not None:
        raise RefusedError.of(RefusalKey.OUT_OF_REACH, why=why, seat=seat.number)
    return seat


def may_nudge(match: Match, asker: Seat | None, now: datetime) -> bool:
    """Would a nudge go out now?"""
    if asker is None or asker.vacant_at is not None:
        return False
    try:
        find_nudged(match, asker, now)
    except RefusedError:
        return False
    return True


def possible_from(match: Match) -> datetime | None:
    """Return from when the running turn may be nudged (again); None in a match with a limit."""
    known = [at for at in (match.since, match.nudged_at) if at is not None]
    if match.clock is None or match.clock.budget is not None or not known:
        return None
    return max(known) + BETWEEN


def _out_of_reach(match: Match, seat: Seat, now: datetime) -> str | None:
    """Tell why a nudge would not reach a player, or should not: ``away``, ``paused``, ``bounced`` or ``letters``."""
    standing = match_clock.standing_because(match, now)
    if standing is StopKind.ABSENCE or (seat.player is not None and is_away(seat.player, now)):
        return "away"  # also where the clock runs on in an absence
    if standing in {StopKind.PAUSE, StopKind.HOST_PAUSE}:
        return "paused"
    if seat.player is None or seat.player.bounced_at is not None:
        return "bounced"
    return None if seat_accepts_mail(seat, asks_something=True) else "letters"
