"""Orders that have waited for a second look, and count by themselves: they become a letter in the inbox.

It holds the lines that waited, is accepted at the moment at which they count, and is judged like any other letter. The
same transaction takes them from their seat, so they are never lost, and never played twice.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import or_, select

from adjudicator.mail.incoming.fingerprint import fingerprint
from adjudicator.services.context import Context
from adjudicator.services.destinations import name_destination
from adjudicator.services.inbound.answer_parts import write_letter
from adjudicator.services.inbound.inbound_letter import DELAYED, DELAYED_FORM
from adjudicator.services.job_queue import Job
from adjudicator.services.matches.plans.waiting_orders import drop_orders, find_waiting, orders_count_at
from adjudicator.services.matches.rows.waiting_letters import has_waiting_letter
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.operation_tables import is_put_off
from adjudicator.store.states import SweepTask
from adjudicator.store.tables import Inbox, Match, Seat

AT_A_TIME = 500


def matches_with_due_orders(context: Context, now: datetime) -> list[int]:
    """List the matches with orders whose delay, or whose turn's time, is over."""
    over = or_(Seat.orders_due_at <= now, Match.due_at <= now)
    due = select(Seat.match_id).join(Match, Match.id == Seat.match_id).where(Seat.orders_due_at.is_not(None), over)
    due = due.where(~is_put_off(SweepTask.ORDERS, Seat.match_id, now))
    with context.store.reading() as session:
        return list(session.scalars(due.order_by(Seat.orders_due_at).limit(AT_A_TIME)).unique())


def let_orders_count(work: UnitOfWork, match: Match) -> None:
    """Hand in the orders of a match that are due. They wait on while a letter does that may take them back."""
    for seat in match.seats:
        at = orders_count_at(match, seat)
        if at is not None and at <= work.now and not has_waiting_letter(work.session, match, seat, at):
            _hand_in(work, match, seat, at)


def _hand_in(work: UnitOfWork, match: Match, seat: Seat, at: datetime) -> None:
    waiting, player = find_waiting(work.context.secret, match, seat), seat.player
    if waiting is None or player is None:
        seat.orders_due_at = None  # they have lapsed; the letters of their player tell it
        return
    to = work.context.addresses.seat(match.code, seat.number, match.turn, seat.epoch)
    raw = write_letter(player, to, waiting.source.message_id, waiting.lines)
    row = Inbox(
        fingerprint=fingerprint(raw, f"orders of letter {waiting.source.letter}"),
        channel=DELAYED if waiting.source.by_mail else DELAYED_FORM,
        recipient=to,
        destination=name_destination(work.context.addresses, raw, to),
        envelope_from=player.address,
        player_id=player.id,
        raw=raw,
        received_at=max(at, waiting.source.at),
    )
    work.session.add(row)
    work.session.flush()
    drop_orders(seat)
    work.enqueue(Job.JUDGE, row.id)
