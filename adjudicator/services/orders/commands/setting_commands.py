"""The settings of a player in a letter to a seat, and the changes of their addresses and key."""

from __future__ import annotations

from adjudicator.engines.contract import Note
from adjudicator.mail.commands.table.command import GivenCommand
from adjudicator.services.identity.change_requests import request_change
from adjudicator.services.identity.credential_changes import describe_credentials
from adjudicator.services.matches.clock.match_clock import refresh_clocks
from adjudicator.services.matches.letters.unsubscribe import set_letters_of_seat, set_subscription
from adjudicator.services.matches.rows import public_names
from adjudicator.services.orders.seat_letter import SeatLetter
from adjudicator.services.players.letter_times import describe_times
from adjudicator.services.players.look_settings import describe_look
from adjudicator.services.players.players import preference_of, set_preference
from adjudicator.services.refusals_roll_back import refusals_roll_back
from adjudicator.services.refused_error import RefusedError
from adjudicator.store.states import Letters
from adjudicator.store.tables import Player
from adjudicator.texts.facts import answer_facts, position_facts
from adjudicator.texts.facts.letter_facts import RequestOrigin
from adjudicator.texts.games.note_text import render_note


def setting_command(seat_letter: SeatLetter, given: GivenCommand) -> None:
    """Set a preference of the player: language, layout, zone, or which letters they get."""
    if seat_letter.seat.player is None:
        return
    key, value = preference_of(given.command.name, given.argument)
    inbound, player = seat_letter.inbound, seat_letter.seat.player
    try:
        with refusals_roll_back(inbound.work):
            if key == public_names.KEY:
                note = public_names.choose_public_name(inbound.work, player, value)
                seat_letter.receipt.add_done(given, note)
                return
            if key == "letters":
                seat_letter.receipt.add_done(given, _choose_letters(seat_letter, player, given))
                return
            seat_letter.receipt.add_done(given, set_preference(player, key, value, inbound.now))
    except RefusedError as fault:
        seat_letter.receipt.add_refused(given.line, fault.refusal)
        return
    if key == "zone":
        refresh_clocks(inbound.work, player)


def _choose_letters(seat_letter: SeatLetter, player: Player, given: GivenCommand) -> Note:
    """Choose the letters about this match; `stop` and `start` are for all matches. Raises `RefusedError`."""
    work = seat_letter.inbound.work
    if given.command.name == "letters":
        return set_letters_of_seat(work, seat_letter.match, seat_letter.seat, given.argument)
    _, value = preference_of(given.command.name, given.argument)
    return set_subscription(work, player, value)


def identity_command(seat_letter: SeatLetter, given: GivenCommand) -> None:
    """Ask an established address of the player to agree to a change of their addresses or key."""
    inbound, player = seat_letter.inbound, seat_letter.seat.player
    if player is None:
        return
    by = "letter" if inbound.by_mail else "page"
    asked = RequestOrigin(
        at=inbound.now, by=by, sender=inbound.sender, match=seat_letter.match.code, turn=seat_letter.letter_turn
    )
    argument = given.argument or inbound.letter.key
    try:
        with refusals_roll_back(inbound.work):
            question = request_change(inbound.work, player, given.command.name, argument, asked)
    except RefusedError as fault:
        seat_letter.receipt.add_refused(given.line, fault.refusal)
        return
    seat_letter.receipt.add_waiting(given, Note.of("settings.asked", address=question.address))


def status_answer(seat_letter: SeatLetter, given: GivenCommand) -> answer_facts.Answer:
    """Describe the state of the match, and which letters the player gets."""
    player, match = seat_letter.seat.player, seat_letter.match
    notes = describe_times(seat_letter.seat, player, match.code) if player else ()
    return position_facts.StatusAnswer(
        order=given.line,
        language=player.language if player else "en",
        letters=str(seat_letter.seat.letters or (player.letters if player else Letters.TURNS)),
        letters_here=seat_letter.seat.letters is not None,
        times=tuple(render_note(note, seat_letter.language, None, ()) for note in notes),
        second_look=render_note(describe_look(seat_letter.seat, match.code), seat_letter.language, None, ()),
        shown=str(player.shown) if player else "name",
        public_name=(player.alias or player.name) if player else "",
    )


def addresses_answer(seat_letter: SeatLetter, given: GivenCommand) -> answer_facts.Answer:
    """List the player's addresses and key."""
    player = seat_letter.seat.player
    if player is None:
        raise ValueError(f"nobody sits at seat {seat_letter.seat.number}")
    return describe_credentials(seat_letter.inbound.session, player, given.line)
