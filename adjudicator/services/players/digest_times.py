"""When a player's digest comes: what they set, and the next moment by their own clock.

An hour that does not exist on a day is the next that does; one that comes twice counts once.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from msgspec.structs import replace

from adjudicator.engines.contract import Note
from adjudicator.mail.commands.arguments.digest_order import (
    DigestOrder,
    format_digest_order,
    format_minute,
    read_digest_order,
)
from adjudicator.mail.errors import DigestFault
from adjudicator.match.rulings import refusals
from adjudicator.match.rulings.refusals import Refusal, RefusalKey
from adjudicator.match.timekeeping.instants import DAY, from_instant, to_instant
from adjudicator.match.timekeeping.zone_offsets import local_day, wall_instant
from adjudicator.services.refused_error import RefusedError
from adjudicator.store.player_tables import DigestTimes
from adjudicator.store.tables import Player

DIGEST, TURNS = "digest", "turns"
RIGHT = ("digest 18:00", "digest 8:00 mon thu", "digest off")
USUAL = DigestTimes(18 * 60)
"""The digest of a player who has not said when it is to come."""
CHOICES = ("at once", "in the digest")
_MINUTE = 60
_EPOCH_WEEKDAY = 3
"""1970-01-01 was a Thursday."""


def next_digest(times: DigestTimes, zone: str, after: datetime) -> datetime:
    """Return the first moment behind `after` at which a digest is due."""
    begin = to_instant(after)
    days = _days_from(local_day(zone, begin), times.days)
    return next(found for day in days if (found := _moment_on(times, zone, day)) is not None and found > after)


def _days_from(first: int, chosen: tuple[int, ...]) -> Iterator[int]:
    day = first
    while True:
        if not chosen or (day + _EPOCH_WEEKDAY) % 7 in chosen:
            yield day
        day += 1


def _moment_on(times: DigestTimes, zone: str, day: int) -> datetime | None:
    """Return when the digest of a local day is due; None on a day that a zone left out."""
    at = wall_instant(zone, day * DAY + times.minute * _MINUTE)
    return from_instant(at) if local_day(zone, at) == day else None


def parse_digest(player: Player, argument: str) -> str:
    """Read the argument of `digest` and return it in a form for storing. Raises `RefusedError`."""
    try:
        order = read_digest_order(argument)
    except DigestFault as fault:
        given = fault.given[:40]
        raise RefusedError(Refusal.of(RefusalKey.BAD_DIGEST, why=fault.reason, given=given, nearest=RIGHT)) from fault
    if not order.off and order.minute is None and player.digest is None:
        order = DigestOrder(USUAL.minute, order.days, order.boards)
    return format_digest_order(order)


def set_digest(player: Player, settled: str, now: datetime) -> Note:
    """Carry out the result of `parse_digest`, and return the note for the receipt."""
    order = read_digest_order(settled)
    if order.off:
        player.digest, player.turns_in_digest = None, False
    else:
        player.digest = _changed(player.digest or USUAL, order)
    reschedule_digest(player, now)
    return describe_digest(player)


def _changed(before: DigestTimes, order: DigestOrder) -> DigestTimes:
    after = before if order.minute is None else replace(before, minute=order.minute, days=order.days or ())
    if order.minute is None and order.days is not None:
        after = replace(after, days=order.days)
    return after if order.boards is None else replace(after, boards=order.boards)


def parse_turns(argument: str) -> str:
    """Check the argument of `turns`. Raises `RefusedError`."""
    if argument not in CHOICES:
        raise RefusedError(refusals.bad_argument(TURNS, argument, [f"{TURNS} {choice}" for choice in CHOICES]))
    return argument


def set_turns(player: Player, settled: str, now: datetime) -> Note:
    """Choose when letters of turns come. Who wants them in the digest gets one."""
    player.turns_in_digest = settled == CHOICES[1]
    if player.turns_in_digest and player.digest is None:
        player.digest = USUAL
        reschedule_digest(player, now)
    return describe_digest(player)


def reschedule_digest(player: Player, now: datetime) -> None:
    """Note when the next digest is due, after a change of its times or of the player's zone."""
    player.digest_at = next_digest(player.digest, player.zone, now) if player.digest else None


def describe_digest(player: Player) -> Note:
    """Describe what a player has set, as a note: the time of day, days as numbers, and the two choices."""
    times = player.digest
    if times is None:
        return Note.of("settings.digest", at="", days=(), boards=True, turns=False)
    return Note.of(
        "settings.digest",
        at=format_minute(times.minute),
        days=tuple(map(str, times.days)),
        boards=times.boards,
        turns=player.turns_in_digest,
    )
