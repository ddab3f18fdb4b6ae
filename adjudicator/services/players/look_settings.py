"""Whether a player's orders wait before they are played: in all their matches, and in one match at its seat."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from sqlalchemy import update

from adjudicator.engines.contract import Note
from adjudicator.mail.commands.arguments.second_look_order import (
    LONGEST,
    SecondLookOrder,
    read_delay,
    read_switch,
)
from adjudicator.mail.errors import DelayFault
from adjudicator.match.rulings import refusals
from adjudicator.match.rulings.refusals import RefusalKey
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.player_tables import SecondLook
from adjudicator.store.tables import Seat

CONFIRM: Final = "confirm orders"
DELAY: Final = "delay"
_AT_ONCE = SecondLook()
_MINUTE = timedelta(minutes=1)


def look_of(seat: Seat) -> SecondLook:
    """Return the settings of a seat's player in its match."""
    if seat.second_look is not None:
        return seat.second_look
    usual = seat.player.second_look if seat.player is not None else None
    return usual or _AT_ONCE


def parse_look(command: str, text: str) -> SecondLookOrder:
    """Read the argument of `confirm orders` or `delay`. Raises `RefusedError`."""
    if command == CONFIRM:
        order = read_switch(text)
        if order is None:
            raise RefusedError(refusals.bad_argument(CONFIRM, text, (f"{CONFIRM} on", f"{CONFIRM} off")))
        return order
    try:
        return read_delay(text)
    except DelayFault as fault:
        right = (f"{DELAY} 30m", f"{DELAY} off")
        if fault.reason != "length":
            raise RefusedError(refusals.bad_argument(DELAY, text, right)) from fault
        hours = LONGEST // timedelta(hours=1)
        raise RefusedError.of(RefusalKey.DELAY_LENGTH, nearest=right, hours=hours) from fault


def set_look(work: UnitOfWork, seat: Seat, order: SecondLookOrder, match_code: str) -> Note:
    """Set it for one match, or for all of the player's, also those with a setting of their own; return the note.

    Orders wait for a yes or for some time: who asks for one of them has no longer asked for the other.
    """
    if isinstance(order.value, bool):
        look = SecondLook(confirm=order.value)
    else:
        look = SecondLook(minutes=order.value // _MINUTE)
    if order.always and seat.player is not None:
        seat.player.second_look = look or None
        own = update(Seat).where(Seat.player_id == seat.player.id, Seat.second_look.is_not(None))
        work.session.execute(own.values(second_look=None))
        seat.second_look = None
        return _describe(look)
    seat.second_look = look
    return _describe(look, match_code)


def describe_look(seat: Seat, match_code: str) -> Note:
    """Describe the settings of a seat."""
    return _describe(look_of(seat), match_code if seat.second_look is not None else "")


def _describe(look: SecondLook, match_code: str = "") -> Note:
    value = "confirm" if look.confirm else "delay" if look.minutes else "off"
    return Note.of("settings.second_look", value=value, seconds=look.minutes * 60, match=match_code)
