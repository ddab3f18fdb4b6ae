"""The commands by which the owner of a match decides about its seats before it begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from adjudicator.engines.contract import Level, Note
from adjudicator.mail.commands.table.command import GivenCommand
from adjudicator.match.rulings import refusals
from adjudicator.match.rulings.refusals import Refusal, RefusalKey
from adjudicator.services.matches.opening import waiting_seats
from adjudicator.services.orders.seat_letter import SeatLetter
from adjudicator.services.refusals_roll_back import refusals_roll_back
from adjudicator.services.refused_error import RefusedError
from adjudicator.store.tables import Player


def _of_owner(
    decide: Callable[[SeatLetter, Player, GivenCommand], Note],
) -> Callable[[SeatLetter, GivenCommand], None]:
    """Make a command of a decision of the owner: refused to everybody else, and once the match has begun."""

    def command(seat_letter: SeatLetter, given: GivenCommand) -> None:
        owner = seat_letter.seat.player
        if owner is None:
            return
        try:
            with refusals_roll_back(seat_letter.inbound.work):
                waiting_seats.refuse_others(seat_letter.match, seat_letter.seat)
                seat_letter.receipt.add_done(given, decide(seat_letter, owner, given))
        except RefusedError as fault:
            seat_letter.receipt.add_refused(given.line, fault.refusal)

    return command


def _invite(seat_letter: SeatLetter, owner: Player, given: GivenCommand) -> Note:
    work, match = seat_letter.inbound.work, seat_letter.match
    address = waiting_seats.invite_instead(work, match, owner, given.argument, given.greeting)
    seat_letter.receipt.add_greeting(given)
    unsaid = seat_letter.receipt.find_unsaid(given, seat_letter.language)
    return Note.of("match.invited", address=address, unsaid=unsaid)


def _seat(seat_letter: SeatLetter, _owner: Player, given: GivenCommand) -> Note:
    work, match = seat_letter.inbound.work, seat_letter.match
    use, _, level = given.argument.partition(" ")
    if use == "house" and (not level or level in set(Level)):
        seat = waiting_seats.give_seat_to_house(work, match, Level(level) if level else None)
        return Note.of("match.seat_given", to=use, match=match.code, name=seat.name, level=str(seat.level))
    if given.argument != "open":
        right = ("seat house", *(f"seat house {one}" for one in Level), "seat open")
        raise RefusedError(refusals.bad_argument("seat", given.argument, right))
    waiting_seats.open_seat(work, match)
    return Note.of("match.seat_given", to=use, match=match.code)


def _fewer(seat_letter: SeatLetter, _owner: Player, _given: GivenCommand) -> Note:
    return Note.of("match.fewer", players=waiting_seats.remove_seat(seat_letter.inbound.work, seat_letter.match))


def _cancel(seat_letter: SeatLetter, _owner: Player, given: GivenCommand) -> Note:
    """Call off this match. The code may stand behind the command, but must be this one's."""
    match = seat_letter.match
    if given.argument and given.argument.upper() != match.code:
        raise RefusedError(Refusal.of(RefusalKey.BAD_ARGUMENT, command="cancel", argument=given.argument))
    waiting_seats.cancel_match(seat_letter.inbound.work, match, told=seat_letter.seat)
    return Note.of("match.called_off", match=match.code)


OWNER_ACTS: Mapping[str, Callable[[SeatLetter, GivenCommand], None]] = {
    "invite": _of_owner(_invite),
    "seat": _of_owner(_seat),
    "fewer": _of_owner(_fewer),
    "cancel": _of_owner(_cancel),
}
