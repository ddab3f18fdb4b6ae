"""Other matches, in a letter to a seat: a new one, a rematch, a free or a vacant seat.

An answer to a digest joins and takes over in the same way. A letter to the service asks first
(`requests.service_commands`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from adjudicator.engines.contract import Level, Note
from adjudicator.mail.commands.table.command import GivenCommand
from adjudicator.mail.commands.table.command_words import word_for
from adjudicator.mail.trust.from_header import normalize_address
from adjudicator.match.record.given_salt import give_word
from adjudicator.match.rulings import refusals
from adjudicator.services.inbound.inbound_letter import InboundLetter
from adjudicator.services.matches.letters import opening_letters
from adjudicator.services.matches.opening import lobby, rematches
from adjudicator.services.matches.rows.known_matches import find_known_match
from adjudicator.services.matches.seats.proposals import withdraw_wish
from adjudicator.services.matches.seats.seat_takers import take_seat
from adjudicator.services.orders.commands.new_matches import read_setup
from adjudicator.services.orders.seat_letter import SeatLetter
from adjudicator.services.players.players import has_host_role
from adjudicator.services.refusals_roll_back import refusals_roll_back
from adjudicator.services.refused_error import RefusedError
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Player


def join_at_once(inbound: InboundLetter, player: Player, given: GivenCommand) -> Note:
    """Take a free seat for somebody who answered a letter of ours, and need not confirm it. Raises `RefusedError`."""
    match = find_known_match(inbound.session, given.argument, player, inbound.sender, lock=True)
    lobby.join_match(inbound.work, match, player, inbound.given(), invited=normalize_address(inbound.sender))
    return Note.of("match.joined", match=match.code)


def take_over_at_once(inbound: InboundLetter, player: Player, given: GivenCommand) -> Note:
    """Take over a vacant seat for somebody who answered a letter of ours. Raises `RefusedError`."""
    match = find_known_match(inbound.session, given.argument, player, inbound.sender, lock=True)
    taken = take_seat(inbound.work, match, player, inbound.row.received_at)
    return Note.of("match.taken", match=match.code, came=str(taken))


def withdraw_at_once(inbound: InboundLetter, player: Player, given: GivenCommand) -> Note:
    """Take back the wish for a seat at another match, for somebody who answered a letter of ours.

    Raises `RefusedError`.
    """
    match = find_known_match(inbound.session, code_of_wish(given), player, inbound.sender, lock=True)
    return withdraw_wish(inbound.work, match, player, told=True)


def code_of_wish(given: GivenCommand) -> str:
    """Return the code behind the word that takes a wish back. Raises `RefusedError` if there is none."""
    if not given.argument or given.argument.isdecimal():
        raise RefusedError(refusals.bad_argument("withdraw", given.argument, ("withdraw K7Q2",)))
    return given.argument


def new_command(seat_letter: SeatLetter, given: GivenCommand) -> None:
    """Open another match, and invite its guests: the writer answered a letter of ours, and need not confirm it."""
    inbound, player = seat_letter.inbound, seat_letter.seat.player
    if player is None:
        return
    try:
        with refusals_roll_back(inbound.work):
            wish = read_setup(given)
            # Without a word there is no salt: the seed is drawn only now, and the Message-ID is not meant for it.
            match = lobby.open_match(inbound.work, player, wish, give_word(given.word))
    except RefusedError as fault:
        seat_letter.receipt.add_refused(given.line, fault.refusal)
        return
    waits = match.state is MatchState.INVITING
    unsaid = seat_letter.receipt.find_unsaid(given, seat_letter.language) if wish.guests else ""
    seat_letter.receipt.add_done(given, Note.of("match.opened", match=match.code, waits=waits, unsaid=unsaid))
    seat_letter.receipt.add_greeting(given)
    seat_letter.receipt.add_word(given, host=has_host_role(inbound.work, player))
    if waits:
        opening_letters.notify_waiting(inbound.work, match, match.seats[0])


def rematch_command(seat_letter: SeatLetter, given: GivenCommand) -> None:
    """Ask for another match like this one, which is over."""
    inbound = seat_letter.inbound
    level = given.argument.removeprefix("house ")
    if level not in ("", "open", *Level):
        right = ("rematch", "rematch open", *(f"rematch house={one}" for one in Level))
        seat_letter.receipt.add_refused(given.line, refusals.bad_argument("rematch", given.argument, right))
        return
    chosen = Level(level) if level in set(Level) else None
    try:
        with refusals_roll_back(inbound.work):
            wish = rematches.Wish(opened=given.argument == "open", word=given.word, level=chosen)
            note = rematches.ask_rematch(inbound.work, seat_letter.match, seat_letter.seat, wish)
    except RefusedError as fault:
        seat_letter.receipt.add_refused(given.line, fault.refusal)
        return
    if note.key == "match.rematch_opened":
        seat_letter.receipt.told_in = str(note["match"])
    said = seat_letter.receipt.ignored
    unsaid = f"{word_for('press', seat_letter.language.language)} {said[0]}" if said else ""
    seat_letter.receipt.add_done(given, replace(note, values=(*note.values, ("unsaid", unsaid))))
    seat_letter.receipt.add_word(given, host=has_host_role(inbound.work, seat_letter.seat.player))


def _at_once(act: Callable[[InboundLetter, Player, GivenCommand], Note]) -> Callable[[SeatLetter, GivenCommand], None]:
    """Make a command of something that a player does at another match without being asked again."""

    def command(seat_letter: SeatLetter, given: GivenCommand) -> None:
        inbound, player = seat_letter.inbound, seat_letter.seat.player
        if player is None:
            return
        try:
            with refusals_roll_back(inbound.work):
                note = act(inbound, player, given)
        except RefusedError as fault:
            seat_letter.receipt.add_refused(given.line, fault.refusal)
            return
        seat_letter.receipt.add_done(given, note)

    return command


join_command = _at_once(join_at_once)
takeover_command = _at_once(take_over_at_once)
