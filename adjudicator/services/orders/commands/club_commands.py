"""Questions in a letter to a seat that concern the whole club: games, rules, seats, the archive, files."""

from __future__ import annotations

from adjudicator.mail.commands.table.command import GivenCommand
from adjudicator.services.answers.club_answers import list_games, list_matches
from adjudicator.services.answers.club_questions import (
    Asking,
    ask_club,
    attach_file,
    find_wanted_file,
    find_wanted_rules,
    tell_rules,
)
from adjudicator.services.orders.seat_letter import SeatLetter
from adjudicator.services.refused_error import RefusedError
from adjudicator.texts.facts import answer_facts


def _asking(seat_letter: SeatLetter) -> Asking:
    return Asking(seat_letter.inbound, seat_letter.seat.player, seat_letter.language, seat_letter.match)


def rules_command(seat_letter: SeatLetter, given: GivenCommand) -> None:
    """Send the rules of a game; of this match's own if none is named."""
    try:
        rules = find_wanted_rules(given, _asking(seat_letter).game)
    except RefusedError as fault:
        seat_letter.receipt.add_refused(given.line, fault.refusal)
        return
    seat_letter.receipt.add_question(given, lambda seat_letter, given: tell_rules(rules, given, seat_letter.language))


def club_command(seat_letter: SeatLetter, given: GivenCommand) -> None:
    """Answer a question to the club; about this match's game if no other is named."""
    try:
        answer = ask_club(_asking(seat_letter), given)
    except RefusedError as fault:
        seat_letter.receipt.add_refused(given.line, fault.refusal)
        for refusal in fault.more:
            seat_letter.receipt.add_refused("", refusal)
    else:
        seat_letter.receipt.add_question(given, lambda _seat_letter, _given: answer)


def download_command(seat_letter: SeatLetter, given: GivenCommand) -> None:
    """Send a whole match as a file: this one, if no other is named."""
    try:
        wanted = find_wanted_file(_asking(seat_letter), given)
    except RefusedError as fault:
        seat_letter.receipt.add_refused(given.line, fault.refusal)
        return

    def write(seat_letter: SeatLetter, given: GivenCommand) -> answer_facts.Answer:
        receipt = seat_letter.receipt
        answer, receipt.attachment = attach_file(_asking(seat_letter), given, wanted, receipt.attachment)
        return answer

    seat_letter.receipt.add_question(given, write)


def games_answer(seat_letter: SeatLetter, given: GivenCommand) -> answer_facts.Answer:
    """List the games."""
    return list_games(given, seat_letter.language)


def list_answer(seat_letter: SeatLetter, given: GivenCommand) -> answer_facts.Answer:
    """List the writer's matches."""
    return list_matches(seat_letter.inbound.work, seat_letter.seat.player, given, seat_letter.language)
