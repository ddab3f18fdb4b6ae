"""The position of a match, in a letter to a seat: a preview, the legal orders, the record."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.mail.commands.table.command import GivenCommand
from adjudicator.match.record.record import dump_record
from adjudicator.match.rulings.refusals import RefusalKey
from adjudicator.match.rulings.ruling import Preview, preview_step
from adjudicator.services.answers.download_answers import WantedFile, answer_download
from adjudicator.services.matches.finished.archive import record_of
from adjudicator.services.orders.order_wording import WORDING
from adjudicator.services.orders.seat_letter import SeatLetter
from adjudicator.services.orders.second_look import preview_answer
from adjudicator.services.outbox.letter_headers import AttachedText
from adjudicator.store.states import MatchState
from adjudicator.texts.facts import answer_facts, position_facts
from adjudicator.texts.facts.move_list import group_steps
from adjudicator.texts.language.written_orders import write_order


def preview_command(seat_letter: SeatLetter, given: GivenCommand) -> None:
    """Show the position after an order, without playing it."""
    table, seat = seat_letter.loaded.table, seat_letter.seat.number
    shown = preview_step(table, seat, given.argument, WORDING)
    if isinstance(shown, Preview):
        seat_letter.receipt.add_question(given, lambda one, given: preview_answer(one, given.line, shown))
    elif shown.key is RefusalKey.WHICH_O:
        seat_letter.receipt.add_refused(given.line, replace(shown, values=(*shown.values, ("shown", True))))
    else:
        seat_letter.receipt.add_refused(given.line, shown)


def legal_answer(seat_letter: SeatLetter, given: GivenCommand) -> answer_facts.Answer:
    """List all legal orders, in groups; none if the writer is not to move."""
    match = seat_letter.match
    moves = match.state is MatchState.RUNNING and match.to_move == seat_letter.seat.number and not match.house_to_move
    orders = seat_letter.loaded.orders if moves else ()
    legal = [write_order(match.rules, order, seat_letter.language.language) for order in orders]
    return position_facts.LegalAnswer(order=given.line, count=len(legal), groups=group_steps(legal))


def record_answer(seat_letter: SeatLetter, given: GivenCommand) -> answer_facts.Answer:
    """Attach the record; tell its address if the letter has an attachment already."""
    if seat_letter.receipt.attachment:
        wanted = WantedFile(seat_letter.match, "json")
        return answer_download(seat_letter.inbound, None, seat_letter.language, given, wanted)[0]
    seat_letter.inbound.session.refresh(seat_letter.match, ["entries"])
    name = f"{seat_letter.match.code}.json"
    text = dump_record(record_of(seat_letter.match, seat_letter.inbound.now)).decode()
    seat_letter.receipt.attachment = AttachedText(name, "application/json", text)
    return position_facts.RecordAnswer(order=given.line, attachment=name)
