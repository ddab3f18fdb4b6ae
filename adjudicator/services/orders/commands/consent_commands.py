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
from adjudicator.match.consent import Answer
from adjudicator.match.rulings import refusals
from adjudicator.match.rulings.refusals import RefusalKey
from adjudicator.services.matches.letters.consent_letters import outcome_note
from adjudicator.services.matches.opening.match_codes import is_mintable
from adjudicator.services.matches.opening.rematches import is_rematch_asked
from adjudicator.services.matches.rows.proposal_rows import is_open
from adjudicator.services.matches.seats import proposals
from adjudicator.services.orders.commands.other_matches import rematch_command, withdraw_at_once
from adjudicator.services.orders.seat_letter import SeatLetter
from adjudicator.services.players.absences import local_today
from adjudicator.services.refusals_roll_back import refusals_roll_back
from adjudicator.services.refused_error import RefusedError
from adjudicator.store.tables import ProposalRow


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


def note_of_proposal(row: ProposalRow) -> Note:
    """Tell the state of a proposal that was just made."""
    return Note.of("match.proposed", number=row.number) if is_open(row) else outcome_note(row)


def _pause(seat_letter: SeatLetter, given: GivenCommand) -> Note:
    last = _last_day(seat_letter, given.argument)
    work, match, seat = seat_letter.inbound.work, seat_letter.match, seat_letter.seat
    return note_of_proposal(proposals.propose_pause(work, match, seat, last))


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
        row = proposals.find_to_answer(work, match, seat, _number(given))
        proposals.answer_proposal(work, match, seat, row, answer)
        seat_letter.note_changes()
        if is_open(row):
            return Note.of("match.answered", answer=str(answer))
        return outcome_note(row)

    return act


def _answer_rematch(seat_letter: SeatLetter, given: GivenCommand, answer: Answer) -> Note | None:
    if answer is Answer.REFUSE:
        return Note.of("match.rematch_declined")
    rematch_command(seat_letter, replace(given, command=command_named("rematch"), argument=""))
    return None


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
    return outcome_note(row)


def _refuse_over(seat_letter: SeatLetter) -> None:
    if seat_letter.match.finished_at is not None:
        raise RefusedError(refusals.match_over())


def _has_number(given: GivenCommand) -> bool:
    return not given.argument or given.argument.isdecimal()


def _number(given: GivenCommand) -> int | None:
    if given.argument and not given.argument.isdecimal():
        name = given.command.name
        raise RefusedError(refusals.bad_argument(name, given.argument, (f"{name} 2",)))
    return int(given.argument) if given.argument else None


CONSENT_ACTS: Mapping[str, Callable[[SeatLetter, GivenCommand], None]] = {
    "pause": refusable(_pause),
    "resume": refusable(_resume),
    "agree": refusable(_answer(Answer.AGREE)),
    "refuse": refusable(_answer(Answer.REFUSE)),
    "withdraw": refusable(_withdraw),
}
