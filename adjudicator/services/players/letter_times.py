"""When letters come to a player: their reminders and their quiet hours. Both are settings, by letter and on a page.

Reminders may be set for all matches, and for one match at its seat. Who calls the functions that set something lets the
running turns know (`matches.clock.match_clock.refresh_clocks`).
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from sqlalchemy import update

from adjudicator.engines.contract import Note
from adjudicator.mail.commands.arguments.quiet_order import format_quiet, read_quiet
from adjudicator.mail.commands.arguments.reminders_order import RemindersOrder, format_reminders, read_reminders
from adjudicator.mail.errors import ArgumentFault, QuietFault, RemindersFault
from adjudicator.match.rulings.refusals import Refusal, RefusalKey
from adjudicator.match.timekeeping.quiet_hours import QuietHours
from adjudicator.match.timekeeping.reminders import USUAL, ReminderPlan
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.tables import Player, Seat

REMIND: Final = "remind"
QUIET: Final = "quiet"


def parse_plan(text: str) -> str:
    """Read the argument of `remind`, and return it in a form for storing. Raises `RefusedError`."""
    try:
        return format_reminders(read_reminders(text))
    except RemindersFault as fault:
        raise RefusedError(_refuse(REMIND, RefusalKey.BAD_REMINDERS, fault)) from fault


def set_plan(work: UnitOfWork, player: Player, settled: str) -> Note:
    """Set the reminders of a player for all matches, also those with reminders of their own; return the note."""
    player.reminders = _plan_of(read_reminders(settled))
    own = update(Seat).where(Seat.player_id == player.id, Seat.reminders.is_not(None))
    work.session.execute(own.values(reminders=None))
    return _describe(player.reminders)


def set_plan_of_seat(seat: Seat, settled: str, match_code: str) -> Note:
    """Set the reminders of a player for one match; return the note."""
    seat.reminders = _plan_of(read_reminders(settled))
    return _describe(seat.reminders, match_code)


def parse_quiet(text: str) -> str:
    """Read the argument of `quiet`, and return it in a form for storing. Raises `RefusedError`."""
    try:
        return format_quiet(read_quiet(text))
    except QuietFault as fault:
        raise RefusedError(_refuse(QUIET, RefusalKey.BAD_QUIET, fault)) from fault


def set_quiet(player: Player, settled: str) -> Note:
    """Set the quiet hours of a player; return the note."""
    hours = read_quiet(settled)
    player.quiet_hours = None if hours is None else QuietHours(*hours)
    return Note.of("settings.quiet", value=settled)


def describe_plan(player: Player, seat: Seat | None = None) -> str:
    """Write the reminders of a player as the command `remind` reads them; in a match, those of their seat."""
    own = seat.reminders if seat is not None else None
    plan = own or player.reminders or USUAL
    return format_reminders(RemindersOrder(tuple(timedelta(seconds=one) for one in plan.before), plan.usual))


def describe_times(seat: Seat, player: Player, match_code: str) -> tuple[Note, ...]:
    """Describe when letters about a match come to the player of a seat."""
    own, hours = seat.reminders, player.quiet_hours
    everywhere = player.reminders if player.reminders is not None else USUAL
    reminded = _describe(everywhere) if own is None else _describe(own, match_code)
    if hours is None:
        return (reminded,)
    return (reminded, Note.of("settings.quiet", value=format_quiet((hours.begin, hours.end))))


def _describe(plan: ReminderPlan, match_code: str = "") -> Note:
    value = "usual" if plan.usual else "times" if plan.before else "none"
    return Note.of("settings.remind", value=value, spans=tuple(map(str, plan.before)), match=match_code)


def _plan_of(order: RemindersOrder) -> ReminderPlan:
    return ReminderPlan(tuple(int(one.total_seconds()) for one in order.before), order.usual)


def _refuse(command: str, key: RefusalKey, fault: ArgumentFault) -> Refusal:
    nearest = [f"{command} {one}" for one in fault.right]
    return Refusal.of(key, why=fault.reason, given=fault.given[:40], nearest=nearest)
