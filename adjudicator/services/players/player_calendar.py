"""The free times of a player: days off, the night, public holidays. Their clocks rest then in matches that honour it.

A change counts from the player's next turn in each match on. Days off may be entered once in 30 days, and taken off
the list at any time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime, timedelta

from msgspec.structs import replace
from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator.engines.contract import Note, Value
from adjudicator.mail.commands.arguments.free_times_order import FreeTimesOrder, format_free_times, read_free_times
from adjudicator.mail.errors import FreeTimesFault
from adjudicator.match.rulings.refusals import Refusal, RefusalKey
from adjudicator.match.timekeeping.free_times import Calendar, FreeTime, make_calendar
from adjudicator.match.timekeeping.public_holidays import list_holidays
from adjudicator.match.timekeeping.terms import NoLimit
from adjudicator.services.refused_error import RefusedError
from adjudicator.store.player_tables import FreeTimes
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match, Player, Seat
from adjudicator.texts.times.holiday_regions import UnknownHolidays, find_region

KEY = "off"
BETWEEN_CHANGES = timedelta(days=30)
YEARS_AHEAD = 2
"""Years for which a calendar has public holidays, beside the present one."""


def parse_free_times(player: Player, text: str, now: datetime) -> str:
    """Read the command's argument, check it, and return it in a form for storing. Raises `RefusedError`."""
    try:
        order = read_free_times(text)
    except FreeTimesFault as fault:
        nearest = [f"{KEY} {one}" for one in fault.right or ("weekends", "nights 23-7", "none")]
        refusal = Refusal.of(RefusalKey.BAD_FREE_TIMES, why=fault.reason, given=fault.given[:40], nearest=nearest)
        raise RefusedError(refusal) from fault
    if order.holidays:
        try:
            order = FreeTimesOrder(order.days, order.night, find_region(order.holidays))
        except UnknownHolidays as fault:
            nearest = [f"{KEY} holidays {one}" for one in fault.close]
            refusal = Refusal.of(
                RefusalKey.BAD_FREE_TIMES, why="unknown_region", given=fault.given[:40], nearest=nearest
            )
            raise RefusedError(refusal) from fault
    _changed(player, order, now)
    return format_free_times(order)


def set_free_times(session: Session, player: Player, settled: str, now: datetime) -> Note:
    """Carry out the result of `parse_free_times`, and return the note for the receipt. Raises `RefusedError`."""
    order = read_free_times(settled)
    after = _changed(
        player, FreeTimesOrder(order.days, order.night, order.holidays and find_region(order.holidays)), now
    )
    if after.days_off != free_times_of(player).days_off:
        player.days_off_changed_at = now
    player.free_times = after
    return describe_free_times(session, player)


def describe_free_times(session: Session, player: Player) -> Note:
    """Describe a player's free times as a note: days as numbers, the night as ``23-7``, the region's code.

    It also has the codes of the player's running matches with a limit: those that honour all of these free times, some
    (`partly`), or none (`unmoved`).
    """
    off = free_times_of(player)
    night = "{}-{}".format(*off.night) if off.night else ""
    said: tuple[tuple[str, Value], ...] = (
        ("days", tuple(map(str, off.days_off))),
        ("night", night),
        ("region", off.region),
    )
    return Note("settings.off", (*said, *_honour(session, player)))


def _honour(session: Session, player: Player) -> Iterator[tuple[str, Value]]:
    off, codes = free_times_of(player), defaultdict[str, list[str]](list)
    entered = {
        FreeTime.WEEKENDS: bool(off.days_off),
        FreeTime.NIGHTS: off.night is not None,
        FreeTime.HOLIDAYS: bool(off.region),
    }
    kinds = {kind for kind, chosen in entered.items() if chosen}
    plays = (
        select(Match.code, Match.terms)
        .join(Seat)
        .where(
            Seat.player_id == player.id,
            Seat.vacant_at.is_(None),
            Match.state == MatchState.RUNNING,
            Match.days.is_not(None) | Match.terms.is_not(None),
        )
    )
    for code, terms in session.execute(plays.order_by(Match.id)).all():
        if not kinds or (terms is not None and isinstance(terms.time, NoLimit)):
            continue
        honoured = kinds.intersection(terms.off if terms is not None else ())
        how = "honoured" if honoured == kinds else "partly" if honoured else "unmoved"
        codes[how].append(code)
    for how in ("honoured", "partly", "unmoved"):
        yield how, tuple(codes[how])


def free_times_of(player: Player) -> FreeTimes:
    """Return a player's free times."""
    return player.free_times or FreeTimes()


def calendar_of(player: Player, now: datetime) -> Calendar:
    """Make the calendar with which a turn of the player begins."""
    off = free_times_of(player)
    # The year before: at the turn of the year it is still last year in some zones.
    holidays = list_holidays(off.region, now.year - 1, now.year + YEARS_AHEAD) if off.region else ()
    return make_calendar(player.zone, off.days_off, off.night, holidays)


def _changed(player: Player, order: FreeTimesOrder, now: datetime) -> FreeTimes:
    """Return the free times after an order. Raises `RefusedError` for days off that were changed lately."""
    before = free_times_of(player)
    after = before
    if order.days is not None:
        after = replace(after, days_off=order.days)
    if order.night is not None:
        after = replace(after, night=(order.night[0], order.night[1]) if order.night else None)
    if order.holidays is not None:
        after = replace(after, region=order.holidays)
    changed, since = after.days_off != before.days_off, player.days_off_changed_at
    if changed and after.days_off and since is not None and now < since + BETWEEN_CHANGES:
        again = since + BETWEEN_CHANGES
        raise RefusedError.of(RefusalKey.DAYS_OFF_CHANGED, since=since.isoformat(), again=again.isoformat())
    return after
