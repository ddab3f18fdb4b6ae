"""The command `hint`: the move of the strong house player. A worker thinks about it, so it comes later."""

from __future__ import annotations

from adjudicator.engines.contract import Note
from adjudicator.mail.commands.table.command import GivenCommand
from adjudicator.services.job_queue import Job
from adjudicator.services.matches.letters.turn_letters import notify_hint
from adjudicator.services.matches.rows.hint_rows import ask_hint
from adjudicator.services.orders.commands.clock_commands import is_over
from adjudicator.services.orders.seat_letter import SeatLetter
from adjudicator.services.refusals_roll_back import refusals_roll_back
from adjudicator.services.refused_error import RefusedError


def hint_command(seat_letter: SeatLetter, given: GivenCommand) -> None:
    """Ask for a hint about the present position. One that is known already comes at once."""
    inbound, match, seat = seat_letter.inbound, seat_letter.match, seat_letter.seat
    if is_over(seat_letter, given):
        return
    try:
        with refusals_roll_back(inbound.work):
            hint = ask_hint(inbound.work, match, seat, by_mail=inbound.by_mail)
    except RefusedError as fault:
        seat_letter.receipt.add_refused(given.line, fault.refusal)
        return
    seat_letter.receipt.add_done(given, Note.of("match.hint_asked", by_mail=inbound.by_mail))
    if not hint.step:
        inbound.work.enqueue(Job.HOUSE, match.id)
    elif inbound.by_mail:
        notify_hint(inbound.work, seat_letter.loaded, seat, hint.step)
