"""Which reply addresses of a seat still count, and for what.

An order names the turn that it answers. A command that decides something does not, and an old letter may have been
seen by others: so it is taken only by the address of the turn that runs, or by the newest that was sent to the seat.
All addresses of a match end some time after the match.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import select

from adjudicator.mail.address import SeatAddress
from adjudicator.mail.errors import MailFault
from adjudicator.services.context import Context
from adjudicator.services.identity.credentials import CHANGES
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.states import OutboxState
from adjudicator.store.tables import Match, Outbox, Seat

LIFE_AFTER_MATCH = timedelta(days=14)
DECIDING = frozenset({"resign", "claim", "grant", "press", "absence", "stop", "start"}) | CHANGES
"""The commands that decide something. What only asks, or says how letters look, counts from older letters too."""
NEWEST_LOOKED_AT = 5


def reply_addresses_expired(match: Match, now: datetime) -> bool:
    """Tell whether the reply addresses of a match have come to their end."""
    return match.finished_at is not None and now > match.finished_at + LIFE_AFTER_MATCH


def may_decide(work: UnitOfWork, match: Match, seat: Seat, letter_turn: int) -> bool:
    """Tell whether the address of a turn is new enough for a command that decides something."""
    return letter_turn >= match.turn or letter_turn >= _newest_sent(work, match, seat)


def _newest_sent(work: UnitOfWork, match: Match, seat: Seat) -> int:
    """Find the turn of the newest reply address that went out to a seat; that of the match where none did."""
    query = (
        select(Outbox.reply_to)
        .where(Outbox.match_id == match.id, Outbox.player_id == seat.player_id, Outbox.state == OutboxState.SENT)
        .order_by(Outbox.id.desc())
        .limit(NEWEST_LOOKED_AT)
    )
    turns = (_turn(work.context, match, seat, reply_to) for reply_to in work.session.scalars(query))
    return max((turn for turn in turns if turn is not None), default=match.turn)


def _turn(context: Context, match: Match, seat: Seat, reply_to: str) -> int | None:
    try:
        route = context.addresses.read(reply_to)
    except MailFault:
        return None
    if not isinstance(route, SeatAddress) or (route.match, route.seat) != (match.code.lower(), seat.number):
        return None
    return route.turn
