"""The commands about who sits at a table: put somebody out, hand a seat over, let somebody stand in, end it alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date

from adjudicator.engines.contract import Note
from adjudicator.mail.commands.arguments.absence_order import AbsencePlanned, read_absence
from adjudicator.mail.commands.table.command import GivenCommand
from adjudicator.mail.commands.words.reply_words import BY
from adjudicator.mail.errors import AbsenceFault, SenderFault
from adjudicator.mail.text.text_fold import fold_line
from adjudicator.mail.trust.from_header import check_address, normalize_address
from adjudicator.match.rulings import refusals
from adjudicator.match.rulings.refusals import RefusalKey
from adjudicator.match.timekeeping.instants import from_instant
from adjudicator.match.timekeeping.zone_offsets import day_number, first_instant
from adjudicator.services.matches.names.named_seats import find_named_seat, way_to_name
from adjudicator.services.matches.opening.seat_requests import offer_seat
from adjudicator.services.matches.seats import expelling, proposals, seat_takers
from adjudicator.services.orders.commands.consent_commands import note_of_proposal, refusable
from adjudicator.services.orders.seat_letter import SeatLetter
from adjudicator.services.players.absences import local_today
from adjudicator.services.players.invitation_limits import refuse_guests
from adjudicator.services.players.players import find_player
from adjudicator.services.refused_error import RefusedError
from adjudicator.store.request_wishes import SeatWish
from adjudicator.store.tables import Player


def _expel(seat_letter: SeatLetter, given: GivenCommand) -> Note:
    work, match, seat = seat_letter.inbound.work, seat_letter.match, seat_letter.seat
    proposals.refuse_without_acts(match)
    if not given.argument:
        others = [f"expel {way_to_name(match, seat, one)}" for one in match.seats if one is not seat and one.by_person]
        raise RefusedError(refusals.bad_argument("expel", "", others))
    target = find_named_seat(seat, given.argument, "expel", seat_letter.language)
    return note_of_proposal(match, expelling.propose_to_expel(work, match, seat, target))


def _hand_over(seat_letter: SeatLetter, given: GivenCommand) -> Note:
    seat = seat_letter.seat
    return _offer(seat_letter, given.argument, SeatWish(seat.number, seat.epoch), given)


def _substitute(seat_letter: SeatLetter, given: GivenCommand) -> Note:
    """Let somebody play until a day: ``substitute until 10 January by carl@example.org``."""
    seat, words = seat_letter.seat, given.argument.split()
    player = _player(seat_letter)
    addresses = [word for word in words if "@" in word]
    rest = [word for word in words if "@" not in word and fold_line(word) not in BY]
    if len(addresses) != 1 or not rest:
        raise RefusedError.of(RefusalKey.BAD_STAND_IN, why="unreadable", given=given.argument)
    last = _last_day(player, " ".join(rest), seat_letter)
    until = from_instant(first_instant(player.zone, day_number(last) + 1))
    wish = SeatWish(seat.number, seat.epoch, until.isoformat(), last.isoformat())
    return _offer(seat_letter, addresses[0], wish, given)


def _finish(seat_letter: SeatLetter, _given: GivenCommand) -> Note:
    inbound = seat_letter.inbound
    seat_takers.finish_alone(inbound.work, seat_letter.match, seat_letter.seat, inbound.row.received_at)
    seat_letter.reload_match()
    return Note.of("match.alone")


def _offer(seat_letter: SeatLetter, typed: str, wish: SeatWish, given: GivenCommand) -> Note:
    """Ask somebody whether they take the writer's seat."""
    inbound, match, seat, player = seat_letter.inbound, seat_letter.match, seat_letter.seat, _player(seat_letter)
    proposals.refuse_without_acts(match)
    if seat.owner_id is not None:
        raise RefusedError.of(RefusalKey.STANDS_IN)
    if not typed:
        raise RefusedError(
            refusals.bad_argument(given.command.name, typed, (f"{given.command.name} carl@example.org",))
        )
    try:
        guest = normalize_address(check_address(typed.strip("<>,;.:")))
    except SenderFault as fault:
        raise RefusedError.of(RefusalKey.BAD_ADDRESS, address=typed) from fault
    if guest == normalize_address(player.address):
        raise RefusedError.of(RefusalKey.GUEST_SELF)
    known = find_player(inbound.session, guest)
    if known is not None:
        seat_takers.refuse_known(inbound.work, match, known)
    if refusal := refuse_guests(inbound.work, player, (guest,)):
        raise RefusedError(refusal)
    offer_seat(inbound.work, match, seat, guest, wish)
    return Note.of("match.invited", address=guest, unsaid="")


def _last_day(player: Player, text: str, seat_letter: SeatLetter) -> date:
    today = local_today(player, seat_letter.inbound.accepted)
    try:
        order = read_absence(text, today)
    except AbsenceFault as fault:
        raise RefusedError.of(RefusalKey.BAD_STAND_IN, why=fault.reason, given=text) from fault
    if not isinstance(order, AbsencePlanned) or order.first not in (None, today):
        raise RefusedError.of(RefusalKey.BAD_STAND_IN, why="unreadable", given=text)
    return order.last


def _player(seat_letter: SeatLetter) -> Player:
    player = seat_letter.seat.player
    if player is None:
        raise ValueError(f"nobody sits at seat {seat_letter.seat.number}")
    return player


SEAT_ACTS: Mapping[str, Callable[[SeatLetter, GivenCommand], None]] = {
    "expel": refusable(_expel),
    "hand over": refusable(_hand_over),
    "substitute": refusable(_substitute),
    "finish": refusable(_finish),
}
