"""The commands by which players agree on something: a pause, and the answers to proposals of others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date

from adjudicator.engines.contract import Note
from adjudicator.mail.commands.arguments.absence_order import AbsencePlanned, read_absence
from adjudicator.mail.commands.table.command import GivenCommand
from adjudicator.mail.commands.table.command_words import command_named
from adjudicator.mail.errors import AbsenceFault
from adjudicator.match.consent import Answer, ProposalKind, ProposalOutcome
from adjudicator.match.rulings import refusals
from adjudicator.match.rulings.refusals import RefusalKey
from adjudicator.services.matches.letters.consent_letters import outcome_note
from adjudicator.services.matches.opening.match_codes import is_mintable
from adjudicator.services.matches.opening.rematches import is_rematch_asked
from adjudicator.services.matches.rows.proposal_rows import is_open, open_proposals, seats_asked, stands
from adjudicator.services.matches.seats import draws, proposals
from adjudicator.services.orders.commands.bare_answers import proposal_answered
from adjudicator.services.orders.commands.other_matches import rematch_command, withdraw_at_once
from adjudicator.services.orders.seat_letter import SeatLetter
from adjudicator.services.players.absences import local_today
from adjudicator.services.refusals_roll_back import refusals_roll_back
from adjudicator.services.refused_error import RefusedError
from adjudicator.store.tables import Match, ProposalRow


def refusable(
    act: Callable[[SeatLetter, GivenCommand], Note | None],
) -> Callable[[SeatLetter, GivenCommand], None]:
    """Make a command of a function that returns a note of its work, or raises `RefusedError`."""

    def command(seat_letter: SeatLetter, given: GivenCommand) -> None:
        try:
            with refusals_roll_back(seat_letter.inbound.work):
                note = act(seat_letter, given)
        except RefusedError as fault:
            seat_letter.receipt.add_refused(given.line, fault.refusal)
            return
        if note is not None:
            seat_letter.receipt.add_done(given, note)
        seat_letter.inbound.session.flush()

    return command


def note_of_proposal(match: Match, row: ProposalRow) -> Note:
    """Tell the state of a proposal that was just made."""
    return Note.of("match.proposed", number=row.number) if is_open(row) else outcome_note(match, row)


def _pause(seat_letter: SeatLetter, given: GivenCommand) -> Note:
    last = _last_day(seat_letter, given.argument)
    work, match, seat = seat_letter.inbound.work, seat_letter.match, seat_letter.seat
    return note_of_proposal(match, proposals.propose_pause(work, match, seat, last))


def _last_day(seat_letter: SeatLetter, text: str) -> date:
    """Read until when a pause is to last: ``until 10 January``, ``10 January`` or ``2 weeks``. Raises `RefusedError`.

    A pause begins when all have agreed, so it has no first day.
    """
    player = seat_letter.seat.player
    accepted = seat_letter.inbound.accepted
    today = local_today(player, accepted) if player else accepted.date()
    try:
        order = read_absence(text, today)
    except AbsenceFault as fault:
        raise RefusedError.of(RefusalKey.BAD_PAUSE, why=fault.reason, given=text) from fault
    if not isinstance(order, AbsencePlanned) or order.first not in (None, today):
        raise RefusedError.of(RefusalKey.BAD_PAUSE, why="unreadable", given=text)
    return order.last


def _resume(seat_letter: SeatLetter, _given: GivenCommand) -> Note:
    inbound, match, seat = seat_letter.inbound, seat_letter.match, seat_letter.seat
    until = proposals.resume_match(inbound.work, match, seat, inbound.row.received_at)
    day = local_today(seat.player, until) if seat.player else until.date()
    return Note.of("match.paused", day=day.isoformat(), resumed=True)


def _answer(answer: Answer) -> Callable[[SeatLetter, GivenCommand], Note | None]:
    def act(seat_letter: SeatLetter, given: GivenCommand) -> Note | None:
        work, match, seat = seat_letter.inbound.work, seat_letter.match, seat_letter.seat
        if match.finished_at is not None and is_rematch_asked(match, seat):
            return _answer_rematch(seat_letter, given, answer)
        _refuse_over(seat_letter)
        row = proposals.find_to_answer(work, match, seat, _number_meant(seat_letter, given))
        proposals.answer_proposal(work, match, seat, row, answer)
        return _note_of_answer(seat_letter, row)

    return act


def _answer_rematch(seat_letter: SeatLetter, given: GivenCommand, answer: Answer) -> Note | None:
    if answer is Answer.REFUSE:
        return Note.of("match.rematch_declined")
    rematch_command(seat_letter, replace(given, command=command_named("rematch"), argument=""))
    return None


def _note_of_answer(seat_letter: SeatLetter, row: ProposalRow) -> Note:
    """Tell the state of a proposal that was just answered. It may have ended the match, or changed the board."""
    if row.outcome is ProposalOutcome.AGREED and row.kind in (ProposalKind.DRAW, ProposalKind.UNDO):
        seat_letter.reload_match()
    else:
        seat_letter.note_changes()
    return Note.of("match.answered", answer="agree") if is_open(row) else outcome_note(seat_letter.match, row)


def _offer_draw(seat_letter: SeatLetter, given: GivenCommand) -> Note | None:
    """Offer a draw. What has become of it is told at the end: a plan of the other player may move at once."""
    work, match, seat = seat_letter.inbound.work, seat_letter.match, seat_letter.seat
    _refuse_over(seat_letter)
    row = draws.offer_draw(work, match, seat)
    if row.seat != seat.number:
        return _note_of_answer(seat_letter, row)
    seat_letter.note_changes()
    seat_letter.offered = (given, row)
    return None


def settle_offer(seat_letter: SeatLetter) -> None:
    """Tell in the receipt what has become of the draw that the letter offers."""
    if seat_letter.offered is not None:
        given, row = seat_letter.offered
        seat_letter.receipt.add_done(given, note_of_proposal(seat_letter.match, row))


def excludes_orders(seat_letter: SeatLetter, given: GivenCommand) -> bool:
    """Does a line agree to what a move would refuse: a draw between two, or steps to be taken back?"""
    match, seat = seat_letter.match, seat_letter.seat
    if given.command.name != "agree":
        return False
    rows = open_proposals(seat_letter.inbound.session, match)
    asked = [row for row in rows if seat.number in seats_asked(match, row)]
    refusable = [row for row in asked if row.kind is ProposalKind.UNDO or stands(match, row)]
    return any(given.argument == str(row.number) or (not given.argument and len(asked) == 1) for row in refusable)


def _withdraw(seat_letter: SeatLetter, given: GivenCommand) -> Note:
    player = seat_letter.seat.player
    if player is not None and is_mintable(given.argument):
        return withdraw_at_once(seat_letter.inbound, player, given)
    work, match, seat = seat_letter.inbound.work, seat_letter.match, seat_letter.seat
    _refuse_over(seat_letter)
    row = proposals.find_own(work, match, seat, _number(given) if _has_number(given) else None)
    if not _has_number(given):
        raise RefusedError(refusals.bad_argument("withdraw", given.argument, (f"withdraw {row.number}",)))
    proposals.withdraw_proposal(work, match, seat, row)
    seat_letter.note_changes()
    return outcome_note(match, row)


def _refuse_over(seat_letter: SeatLetter) -> None:
    if seat_letter.match.finished_at is not None:
        raise RefusedError(refusals.match_over())


def _has_number(given: GivenCommand) -> bool:
    return not given.argument or given.argument.isdecimal()


def _number_meant(seat_letter: SeatLetter, given: GivenCommand) -> int | None:
    """Return the number that an answer names, or else that of the question whose letter it answers."""
    inbound = seat_letter.inbound
    number = _number(given)
    if number is None and inbound.by_mail:
        return proposal_answered(inbound, seat_letter) or None
    return number


def _number(given: GivenCommand) -> int | None:
    if given.argument and not given.argument.isdecimal():
        name = given.command.name
        raise RefusedError(refusals.bad_argument(name, given.argument, (f"{name} 2",)))
    return int(given.argument) if given.argument else None


CONSENT_ACTS: Mapping[str, Callable[[SeatLetter, GivenCommand], None]] = {
    "offer draw": refusable(_offer_draw),
    "pause": refusable(_pause),
    "resume": refusable(_resume),
    "agree": refusable(_answer(Answer.AGREE)),
    "refuse": refusable(_answer(Answer.REFUSE)),
    "withdraw": refusable(_withdraw),
}
