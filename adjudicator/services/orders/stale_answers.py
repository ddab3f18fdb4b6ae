"""Answers to the letter of an earlier turn: the refusal says who has played since then."""

from __future__ import annotations

from sqlalchemy import select

from adjudicator.match.rulings import refusals
from adjudicator.match.rulings.refusals import Refusal
from adjudicator.services.orders.seat_letter import SeatLetter
from adjudicator.store.tables import EntryRow


def refuse_stale(seat_letter: SeatLetter) -> Refusal:
    """Refuse what answers the letter of an earlier turn; name who has played, unless its writer has too."""
    match, then = seat_letter.match, seat_letter.letter_turn
    played = select(EntryRow.seat).where(
        EntryRow.match_id == match.id, EntryRow.turn >= then, EntryRow.turn < match.turn, EntryRow.step != ""
    )
    seats = list(seat_letter.inbound.session.scalars(played.order_by(EntryRow.n)))
    others = [seat for seat in seats if seat is not None]
    return refusals.stale(then, match.turn, None if seat_letter.seat.number in seats or not others else others[-1])
