"""`resign`: leaving a match, or giving it up."""

from __future__ import annotations

from adjudicator.engines.contract import Note
from adjudicator.mail.commands.table.command import GivenCommand
from adjudicator.match.rulings.refusals import Refusal, RefusalKey
from adjudicator.services.matches.letters.seat_letters import left_note
from adjudicator.services.matches.opening.seat_requests import ask_resign, leaving_note
from adjudicator.services.matches.rows.match_rows import (
    others_play_on,
)
from adjudicator.services.matches.seats.seat_takers import resign_seat
from adjudicator.services.orders.commands.clock_commands import is_over
from adjudicator.services.orders.seat_letter import SeatLetter
from adjudicator.services.outbox.enqueue import LetterRefs


def resign_command(seat_letter: SeatLetter, given: GivenCommand) -> None:
    """Resign. If other people play on, a letter is asked back; the page has asked already. Otherwise the match ends."""
    match, seat, inbound = seat_letter.match, seat_letter.seat, seat_letter.inbound
    if is_over(seat_letter, given):
        return
    if seat.owner_id is not None:
        seat_letter.receipt.add_refused(given.line, Refusal.of(RefusalKey.STANDS_IN))
        return
    if others_play_on(match, seat) and inbound.by_mail:
        refs = LetterRefs(match=match, inbox_id=inbound.row.id, in_reply_to=inbound.letter.message_id)
        ask_resign(inbound.work, match, seat, given.line, refs)
        seat_letter.receipt.asked_in_letter = True
        seat_letter.receipt.add_waiting(given, leaving_note(match))
        return
    if resign_seat(inbound.work, match, seat, inbound.row.received_at):
        seat_letter.receipt.add_done(given, left_note(match, seat))
        return
    seat_letter.receipt.add_done(given, Note.of("match.resigned", seat=seat.number))
    seat_letter.reload_match()
