"""Absences: when a player says that they are away, their clocks stop, for a number of days a year that the host allows.

A player's ledger has every announced absence and every automatic day; `match.timekeeping.absence_ledger` counts them.
This module reads the command, and keeps the ledger in the player's row. Who calls it lets the clocks of running turns
know (`matches.clock.match_clock.refresh_clocks`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator.engines.contract import Note, Value
from adjudicator.mail.commands.arguments.absence_order import (
    AbsenceCancelled,
    AbsenceEnded,
    AbsenceOrder,
    AbsencePlanned,
    format_absence,
    read_absence,
)
from adjudicator.mail.errors import AbsenceFault
from adjudicator.match.rulings.refusals import Refusal, RefusalKey
from adjudicator.match.timekeeping import absence_ledger
from adjudicator.match.timekeeping.absence_ledger import Absence, AbsenceLedger
from adjudicator.match.timekeeping.clock_errors import ClockRefusal, Why
from adjudicator.match.timekeeping.free_times import local_date
from adjudicator.match.timekeeping.instants import from_instant, to_instant
from adjudicator.match.timekeeping.zone_offsets import find_zone
from adjudicator.services.context import Context
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.operation_tables import is_put_off
from adjudicator.store.states import AwayLetters, MatchState, SweepTask
from adjudicator.store.tables import Match, Player, Seat

KEY = "absence"
ONE_DAY = timedelta(days=1)
A_WEEK = timedelta(days=7)
KEPT = timedelta(days=400)
"""How long an absence that is over stays in the list; its days count for ever."""
TOLD_AHEAD = timedelta(days=30)
"""How early the others at a match are told of an absence."""
AT_A_TIME = 500


@dataclass(frozen=True, slots=True)
class ClocksAway:
    """Effect of a player's absences on the clocks of their running matches."""

    unmoved: tuple[str, ...]
    """The codes of the matches whose clocks run while somebody is away, as they were begun."""
    stops: bool
    """Whether any clock would stand; so it is for somebody who has no match at all."""

    @property
    def values(self) -> tuple[tuple[str, Value], ...]:
        """The same as values of a note."""
        return ("unmoved", self.unmoved), ("stops", self.stops)


@dataclass(frozen=True, slots=True)
class AwayDays:
    """An absence as days in the zone in which it was entered, both included."""

    first: date
    last: date
    running: bool = False


def ledger_of(player: Player) -> AbsenceLedger:
    """Return a player's absences."""
    return player.absences or AbsenceLedger()


def local_today(player: Player, now: datetime) -> date:
    """Return the date in a player's zone."""
    return local_date(player.zone, to_instant(now))


def last_day_away(player: Player) -> date | None:
    """Return the last day of a player's absence, running or past, in their zone; None for a player without one."""
    if player.away_until is None:
        return None
    return (player.away_until - timedelta(seconds=1)).astimezone(find_zone(player.zone)).date()


def is_away(player: Player, now: datetime) -> date | None:
    """Return the last day of the running absence, in the player's zone; None when there is none."""
    return last_day_away(player) if player.away_until is not None and now < player.away_until else None


def parse_absence(work: UnitOfWork, player: Player, text: str) -> str:
    """Read the command's argument, check that it can be carried out, and return it in a form for storing.

    Raises `RefusedError` with the right form.
    """
    try:
        order = read_absence(text, local_today(player, work.moment))
    except AbsenceFault as fault:
        raise RefusedError(_refuse_days(work, player, fault)) from fault
    _carried_out(work, player, order)
    return format_absence(order)


def record_absence(work: UnitOfWork, player: Player, settled: str) -> Note:
    """Carry out the result of `parse_absence`, perhaps days later, and return the note for the receipt.

    What begins or ends at once does so when the letter was accepted. Raises `RefusedError`.
    """
    today = local_today(player, work.moment)
    try:
        order = _begun_meanwhile(settled, today)
    except AbsenceFault as fault:
        raise RefusedError(_refuse_days(work, player, fault)) from fault
    ledger, absence = _carried_out(work, player, order)
    unchanged = ledger == ledger_of(player)
    store_ledger(player, ledger, work.now)
    left = _days_left_values(work, player, absence, today)
    if isinstance(order, AbsenceEnded):
        return Note("settings.back", left)
    days = _days_of(absence)
    values = (("first", days.first.isoformat()), ("last", days.last.isoformat()), *left)
    if isinstance(order, AbsenceCancelled):
        return Note("settings.absence_cancelled", values)
    if unchanged:
        return Note("settings.absence_longer", values)
    running = absence.start <= to_instant(work.now)
    values = (*values, *find_clocks_away(work.session, player).values)
    return Note("settings.absence" if running else "settings.absence_planned", values)


def store_ledger(player: Player, ledger: AbsenceLedger, now: datetime) -> None:
    """Keep a player's ledger in their row, with the copies that queries compare with now."""
    player.absences = absence_ledger.settle_ended(ledger, to_instant(now - KEPT))
    instant = to_instant(now)
    running = [one.end for one in ledger.announced if one.start <= instant < one.end]
    coming = [one.start for one in ledger.announced if one.start > instant]
    player.away_until = from_instant(max(running)) if running else None
    player.away_next = from_instant(min(coming)) if coming else None


def take_automatic_day(work: UnitOfWork, player: Player, start: datetime) -> Absence | None:
    """Take one day of absence from a deadline on; None when the player does not want that, or no day is left."""
    if not player.absences_auto:
        return None
    after = absence_ledger.take_automatic_day(
        ledger_of(player), to_instant(start), player.zone, work.context.absence_days
    )
    if after is None:
        return None
    store_ledger(player, after, work.now)
    return after.automatic[-1]


def absences_to_begin(context: Context, now: datetime) -> list[int]:
    """List the players whose announced absence begins by now: `begin_absence` is to be called for each."""
    beginning = select(Player.id).where(Player.away_next <= now, ~is_put_off(SweepTask.ABSENCE, Player.id, now))
    with context.store.reading() as session:
        return list(session.scalars(beginning.limit(AT_A_TIME)))


def begin_absence(work: UnitOfWork, player: Player) -> None:
    """Let an announced absence begin whose time has come."""
    store_ledger(player, ledger_of(player), work.now)


def list_away_days(player: Player, now: datetime, within: timedelta | None = None) -> tuple[AwayDays, ...]:
    """List the announced absences that run or begin, all or only those that begin within a time."""
    instant = to_instant(now)
    latest = None if within is None else to_instant(now + within)
    return tuple(
        replace(_days_of(one), running=one.start <= instant)
        for one in absence_ledger.list_absences(ledger_of(player), instant)
        if latest is None or one.start <= latest
    )


def list_past_days(player: Player, now: datetime) -> tuple[AwayDays, ...]:
    """List the announced absences and automatic days that were over by now, this year's and late ones of last year."""
    ledger, instant = ledger_of(player), to_instant(now)
    over = [one for one in (*ledger.announced, *ledger.automatic) if one.end <= instant]
    return tuple(_days_of(one) for one in sorted(over, key=lambda one: one.start))


def count_days_left(context: Context, player: Player, year: int) -> int:
    """Count the days of absence that a player may still take in a year."""
    return absence_ledger.days_left(ledger_of(player), year, context.absence_days)


def find_clocks_away(session: Session, player: Player) -> ClocksAway:
    """Find the running matches of a player whose clocks run while they are away."""
    query = (
        select(Match.code, Match.terms)
        .join(Seat)
        .where(Seat.player_id == player.id, Seat.vacant_at.is_(None), Match.state == MatchState.RUNNING)
    )
    rows = session.execute(query.order_by(Match.id)).all()
    unmoved = tuple(code for code, terms in rows if terms is not None and not terms.absence)
    return ClocksAway(unmoved, not rows or len(unmoved) < len(rows))


def set_automatic(player: Player, switch: str) -> Note:
    """Choose whether a day of absence is taken when the player's time would run out; `switch` is ``auto`` or other."""
    player.absences_auto = switch == "auto"
    return Note.of("settings.absences", value="auto" if player.absences_auto else "by hand")


def set_away_letters(player: Player, value: str) -> Note:
    """Choose the effect of an out-of-office reply with a date."""
    player.away_letters = AwayLetters(value)
    return Note.of("settings.away_letters", value=str(player.away_letters))


def _begun_meanwhile(settled: str, today: date) -> AbsenceOrder:
    """Read a stored order; an absence whose first day has passed since begins now."""
    first, to, last = settled.partition(" to ")
    if to and date.fromisoformat(first) < today:
        return read_absence(last, today)
    return read_absence(settled, today)


def _carried_out(work: UnitOfWork, player: Player, order: AbsenceOrder) -> tuple[AbsenceLedger, Absence]:
    """Return the ledger after an order, and the absence that it is about. Raises `RefusedError`."""
    ledger, now = ledger_of(player), to_instant(work.moment)
    try:
        if isinstance(order, AbsenceEnded):
            running = next((one for one in ledger.announced if one.start <= now < one.end), None)
            return absence_ledger.end_absence(ledger, now)[0], running or Absence(now, now, player.zone)
        if isinstance(order, AbsenceCancelled):
            coming = [one for one in ledger.announced if one.start > now]
            meant = next((one for one in coming if _days_of(one).first <= order.day <= _days_of(one).last), None)
            first = _days_of(meant).first if meant else order.day
            return absence_ledger.cancel_absence(ledger, first, now)[0], meant or Absence(now, now, player.zone)
        first = order.first or local_today(player, work.moment)
        after, entered = absence_ledger.announce_absence(
            ledger, first, order.last, player.zone, now, work.context.absence_days
        )
        return after, next(one for one in after.announced if one.start <= entered.start and entered.end <= one.end)
    except ClockRefusal as fault:
        raise RefusedError(_refuse(work, player, order, fault)) from fault


def _refuse(work: UnitOfWork, player: Player, order: AbsenceOrder, fault: ClockRefusal) -> Refusal:
    if fault.why is Why.NO_ABSENCE:
        coming = [one for one in list_away_days(player, work.moment) if one.first > local_today(player, work.moment)]
        nearest = [f"{KEY} over"] if is_away(player, work.moment) else []
        nearest += [f"{KEY} cancel {one.first}" for one in coming]
        return Refusal.of(RefusalKey.NO_ABSENCE, ended=isinstance(order, AbsenceEnded), nearest=nearest)
    if fault.why is Why.ALLOWANCE and isinstance(order, AbsencePlanned):
        short = {year: left for year, left in fault.days_left.items() if year <= order.last.year}
        values = (("days", work.context.absence_days), *_left_values(short))
        return Refusal(RefusalKey.ABSENT_TOO_LONG, values, tuple(_affordable(work, player, order)))
    return _refuse_days(work, player, AbsenceFault("past", format_absence(order)))


def _left_values(left: Mapping[int, int]) -> tuple[tuple[str, Value], ...]:
    """Write the days left by year as values of a note."""
    years = sorted(left)
    return ("years", tuple(map(str, years))), ("left", tuple(str(left[year]) for year in years))


def _affordable(work: UnitOfWork, player: Player, order: AbsencePlanned) -> Sequence[str]:
    """Suggest the longest absence with the same beginning that is allowed; none if not even a day is."""
    first = order.first or local_today(player, work.moment)
    shortest, longest = 0, (order.last - first).days
    while shortest < longest:
        middle = (shortest + longest + 1) // 2
        if _is_allowed(work, player, AbsencePlanned(order.first, first + (middle - 1) * ONE_DAY)):
            shortest = middle
        else:
            longest = middle - 1
    if not shortest:
        return ()
    return (f"{KEY} {format_absence(AbsencePlanned(order.first, first + (shortest - 1) * ONE_DAY))}",)


def _is_allowed(work: UnitOfWork, player: Player, order: AbsencePlanned) -> bool:
    try:
        _carried_out(work, player, order)
    except RefusedError:
        return False
    return True


def _refuse_days(work: UnitOfWork, player: Player, fault: AbsenceFault) -> Refusal:
    """Refuse days that cannot be read, or that there are not, with an absence that would be right."""
    week = AbsencePlanned(None, local_today(player, work.moment) + A_WEEK - ONE_DAY)
    right = [f"{KEY} {one}" for one in fault.right]
    if not right and _is_allowed(work, player, week):
        right = [f"{KEY} {format_absence(week)}"]
    right = right or list(_affordable(work, player, week))
    return Refusal.of(RefusalKey.BAD_ABSENCE, why=fault.reason, given=fault.given[:40], nearest=right)


def _days_of(absence: Absence) -> AwayDays:
    return AwayDays(
        local_date(absence.zone, absence.start), local_date(absence.zone, max(absence.start, absence.end - 1))
    )


def _days_left_values(work: UnitOfWork, player: Player, absence: Absence, today: date) -> tuple[tuple[str, Value], ...]:
    """Tell a note how many days are left in this year, and in the others that an absence has days in."""
    days = _days_of(absence)
    years = {today.year, days.first.year, days.last.year}
    return _left_values({year: count_days_left(work.context, player, year) for year in years})
