"""Absences: a player names the last day on which they are away, and their clocks stop until then.

The host allows a number of days a year. This module reads and records an absence; `clock_stops` and
`matches.clock_control` stop the clocks.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator.engines.contract import Note
from adjudicator.mail.commands.dates import read_day
from adjudicator.mail.commands.vocabulary import BACK
from adjudicator.mail.text.text_fold import fold_line
from adjudicator.match.refusals import Refusal, RefusalKey
from adjudicator.services.players.clock_stops import last_day_away
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.tables import Absence, Player
from adjudicator.texts.time_zones import zone_named

YEAR = timedelta(days=365)
ONE_DAY = timedelta(days=1)
KEY = "absence"
OVER = "over"
"""In place of a day: the absence ends now."""


def parse_absence(work: UnitOfWork, player: Player, text: str) -> str:
    """Read the command's argument; return the last day of the absence as ``2027-03-14``, or `OVER`.

    Raises `RefusedError` for a day in the past, and for one later than the host allows.
    """
    if fold_line(text) in BACK:
        return OVER
    today = work.now.astimezone(zone_named(player.zone)).date()
    day = read_day(text, today)
    latest = today + timedelta(days=_days_left(work, player) - 1)
    if day is None:
        right = () if latest < today else (f"absence {min(today + timedelta(days=6), latest)}",)
        raise RefusedError(Refusal.of(RefusalKey.BAD_ABSENCE, given=text[:40], nearest=right))
    if day > latest:
        right = () if latest < today else (f"absence {latest}",)
        raise RefusedError(Refusal.of(RefusalKey.ABSENT_TOO_LONG, days=work.context.absence_days, nearest=right))
    return day.isoformat()


def record_absence(work: UnitOfWork, player: Player, settled: str) -> Note:
    """Record the result of `parse_absence`, and return the note for the receipt.

    A running absence gets the new end, so that changing one's mind does not cost the days twice.
    """
    running = [row for row in _absences(work.session, player, work.now) if row.since <= work.now]
    if settled == OVER:
        for row in running:
            row.until = work.now
        player.away_until = None
        return Note.of("settings.back")
    zone = zone_named(player.zone)
    end = datetime.combine(date.fromisoformat(settled) + ONE_DAY, time(), zone)
    player.away_until = end
    for row in running:
        row.until = end
    if not running:
        work.session.add(Absence(player_id=player.id, since=work.now, until=end))
        work.session.flush()
    return Note.of("settings.absence", value=settled)


def is_away(player: Player, now: datetime) -> date | None:
    """Return the last day of the running absence, in the player's zone; None when there is none."""
    return last_day_away(player) if player.away_until is not None and now < player.away_until else None


def _days_left(work: UnitOfWork, player: Player) -> int:
    """Count the days that the host still allows. The rest of the running absence is free: its end may be chosen anew.

    An absence costs each day that it began. Otherwise a hundred short absences would cost nothing.
    """
    return work.context.absence_days - sum(
        _cost(row, work.now) for row in _absences(work.session, player, work.now - YEAR)
    )


def _cost(row: Absence, now: datetime) -> int:
    """Count the days of an absence within the past year; the present day of a running one is not spent yet."""
    length = min(row.until, now) - max(row.since, now - YEAR)
    return length // ONE_DAY if row.until > now else max(1, -(-length // ONE_DAY))


def _absences(session: Session, player: Player, after: datetime) -> Sequence[Absence]:
    return session.scalars(select(Absence).where(Absence.player_id == player.id, Absence.until > after)).all()
