"""The commands in letters to the service, which need no match, such as new, join, list and the settings.

`FOR_ANYBODY` and `FOR_PLAYERS` list them; `service_handler` carries them out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sqlalchemy import select

from adjudicator.engines.registry import engines
from adjudicator.mail.commands.table.command import GivenCommand
from adjudicator.mail.commands.table.topics import Situation
from adjudicator.mail.trust.authentication import Proof
from adjudicator.match.rulings.refusals import Refusal, RefusalKey
from adjudicator.services.answers.club_answers import MOST_LISTED, list_games, list_matches
from adjudicator.services.answers.club_questions import (
    CLUB_QUESTIONS,
    Asking,
    ask_club,
    attach_file,
    find_wanted_file,
    find_wanted_rules,
    tell_rules,
)
from adjudicator.services.answers.help_answers import HelpScene, explain_help
from adjudicator.services.identity import credentials
from adjudicator.services.identity.change_requests import request_change
from adjudicator.services.identity.credential_changes import describe_credentials
from adjudicator.services.inbound import refusal_letters
from adjudicator.services.inbound.reply_limits import DAY
from adjudicator.services.matches.opening import lobby
from adjudicator.services.matches.opening.waiting_seats import find_own_match
from adjudicator.services.matches.rows.known_matches import find_known_match
from adjudicator.services.matches.rows.proposal_rows import find_arrival
from adjudicator.services.matches.seats import seat_takers
from adjudicator.services.matches.view import calendars
from adjudicator.services.orders.commands.new_matches import read_setup
from adjudicator.services.orders.commands.other_matches import code_of_wish
from adjudicator.services.outbox.letter_headers import HEADERS
from adjudicator.services.players.time_settings import answer_digest, describe_absences
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.requests.confirmation_letters import (
    Asker,
    ask_calendar,
    ask_cancel,
    ask_choice,
    ask_join,
    ask_takeover,
    ask_time,
    ask_withdraw,
)
from adjudicator.services.requests.service_letter import ServiceLetter
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Outbox, Player
from adjudicator.texts.facts.letter_facts import RequestOrigin
from adjudicator.texts.letters import account_kinds


def help_command(service_letter: ServiceLetter, given: GivenCommand) -> None:
    """Explain the commands: those that matter most to the service, a topic, or one of them."""
    game = next(iter(engines().values())).rules.name
    scene = HelpScene(
        language=service_letter.language,
        situation=Situation.SERVICE,
        now=service_letter.inbound.now,
        game=game,
        code="K7Q2",
        offers=refusal_letters.service_offers(
            service_letter.inbound.context.addresses.service, service_letter.language, "house", "games"
        ),
    )
    service_letter.answers.append(explain_help(scene, given))


def games_command(service_letter: ServiceLetter, given: GivenCommand) -> None:
    """List the games."""
    service_letter.answers.append(list_games(given, service_letter.language))


def rules_command(service_letter: ServiceLetter, given: GivenCommand) -> None:
    """Send the rules of a game, or list the games. An unproved sender gets rules once a day: they are long."""
    try:
        found = find_wanted_rules(given)
    except RefusedError as fault:
        service_letter.refuse(given.line, fault.refusal)
        return
    if found is not None:
        if service_letter.inbound.proof is not Proof.PROVED and found.name in _rules_of_today(service_letter):
            service_letter.refuse(given.line, Refusal.of(RefusalKey.RULES_SENT, game=found.title))
            return
        service_letter.rules.append(found.name)
    service_letter.answers.append(tell_rules(found, given, service_letter.language))


def _rules_of_today(service_letter: ServiceLetter) -> set[str]:
    """List the games whose rules were sent to the address within a day."""
    address = service_letter.player.address if service_letter.player else service_letter.inbound.sender
    query = select(Outbox.headers).where(
        Outbox.to_address == address,
        Outbox.kind == account_kinds.SERVICE_RECEIPT.name,
        Outbox.created_at > service_letter.inbound.now - DAY,
    )
    sent = service_letter.inbound.session.scalars(query.order_by(Outbox.created_at.desc()).limit(MOST_LISTED))
    return {name for headers in sent for name in HEADERS.convert(headers).rules}


def new_command(service_letter: ServiceLetter, given: GivenCommand) -> None:
    """Check a new match. All new matches of a letter share one confirmation letter, at the end."""
    try:
        wish = read_setup(given)
    except RefusedError as fault:
        service_letter.refuse(given.line, fault.refusal)
    else:
        service_letter.wishes.append((wish, given.line))


def join_command(service_letter: ServiceLetter, given: GivenCommand) -> None:
    """Ask for the confirmation of taking a seat."""
    inbound = service_letter.inbound
    try:
        match = find_known_match(inbound.session, given.argument, service_letter.player, inbound.sender)
    except RefusedError as fault:
        service_letter.refuse(given.line, fault.refusal)
        return
    player = service_letter.player
    seated = player is not None and lobby.has_seat(match, player.address)
    if seated or match.state is not MatchState.INVITING:
        service_letter.refuse(given.line, Refusal.of(RefusalKey.NOT_JOINABLE, match=match.code))
    elif (seat := lobby.find_free_seat(inbound.session, match, inbound.sender)) is None:
        service_letter.refuse(given.line, Refusal.of(RefusalKey.NOT_INVITED, match=match.code))
    else:
        asker = Asker(inbound, player, service_letter.language)
        ask_join(asker, match, seat, given.line, service_letter.take_settings())
        service_letter.asked += 1


def takeover_command(service_letter: ServiceLetter, given: GivenCommand) -> None:
    """Ask for the confirmation of taking over a vacant seat, or of coming back to it."""
    inbound = service_letter.inbound
    try:
        match = find_known_match(inbound.session, given.argument, service_letter.player, inbound.sender)
        seat = seat_takers.find_seat_to_take(inbound.session, match, service_letter.player).seat
    except RefusedError as fault:
        service_letter.refuse(given.line, fault.refusal)
        return
    ask_takeover(Asker(inbound, service_letter.player, service_letter.language), match, seat, given.line)
    service_letter.asked += 1


def list_command(service_letter: ServiceLetter, given: GivenCommand) -> None:
    """List the matches of the sender. The answer goes to their address, so a forged sender reveals nothing."""
    work, player = service_letter.inbound.work, service_letter.player
    service_letter.answers.append(list_matches(work, player, given, service_letter.language))


def _asking(service_letter: ServiceLetter) -> Asking:
    return Asking(service_letter.inbound, service_letter.player, service_letter.language)


def club_command(service_letter: ServiceLetter, given: GivenCommand) -> None:
    """Answer a question to the club. It goes to the player's address, so a forged sender learns nothing private."""
    try:
        answer = ask_club(_asking(service_letter), given)
    except RefusedError as fault:
        service_letter.refuse(given.line, fault.refusal)
        for refusal in fault.more:
            service_letter.refuse("", refusal)
    else:
        service_letter.answers.append(answer)


def download_command(service_letter: ServiceLetter, given: GivenCommand) -> None:
    """Send a whole match as a file."""
    asking = _asking(service_letter)
    try:
        wanted = find_wanted_file(asking, given)
    except RefusedError as fault:
        service_letter.refuse(given.line, fault.refusal)
        return
    answer, service_letter.attachment = attach_file(asking, given, wanted, service_letter.attachment)
    service_letter.answers.append(answer)


def setting_command(service_letter: ServiceLetter, player: Player, given: GivenCommand) -> None:
    """Ask for the confirmation of a changed preference."""
    ask_choice(Asker(service_letter.inbound, player, service_letter.language), given)
    service_letter.asked += 1


def time_command(service_letter: ServiceLetter, player: Player, given: GivenCommand) -> None:
    """Ask for the confirmation of an absence, or of other times in which clocks rest."""
    ask_time(Asker(service_letter.inbound, player, service_letter.language), player, given)
    service_letter.asked += 1


def cancel_command(service_letter: ServiceLetter, player: Player, given: GivenCommand) -> None:
    """Ask whether a match that has not begun is to be called off."""
    match = find_own_match(service_letter.inbound.session, player, given.argument)
    ask_cancel(Asker(service_letter.inbound, player, service_letter.language), given, match)
    service_letter.asked += 1


def withdraw_command(service_letter: ServiceLetter, player: Player, given: GivenCommand) -> None:
    """Ask whether the wish for a vacant seat is to be taken back."""
    inbound = service_letter.inbound
    match = find_known_match(inbound.session, code_of_wish(given), player, inbound.sender)
    if find_arrival(inbound.session, match, player) is None:
        raise RefusedError.of(RefusalKey.NOTHING_TO_WITHDRAW)
    ask_withdraw(Asker(inbound, player, service_letter.language), given, match)
    service_letter.asked += 1


def absences_command(service_letter: ServiceLetter, player: Player, given: GivenCommand) -> None:
    """List the player's absences; with an argument, ask for the confirmation of a choice."""
    if given.argument:
        time_command(service_letter, player, given)
    else:
        service_letter.answers.append(describe_absences(service_letter.inbound.work, player, given.line))


def calendar_command(service_letter: ServiceLetter, player: Player, given: GivenCommand) -> None:
    """Send the player's calendar to the player; ask for the confirmation of another address for it, or of none."""
    inbound = service_letter.inbound
    if calendars.check_use(given.argument):
        ask_calendar(Asker(inbound, player, service_letter.language), given)
        service_letter.asked += 1
        return
    calendars.set_calendar(player, given.argument)
    answer, service_letter.attachment = calendars.answer_calendar(inbound.work, player, given.line)
    service_letter.answers.append(answer)


def digest_command(service_letter: ServiceLetter, player: Player, given: GivenCommand) -> None:
    """Ask for the confirmation of another digest; ``digest`` alone asks when it comes."""
    if given.argument:
        time_command(service_letter, player, given)
    else:
        service_letter.answers.append(answer_digest(player, given.line))


def identity_command(service_letter: ServiceLetter, player: Player, given: GivenCommand) -> None:
    """Ask an established address of the player to agree to a change of their addresses or key."""
    inbound = service_letter.inbound
    asked = RequestOrigin(at=inbound.now, by="letter", sender=inbound.sender)
    question = request_change(inbound.work, player, given.command.name, given.argument or inbound.letter.key, asked)
    service_letter.asked += question.is_new


def addresses_command(service_letter: ServiceLetter, player: Player, given: GivenCommand) -> None:
    """List the player's addresses and key. The answer goes to the player's main address."""
    service_letter.answers.append(describe_credentials(service_letter.inbound.session, player, given.line))


FOR_ANYBODY: Mapping[str, Callable[[ServiceLetter, GivenCommand], None]] = {
    "help": help_command,
    "games": games_command,
    "rules": rules_command,
    "new": new_command,
    "join": join_command,
    "takeover": takeover_command,
    "list": list_command,
    **dict.fromkeys(CLUB_QUESTIONS, club_command),
    "download": download_command,
}
FOR_PLAYERS: Mapping[str, Callable[[ServiceLetter, Player, GivenCommand], None]] = {
    "language": setting_command,
    "name": setting_command,
    "layout": setting_command,
    "letters": setting_command,
    "public_name": setting_command,
    "zone": setting_command,
    "o_means": setting_command,
    "absence": time_command,
    "absences": absences_command,
    "away_letters": time_command,
    "off": time_command,
    "remind": time_command,
    "quiet": time_command,
    "calendar": calendar_command,
    "digest": digest_command,
    "turns": time_command,
    "stop": setting_command,
    "start": setting_command,
    "cancel": cancel_command,
    "withdraw": withdraw_command,
    "addresses": addresses_command,
    **dict.fromkeys(sorted(credentials.CHANGES), identity_command),
}
