"""The commands of a letter to a seat. Each is a function in one of two tables, under its name.

`ACTS` are carried out at once, in the order of the letter. `ANSWERS` are built at the end, for the receipt, so that
they show the state after the whole letter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from adjudicator.engines.contract import Level, Note
from adjudicator.engines.registry import engine_for
from adjudicator.mail.commands.table.command import GivenCommand
from adjudicator.mail.commands.table.command_words import word_for
from adjudicator.mail.commands.table.topics import Situation
from adjudicator.mail.trust.from_header import normalize_address
from adjudicator.match.match_terms import TWO
from adjudicator.match.record.given_salt import give_word
from adjudicator.match.record.record import dump_record
from adjudicator.match.rulings import refusals
from adjudicator.match.rulings.refusals import Refusal, RefusalKey
from adjudicator.match.rulings.ruling import Preview, preview_step
from adjudicator.services.answers.club_answers import explain_rules, find_rules, list_games, list_matches
from adjudicator.services.answers.download_answers import WantedFile, answer_download, find_file
from adjudicator.services.answers.help_answers import MOST_OFFERS, HelpScene, explain_help
from adjudicator.services.answers.lobby_answers import list_free_seats, list_past_matches
from adjudicator.services.answers.opening_answers import openings_answer
from adjudicator.services.answers.statistics_answers import statistics_answer
from adjudicator.services.answers.verify_answers import verify_chain_line
from adjudicator.services.identity import credentials
from adjudicator.services.identity.change_requests import request_change
from adjudicator.services.identity.credential_changes import describe_credentials
from adjudicator.services.matches.clock.match_clock import refresh_clocks
from adjudicator.services.matches.finished.archive import record_of
from adjudicator.services.matches.letters import opening_letters, turn_facts
from adjudicator.services.matches.letters.seat_letters import left_note
from adjudicator.services.matches.letters.unsubscribe import set_letters_of_seat, set_subscription
from adjudicator.services.matches.names.shown_names import seat_names
from adjudicator.services.matches.opening import lobby, rematches
from adjudicator.services.matches.opening.seat_requests import ask_resign, leaving_note
from adjudicator.services.matches.rows import public_names
from adjudicator.services.matches.rows.hint_rows import may_have_hints
from adjudicator.services.matches.rows.known_matches import find_known_match
from adjudicator.services.matches.rows.match_rows import (
    others_play_on,
)
from adjudicator.services.matches.seats.seat_takers import resign_seat, take_seat
from adjudicator.services.matches.view.plan_view import may_plan
from adjudicator.services.matches.view.presenter import presenter_for
from adjudicator.services.orders.commands.clock_commands import CLOCK_ACTS, CLOCK_ANSWERS, is_over
from adjudicator.services.orders.commands.comment_commands import COMMENT_ACTS
from adjudicator.services.orders.commands.consent_commands import CONSENT_ACTS
from adjudicator.services.orders.commands.hint_command import hint_command
from adjudicator.services.orders.commands.new_matches import read_proposal
from adjudicator.services.orders.commands.owner_commands import OWNER_ACTS
from adjudicator.services.orders.commands.past_answers import board_answer, history_answer
from adjudicator.services.orders.commands.people_commands import SEAT_ACTS
from adjudicator.services.orders.commands.plan_commands import PLAN_ACTS, plan_answer
from adjudicator.services.orders.commands.talk_commands import TALK_ACTS
from adjudicator.services.orders.commands.undo_command import undo_command
from adjudicator.services.orders.order_wording import WORDING
from adjudicator.services.orders.seat_letter import SeatLetter
from adjudicator.services.orders.second_look import LOOK_ACTS, LOOK_SETTINGS, preview_answer
from adjudicator.services.outbox.enqueue import LetterRefs
from adjudicator.services.outbox.letter_headers import AttachedText
from adjudicator.services.players.letter_times import describe_times
from adjudicator.services.players.look_settings import describe_look
from adjudicator.services.players.players import preference_of, set_preference
from adjudicator.services.players.time_settings import (
    TIME_SETTINGS,
)
from adjudicator.services.refusals_roll_back import refusals_roll_back
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.states import Letters, MatchState
from adjudicator.store.tables import Player
from adjudicator.texts.facts import answer_facts, position_facts
from adjudicator.texts.facts.letter_facts import Offer, RequestOrigin
from adjudicator.texts.facts.move_list import group_steps
from adjudicator.texts.games.note_text import render_note
from adjudicator.texts.language.language import Language
from adjudicator.texts.language.plan_examples import SOMEBODY
from adjudicator.texts.language.written_orders import write_order


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


def rules_command(seat_letter: SeatLetter, given: GivenCommand) -> None:
    """Send the rules of a game; of this match's own if none is named."""
    try:
        rules = find_rules(given.argument or engine_for(seat_letter.match.rules).rules.name)
    except RefusedError as fault:
        seat_letter.receipt.add_refused(given.line, fault.refusal)
        return
    seat_letter.receipt.add_question(
        given, lambda seat_letter, given: explain_rules(rules, given, seat_letter.language)
    )


def lobby_command(seat_letter: SeatLetter, given: GivenCommand) -> None:
    """List the free seats."""
    _ask_club(seat_letter, given, list_free_seats)


def archive_command(seat_letter: SeatLetter, given: GivenCommand) -> None:
    """List matches that are over."""
    _ask_club(seat_letter, given, list_past_matches)


def openings_command(seat_letter: SeatLetter, given: GivenCommand) -> None:
    """Tell the moves that were played in openings; of this match's game if no other is named."""
    game = engine_for(seat_letter.match.rules).rules.name
    _ask_club(seat_letter, given, partial(openings_answer, game=game))


def statistics_command(seat_letter: SeatLetter, given: GivenCommand) -> None:
    """Tell statistics."""
    _ask_club(seat_letter, given, statistics_answer)


def verify_command(seat_letter: SeatLetter, given: GivenCommand) -> None:
    """Look a digest up in the archive."""
    _ask_club(seat_letter, given, verify_chain_line)


def download_command(seat_letter: SeatLetter, given: GivenCommand) -> None:
    """Send a whole match as a file: this one, if no other is named. A letter has one attachment at most."""
    inbound, player = seat_letter.inbound, seat_letter.seat.player
    try:
        wanted = find_file(inbound.session, player, given, seat_letter.match.code)
    except RefusedError as fault:
        seat_letter.receipt.add_refused(given.line, fault.refusal)
        return

    def write(seat_letter: SeatLetter, given: GivenCommand) -> answer_facts.Answer:
        reader = None if seat_letter.receipt.attachment else player
        answer, attached = answer_download(inbound, reader, seat_letter.language, given, wanted)
        seat_letter.receipt.attachment = attached or seat_letter.receipt.attachment
        return answer

    seat_letter.receipt.add_question(given, write)


def _ask_club(
    seat_letter: SeatLetter,
    given: GivenCommand,
    find: Callable[[UnitOfWork, Player | None, GivenCommand, Language], answer_facts.Answer],
) -> None:
    try:
        with refusals_roll_back(seat_letter.inbound.work):
            answer = find(seat_letter.inbound.work, seat_letter.seat.player, given, seat_letter.language)
    except RefusedError as fault:
        seat_letter.receipt.add_refused(given.line, fault.refusal)
        for refusal in fault.more:
            seat_letter.receipt.add_refused("", refusal)
    else:
        seat_letter.receipt.add_question(given, lambda _seat_letter, _given: answer)


def new_command(seat_letter: SeatLetter, given: GivenCommand) -> None:
    """Open another match, and invite its guests: the writer answered a letter of ours, and need not confirm it."""
    inbound, player = seat_letter.inbound, seat_letter.seat.player
    if player is None:
        return
    try:
        with refusals_roll_back(inbound.work):
            wish = read_proposal(given)
            # Without a word there is no salt: the seed is drawn only now, and the Message-ID is not meant for it.
            match = lobby.open_match(inbound.work, player, wish, give_word(given.word))
    except RefusedError as fault:
        seat_letter.receipt.add_refused(given.line, fault.refusal)
        return
    waits = match.state is MatchState.INVITING
    unsaid = seat_letter.receipt.find_unsaid(given, seat_letter.language) if wish.guests else ""
    seat_letter.receipt.add_done(given, Note.of("match.opened", match=match.code, waits=waits, unsaid=unsaid))
    seat_letter.receipt.add_greeting(given)
    seat_letter.receipt.add_word(given)
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
    said = seat_letter.receipt.ignored
    unsaid = f"{word_for('press', seat_letter.language.language)} {said[0]}" if said else ""
    seat_letter.receipt.add_done(given, replace(note, values=(*note.values, ("unsaid", unsaid))))
    seat_letter.receipt.add_word(given)


def join_command(seat_letter: SeatLetter, given: GivenCommand) -> None:
    """Take a free seat at another match."""
    inbound, player = seat_letter.inbound, seat_letter.seat.player
    if player is None:
        return
    try:
        with refusals_roll_back(inbound.work):
            match = find_known_match(inbound.session, given.argument, player, inbound.sender, lock=True)
            lobby.join_match(inbound.work, match, player, inbound.given(), invited=normalize_address(inbound.sender))
    except RefusedError as fault:
        seat_letter.receipt.add_refused(given.line, fault.refusal)
        return
    seat_letter.receipt.add_done(given, Note.of("match.joined", match=match.code))


def takeover_command(seat_letter: SeatLetter, given: GivenCommand) -> None:
    """Take over a vacant seat at another match."""
    inbound, player = seat_letter.inbound, seat_letter.seat.player
    if player is None:
        return
    try:
        with refusals_roll_back(inbound.work):
            match = find_known_match(inbound.session, given.argument, player, inbound.sender, lock=True)
            taken = take_seat(inbound.work, match, player, inbound.row.received_at)
    except RefusedError as fault:
        seat_letter.receipt.add_refused(given.line, fault.refusal)
        return
    seat_letter.receipt.add_done(given, Note.of("match.taken", match=match.code, came=str(taken)))


def games_answer(seat_letter: SeatLetter, given: GivenCommand) -> answer_facts.Answer:
    """List the games."""
    return list_games(given, seat_letter.language)


def list_answer(seat_letter: SeatLetter, given: GivenCommand) -> answer_facts.Answer:
    """List the writer's matches."""
    return list_matches(seat_letter.inbound.work, seat_letter.seat.player, given, seat_letter.language)


def addresses_answer(seat_letter: SeatLetter, given: GivenCommand) -> answer_facts.Answer:
    """List the player's addresses and key."""
    player = seat_letter.seat.player
    if player is None:
        raise ValueError(f"nobody sits at seat {seat_letter.seat.number}")
    return describe_credentials(seat_letter.inbound.session, player, given.line)


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


def help_answer(seat_letter: SeatLetter, given: GivenCommand) -> answer_facts.Answer:
    """Explain the commands: those that matter now, a topic, or one of them."""
    match = seat_letter.match
    rules = engine_for(match.rules).rules
    moves = match.state is MatchState.RUNNING and match.to_move == seat_letter.seat.number
    offers = _help_offers(seat_letter)
    presenter = presenter_for(seat_letter.inbound.context, match, seat_letter.seat)
    scene = HelpScene(
        language=seat_letter.language,
        situation=_situation(seat_letter),
        now=seat_letter.inbound.now,
        game=rules.name,
        code=match.code,
        legal=tuple(offer.order for offer in offers) if moves and seat_letter.begun else (),
        offers=offers,
        other=_name_of_another(seat_letter),
        several=len(match.seats) != TWO,
        undoable=presenter.may_undo(),
        plannable=may_plan(match, seat_letter.seat),
        alone=may_have_hints(match, seat_letter.seat),
    )
    return explain_help(scene, given)


def _name_of_another(seat_letter: SeatLetter) -> str:
    """Name another player of the match."""
    names = seat_names(seat_letter.match, seat_letter.language, public=False)
    return next((name for at, name in enumerate(names) if name and at != seat_letter.seat.number), SOMEBODY)


def _help_offers(seat_letter: SeatLetter) -> tuple[Offer, ...]:
    presenter = presenter_for(seat_letter.inbound.context, seat_letter.match, seat_letter.seat, seat_letter.inbound.now)
    if seat_letter.begun is None:
        return turn_facts.owner_offers(presenter)
    if seat_letter.match.to_move == seat_letter.seat.number:
        return presenter.example_offers(seat_letter.loaded, most=MOST_OFFERS)
    return presenter.nudge()


def _situation(seat_letter: SeatLetter) -> Situation:
    match, seat = seat_letter.match, seat_letter.seat
    if match.state is MatchState.INVITING:
        return Situation.OWNER if seat.number == 0 else Situation.SEATED
    if match.state is not MatchState.RUNNING:
        return Situation.OVER
    return Situation.MOVE if match.to_move == seat.number else Situation.WAIT


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


ACTS: Mapping[str, Callable[[SeatLetter, GivenCommand], None]] = {
    "resign": resign_command,
    **PLAN_ACTS,
    **COMMENT_ACTS,
    **LOOK_ACTS,
    "hint": hint_command,
    "lobby": lobby_command,
    "archive": archive_command,
    "openings": openings_command,
    "statistics": statistics_command,
    "verify": verify_command,
    "download": download_command,
    "show": preview_command,
    "undo": undo_command,
    "rules": rules_command,
    "new": new_command,
    "join": join_command,
    "rematch": rematch_command,
    "takeover": takeover_command,
    "language": setting_command,
    "name": setting_command,
    "layout": setting_command,
    "letters": setting_command,
    public_names.KEY: setting_command,
    "zone": setting_command,
    "o_means": setting_command,
    "stop": setting_command,
    "start": setting_command,
    **TALK_ACTS,
    **CLOCK_ACTS,
    **CONSENT_ACTS,
    **SEAT_ACTS,
    **OWNER_ACTS,
    **dict.fromkeys(sorted(credentials.CHANGES), identity_command),
}
ANSWERS: Mapping[str, Callable[[SeatLetter, GivenCommand], answer_facts.Answer]] = {
    "help": help_answer,
    "board": board_answer,
    "plan": plan_answer,
    "status": status_answer,
    "legal": legal_answer,
    "history": history_answer,
    "record": record_answer,
    "games": games_answer,
    "list": list_answer,
    "addresses": addresses_answer,
    **CLOCK_ANSWERS,
}
LEAVING = frozenset({"takeover", "hand over", "substitute"})
"""Commands about who sits where: they contradict one that ends the match."""
CLOSING = frozenset({"resign", "claim", "cancel", "finish"})
"""Commands that end the match: they contradict an order in the same letter."""
PEOPLE_ACTS = CONSENT_ACTS.keys() | SEAT_ACTS.keys()
WEIGHTY = (
    CLOSING
    | credentials.CHANGES
    | TIME_SETTINGS
    | LOOK_SETTINGS
    | {
        "letters",
        public_names.KEY,
        "o_means",
        "stop",
        "undo",
        "grant",
        "nudge",
        "new",
        "join",
        "rematch",
        "takeover",
        "calendar",
    }
    | {"publish plans"}
    | OWNER_ACTS.keys()
    | PEOPLE_ACTS
)
"""Commands that are not carried out if any line of the letter may be another person's."""
NEED_POSITION = (
    PEOPLE_ACTS
    | PLAN_ACTS.keys()
    | {
        "plan",
        "board",
        "status",
        "legal",
        "time",
        "history",
        "record",
        "show",
        "undo",
        "press",
        "tell",
        "memo",
        "diary",
        "comment",
        "claim",
        "grant",
        "nudge",
        "hint",
        "resign",
    }
)
"""Commands that mean nothing before the match has begun."""
