"""Validity of reply addresses.

A reply address is signed for a seat and a turn. An order counts only in its turn. A command that decides something has
no turn, and other people may have seen an old letter: so it counts only at the address of the present turn, or at the
newest address that was sent to the seat. All reply addresses of a match expire `LIFE_AFTER_MATCH` after its end.
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

LIFE_AFTER_MATCH = timedelta(days=30)
"""As long as players can write to each other behind the end, by letter and on the page."""
DECIDING = CHANGES | frozenset(
    {
        "resign",
        "claim",
        "grant",
        "press",
        "tell",
        "offer draw",
        "pause",
        "resume",
        "agree",
        "refuse",
        "withdraw",
        "expel",
        "hand over",
        "substitute",
        "finish",
        "absence",
        "off",
        "turns",
        "away_letters",
        "stop",
        "start",
        "letters",
        "public_name",
        "erase_me",
        "new",
        "join",
        "takeover",
        "invite",
        "seat",
        "fewer",
        "cancel",
    }
)
"""The commands that decide something. Questions, and choices of language or layout, count from older letters too."""
DECIDING_WITH_ARGUMENT = frozenset({"absences", "digest", "memo", "diary", "comment"})
"""The commands that decide something only with an argument, and ask without one."""
NEWEST_LOOKED_AT = 5
"""Sent letters in which the newest reply address is searched: some letters of a match reply to the service."""


def reply_addresses_expired(match: Match, now: datetime) -> bool:
    """Have the reply addresses of a match expired?"""
    return match.finished_at is not None and now > match.finished_at + LIFE_AFTER_MATCH


def may_decide(work: UnitOfWork, match: Match, seat: Seat, letter_turn: int) -> bool:
    """Is the reply address of this turn new enough for a command of `DECIDING`?"""
    return letter_turn >= match.turn or letter_turn >= _newest_sent(work, match, seat)


def _newest_sent(work: UnitOfWork, match: Match, seat: Seat) -> int:
    """Find the turn of the newest reply address that was sent to a seat; the present turn if none was sent."""
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
