"""Letters to the service's own address: the commands that need no match, such as new, join, list and the settings.

Anybody may write one, and nothing proves the sender. So a question is answered to the sender's address, and anything
that acts in somebody's name becomes a request for confirmation (`confirmation_letters`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date

import msgspec
from sqlalchemy import select

from adjudicator.engines.registry import engines
from adjudicator.mail.commands.command import Argument
from adjudicator.mail.commands.command_lines import GivenCommand, close_commands, read_line
from adjudicator.mail.commands.comment_order import CommentDeed, CommentOrder, read_comment_order
from adjudicator.mail.commands.contradictions import find_contradictions
from adjudicator.mail.commands.order_lines import MOST_COMMANDS, sort_order_lines
from adjudicator.mail.commands.topics import Situation
from adjudicator.mail.commands.translation import translate_command
from adjudicator.mail.errors import SenderFault
from adjudicator.mail.text.text_fold import fold_line
from adjudicator.mail.trust.authentication import Proof
from adjudicator.mail.trust.from_header import check_address, normalize_address
from adjudicator.match.rulings import refusals
from adjudicator.match.rulings.refusals import Refusal, RefusalKey
from adjudicator.services.answers.club_answers import (
    MOST_LISTED,
    explain_rules,
    find_games_in,
    find_rules,
    list_games,
    list_matches,
)
from adjudicator.services.answers.download_answers import answer_download, find_file
from adjudicator.services.answers.help_answers import HelpScene, explain_help
from adjudicator.services.answers.lobby_answers import list_free_seats, list_past_matches
from adjudicator.services.answers.opening_answers import openings_answer
from adjudicator.services.answers.statistics_answers import statistics_answer
from adjudicator.services.answers.verify_answers import verify_chain_line
from adjudicator.services.identity import credentials
from adjudicator.services.identity.change_requests import request_change
from adjudicator.services.identity.credential_changes import describe_credentials
from adjudicator.services.inbound import refusal_letters
from adjudicator.services.inbound.answering_language import answering_language
from adjudicator.services.inbound.authorization import refusal_without_sender
from adjudicator.services.inbound.inbound_letter import InboundLetter, Outcome, VerdictKind
from adjudicator.services.inbound.reply_limits import DAY, reply_quota
from adjudicator.services.inbound.unsure_letters import objection_to_unsure
from adjudicator.services.matches.opening import lobby
from adjudicator.services.matches.opening.match_codes import CODE_LENGTH
from adjudicator.services.matches.opening.waiting_seats import find_own_match
from adjudicator.services.matches.rows.match_rows import find_match, may_see, seat_of
from adjudicator.services.matches.seats import seat_takers
from adjudicator.services.matches.view import calendars
from adjudicator.services.matches.view.comments import check_comment
from adjudicator.services.matches.view.presenter import reader_of
from adjudicator.services.orders.comment_commands import RIGHT as COMMENTS_RIGHT
from adjudicator.services.orders.comment_commands import want_comment
from adjudicator.services.orders.new_matches import read_proposal
from adjudicator.services.orders.order_wording import hedge_of_command
from adjudicator.services.orders.seat_letter import LONGEST_SHOWN
from adjudicator.services.outbox.enqueue import LetterRefs, enqueue_letter, recipient_at
from adjudicator.services.outbox.letter_headers import HEADERS
from adjudicator.services.players.absences import local_today
from adjudicator.services.players.players import find_player
from adjudicator.services.players.time_settings import answer_digest, describe_absences
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.requests.confirmation_letters import (
    Asker,
    ask_calendar,
    ask_cancel,
    ask_choice,
    ask_comment,
    ask_for_match,
    ask_join,
    ask_new,
    ask_takeover,
    ask_time,
)
from adjudicator.services.requests.service_letter import ServiceLetter
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match, Outbox, Player, Seat
from adjudicator.texts import letter_kinds, line_report
from adjudicator.texts.answer_facts import HELP, Answer
from adjudicator.texts.language import Language
from adjudicator.texts.letter_facts import RequestOrigin

MOST_ASKED = 3
"""Confirmation letters that one letter can cause; all new matches share one."""
AT_ONCE = frozenset(
    {"help", "games", "rules", "list", "lobby", "archive", "openings", "statistics", "verify", "download", "new"}
    | {"addresses"}
)
"""Commands that cause no confirmation letter of their own."""
FREE = frozenset({Argument.TEXT, Argument.STEP, Argument.MESSAGE, Argument.MEMO})
"""What is written behind such a command is in anybody's words."""
GOING_ON = frozenset({MatchState.INVITING, MatchState.RUNNING})
MOST_REFUSED = 5
"""Lines that are refused one by one because they are no commands; further ones are not tried."""


def handle_service_letter(inbound: InboundLetter) -> Outcome:
    """Answer a letter to the service's own address.

    1. No sender, or no quota for answers left: write nothing, or tell the envelope sender.
    2. Unsure lines that could be commands: ask the writer.
    3. Sort the lines; without any, the subject counts as one.
    4. Carry out the commands, and refuse the lines that are none.
    5. Write the receipt, unless the confirmation letters say everything.
    """
    if inbound.letter.sender is None:
        return _refuse_without_sender(inbound)
    quota = reply_quota(inbound)
    if not quota.left:
        return Outcome(VerdictKind.ENOUGH)
    player = find_player(inbound.session, inbound.sender)
    service_letter = ServiceLetter(inbound, player, answering_language(inbound, player), quota)
    if objection := objection_to_unsure(inbound, lambda lines: any(read_line(line, "service") for line in lines)):
        service_letter.refuse("", objection)
        _write_receipt(service_letter)
        return Outcome.refused(objection)
    service_letter.ignored += inbound.reply.unsure
    # If the letter quotes another one, its subject may be that one's.
    subject = () if inbound.reply.quoted else (inbound.letter.subject,)
    service_letter.sorted = sort_order_lines(inbound.reply.lines or subject, "service")
    _carry_out_commands(service_letter)
    _ask_for_matches(service_letter)
    _refuse_orders(service_letter)
    if service_letter.asked and not (
        service_letter.answers or service_letter.refused or (service_letter.not_reached and not service_letter.fixed)
    ):
        return Outcome(VerdictKind.ASKED_BACK)
    if service_letter.asked and quota.left == 1:
        return Outcome(VerdictKind.ASKED_BACK)
    _write_receipt(service_letter)
    return Outcome(VerdictKind.ANSWERED)


def _today(service_letter: ServiceLetter) -> date:
    player, now = service_letter.player, service_letter.inbound.now
    return local_today(player, now) if player else now.date()


def _carry_out_commands(service_letter: ServiceLetter) -> None:
    """Carry out the commands of a letter: each once, at most `MOST_COMMANDS`, with few confirmation letters."""
    commands, seen = service_letter.sorted.commands, set()
    most = _most_asked(service_letter)
    excluded = find_contradictions(commands[:MOST_COMMANDS], _today(service_letter))
    for first, *others in excluded:
        lines = [given.line for given in (first, *others)]
        service_letter.refuse(first.line, refusals.contradictory(lines))
        service_letter.not_reached += lines[1:]
    for given in commands[:MOST_COMMANDS]:
        if any(given in group for group in excluded):
            continue
        key = given.command.name, fold_line(given.argument)
        if key in seen:
            service_letter.ignored.append(given.line)
        elif hedge := hedge_of_command(given):
            service_letter.refuse(given.line, refusals.hedged(given.line, hedge.doubt, hedge.word))
        elif service_letter.asked + bool(service_letter.wishes) >= most and given.command.name not in AT_ONCE:
            service_letter.not_reached.append(given.line)
        else:
            _carry_out(service_letter, given)
        seen.add(key)
    service_letter.not_reached += [given.line for given in commands[MOST_COMMANDS:]]
    if service_letter.wishes:
        asker = Asker(service_letter.inbound, service_letter.player, service_letter.language)
        ask_new(asker, service_letter.wishes, unsaid=bool(service_letter.sorted.orders))
        service_letter.asked += 1


def _ask_for_matches(service_letter: ServiceLetter) -> None:
    """Ask back what is written behind the code of a match, such as ``K7Q2 resign``: it is answered in the match."""
    left, orders = list[str](), list(service_letter.sorted.orders)
    while orders:
        order = orders.pop(0)
        if commented := _read_comment(service_letter, order):
            # What stands below belongs to the text: the service has no orders.
            while orders and not (
                _read_comment(service_letter, orders[0]) or _read_for_match(service_letter, orders[0])
            ):
                commented = commented[0], replace(commented[1], argument=f"{commented[1].argument}\n{orders.pop(0)}")
            _ask_for_comment(service_letter, *commented)
            continue
        found = _read_for_match(service_letter, order)
        if found is None or service_letter.player is None:
            left.append(order)
        elif service_letter.asked >= _most_asked(service_letter):
            service_letter.not_reached.append(order)
        else:
            asker = Asker(service_letter.inbound, service_letter.player, service_letter.language)
            ask_for_match(asker, service_letter.player, *found)
            service_letter.asked += 1
    service_letter.sorted = replace(service_letter.sorted, orders=tuple(left))


def _read_comment(service_letter: ServiceLetter, line: str) -> tuple[Match, GivenCommand] | None:
    """Read ``K7Q2 comment 14 TEXT``, for a match that is over and that the sender may see."""
    code, _, rest = line.strip().partition(" ")
    given = read_line(rest, "match") if code.isalnum() and len(code) == CODE_LENGTH else None
    player = service_letter.player
    if given is None or given.command.name != "comment" or not given.argument or player is None:
        return None
    match = find_match(service_letter.inbound.session, code)
    return (match, given) if match and may_see(match, player.id) else None


def _ask_for_comment(service_letter: ServiceLetter, match: Match, given: GivenCommand) -> None:
    """Ask back a line about comments, or tell what is wrong with it."""
    language, line = service_letter.language, f"{match.code} {given.line}"[:LONGEST_SHOWN]
    try:
        _check_comment(service_letter, match, read_comment_order(given.argument))
    except RefusedError as fault:
        nearest = tuple(f"{match.code} {translate_command(one, language.language)}" for one in fault.refusal.nearest)
        service_letter.refuse(line, replace(fault.refusal, nearest=nearest))
        return
    if service_letter.asked >= _most_asked(service_letter):
        service_letter.not_reached.append(line)
        return
    ask_comment(Asker(service_letter.inbound, service_letter.player, language), match, given)
    service_letter.asked += 1


def _check_comment(service_letter: ServiceLetter, match: Match, order: CommentOrder) -> None:
    player = service_letter.player
    if order.deed is CommentDeed.UNREADABLE or player is None:
        raise RefusedError(refusals.bad_argument("comment", "", COMMENTS_RIGHT))
    if order.deed is CommentDeed.WRITE:
        check_comment(service_letter.inbound.work, match, player, want_comment(order), service_letter.language)


def _read_for_match(service_letter: ServiceLetter, line: str) -> tuple[Match, Seat, GivenCommand] | None:
    """Read a line as the code of a match in which the sender sits, and a command. None for everything else.

    Free text is not taken from a letter that proves nothing: we would carry anybody's words to the player.
    """
    code, _, rest = line.strip().partition(" ")
    given = read_line(rest, "match") if code.isalnum() and len(code) == CODE_LENGTH else None
    if given is None or given.command.argument in FREE or service_letter.player is None:
        return None
    match = find_match(service_letter.inbound.session, code)
    seat = seat_of(match, service_letter.player.id) if match else None
    return (match, seat, given) if match and seat and match.state in GOING_ON else None


def _most_asked(service_letter: ServiceLetter) -> int:
    return max(1, min(MOST_ASKED, service_letter.quota.left - 1))


def _carry_out(service_letter: ServiceLetter, given: GivenCommand) -> None:
    name = given.command.name
    if name in FOR_ANYBODY:
        FOR_ANYBODY[name](service_letter, given)
    elif service_letter.player is None and name == "language" and len(service_letter.sorted.commands) > 1:
        return  # what else the letter asks for is answered in that language, and their matches are played in it
    elif service_letter.player is None:
        command = given.command.word(service_letter.language.language)
        service_letter.refuse(given.line, Refusal.of(RefusalKey.NO_PLAYER, command=command))
    else:
        try:
            FOR_PLAYERS[name](service_letter, service_letter.player, given)
        except RefusedError as fault:
            service_letter.refuse(given.line, fault.refusal)


def _refuse_without_sender(inbound: InboundLetter) -> Outcome:
    """Refuse a letter without a usable From line; the answer goes to its envelope sender, if that is an address."""
    try:
        address = check_address(inbound.row.envelope_from)
    except SenderFault:
        return Outcome(VerdictKind.NO_SENDER)
    return refusal_letters.refuse_nameless(inbound, refusal_without_sender(inbound), normalize_address(address))


def _refuse_orders(service_letter: ServiceLetter) -> None:
    """Refuse the lines that are no commands. Beside commands they count as small talk, and are only reported."""
    orders = service_letter.sorted.orders
    if service_letter.sorted.commands or service_letter.asked:
        service_letter.ignored += orders
        return
    for order in orders[:MOST_REFUSED]:
        close = close_commands(order, "service", service_letter.language.language)
        service_letter.refuse(order, refusals.unknown_command(order, _ways_to_play(order) or close))
    service_letter.untried += orders[MOST_REFUSED:]
    if not orders and not service_letter.refused:
        service_letter.refuse("", service_letter.inbound.nothing())


def _ways_to_play(line: str) -> tuple[str, ...]:
    """List what somebody may want who names a game in words of their own ("I would like to play Cheops")."""
    named = find_games_in(line)
    return (f"new {named[0]} with house", f"rules {named[0]}") if named else ()


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
    if not given.argument:
        games_command(service_letter, given)
        return
    try:
        found = find_rules(given.argument)
    except RefusedError as fault:
        service_letter.refuse(given.line, fault.refusal)
        return
    if service_letter.inbound.proof is not Proof.PROVED and found.name in _rules_of_today(service_letter):
        service_letter.refuse(given.line, Refusal.of(RefusalKey.RULES_SENT, game=found.title))
        return
    service_letter.rules.append(found.name)
    service_letter.answers.append(explain_rules(found, given, service_letter.language))


def _rules_of_today(service_letter: ServiceLetter) -> set[str]:
    """List the games whose rules were sent to the address within a day."""
    address = service_letter.player.address if service_letter.player else service_letter.inbound.sender
    query = select(Outbox.headers).where(
        Outbox.to_address == address,
        Outbox.kind == letter_kinds.SERVICE_RECEIPT.name,
        Outbox.created_at > service_letter.inbound.now - DAY,
    )
    sent = service_letter.inbound.session.scalars(query.order_by(Outbox.created_at.desc()).limit(MOST_LISTED))
    return {name for headers in sent for name in HEADERS.convert(headers).rules}


def new_command(service_letter: ServiceLetter, given: GivenCommand) -> None:
    """Check a new match. All new matches of a letter share one confirmation letter, at the end."""
    try:
        wish = read_proposal(given)
    except RefusedError as fault:
        service_letter.refuse(given.line, fault.refusal)
    else:
        service_letter.wishes.append((wish, given.line))


def join_command(service_letter: ServiceLetter, given: GivenCommand) -> None:
    """Ask for the confirmation of taking a seat."""
    match = find_match(service_letter.inbound.session, given.argument)
    if match is None:
        service_letter.refuse(given.line, Refusal.of(RefusalKey.NO_MATCH, match=given.argument.upper()))
    elif lobby.has_seat(match, service_letter.inbound.sender) or match.state is not MatchState.INVITING:
        service_letter.refuse(given.line, Refusal.of(RefusalKey.NOT_JOINABLE, match=match.code))
    elif (seat := lobby.find_free_seat(match, service_letter.inbound.sender)) is None:
        service_letter.refuse(given.line, Refusal.of(RefusalKey.NOT_INVITED, match=match.code))
    else:
        ask_join(Asker(service_letter.inbound, service_letter.player, service_letter.language), match, seat, given.line)
        service_letter.asked += 1


def takeover_command(service_letter: ServiceLetter, given: GivenCommand) -> None:
    """Ask for the confirmation of taking over a vacant seat, or of coming back to it."""
    inbound = service_letter.inbound
    match = find_match(inbound.session, given.argument)
    try:
        if match is None:
            raise RefusedError.of(RefusalKey.NO_MATCH, match=given.argument.upper())
        seat = seat_takers.find_seat_to_take(inbound.work, match, service_letter.player).seat
    except RefusedError as fault:
        service_letter.refuse(given.line, fault.refusal)
        return
    ask_takeover(Asker(inbound, service_letter.player, service_letter.language), match, seat, given.line)
    service_letter.asked += 1


def list_command(service_letter: ServiceLetter, given: GivenCommand) -> None:
    """List the matches of the sender. The answer goes to their address, so a forged sender reveals nothing."""
    work, player = service_letter.inbound.work, service_letter.player
    service_letter.answers.append(list_matches(work, player, given, service_letter.language))


def lobby_command(service_letter: ServiceLetter, given: GivenCommand) -> None:
    """List the free seats."""
    _ask_club(service_letter, given, list_free_seats)


def archive_command(service_letter: ServiceLetter, given: GivenCommand) -> None:
    """List matches that are over. The answer goes to the player's address, so a forged sender learns nothing."""
    _ask_club(service_letter, given, list_past_matches)


def openings_command(service_letter: ServiceLetter, given: GivenCommand) -> None:
    """Tell what was played in openings."""
    _ask_club(service_letter, given, openings_answer)


def statistics_command(service_letter: ServiceLetter, given: GivenCommand) -> None:
    """Tell statistics."""
    _ask_club(service_letter, given, statistics_answer)


def verify_command(service_letter: ServiceLetter, given: GivenCommand) -> None:
    """Look a digest up in the archive. The answer goes to the player's address, so private matches stay private."""
    _ask_club(service_letter, given, verify_chain_line)


def download_command(service_letter: ServiceLetter, given: GivenCommand) -> None:
    """Send a whole match as a file. A letter has one attachment at most."""
    inbound, player = service_letter.inbound, service_letter.player
    try:
        wanted = find_file(inbound.session, player, given)
    except RefusedError as fault:
        service_letter.refuse(given.line, fault.refusal)
        return
    reader = None if service_letter.attachment else player
    answer, attached = answer_download(inbound, reader, service_letter.language, given, wanted)
    service_letter.attachment = attached or service_letter.attachment
    service_letter.answers.append(answer)


def _ask_club(
    service_letter: ServiceLetter,
    given: GivenCommand,
    find: Callable[[UnitOfWork, Player | None, GivenCommand, Language], Answer],
) -> None:
    try:
        answer = find(service_letter.inbound.work, service_letter.player, given, service_letter.language)
    except RefusedError as fault:
        service_letter.refuse(given.line, fault.refusal)
        for refusal in fault.more:
            service_letter.refuse("", refusal)
    else:
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
    answer, service_letter.attachment = calendars.answer_calendar(
        inbound.session, inbound.context, player, given.line, inbound.now
    )
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
    "lobby": lobby_command,
    "archive": archive_command,
    "openings": openings_command,
    "statistics": statistics_command,
    "verify": verify_command,
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
    "addresses": addresses_command,
    **dict.fromkeys(sorted(credentials.CHANGES), identity_command),
}


def _write_receipt(service_letter: ServiceLetter) -> None:
    inbound, service = service_letter.inbound, service_letter.inbound.context.addresses.service
    report = _report_lines(service_letter)
    inbound.row.account = msgspec.to_builtins(report)
    reader = reader_of(inbound.context, service_letter.player)
    facts = letter_kinds.ServiceReceipt(
        reader=reply_quota(inbound).mark(reader),
        account=report,
        answers=tuple(service_letter.answers),
        offers=()
        if any(isinstance(answer, HELP) for answer in service_letter.answers)
        else refusal_letters.service_offers(service, service_letter.language, "house", "help", "games"),
    )
    to = recipient_at(service_letter.player, inbound.sender, service_letter.language, service)
    refs = LetterRefs(
        inbox_id=inbound.row.id,
        in_reply_to=inbound.letter.message_id,
        rules=tuple(service_letter.rules),
        attachment=service_letter.attachment,
    )
    enqueue_letter(inbound.work, letter_kinds.SERVICE_RECEIPT, facts, to, refs)


def _report_lines(service_letter: ServiceLetter) -> line_report.LineReport:
    """Report on every line. To a stranger no line is quoted: another person may have written the letter."""
    if service_letter.fixed:
        return line_report.LineReport(refused=tuple(service_letter.refused))
    reply = service_letter.inbound.reply
    return line_report.LineReport(
        refused=tuple(service_letter.refused),
        not_reached=tuple(service_letter.not_reached),
        ignored=tuple(service_letter.ignored),
        untried=(*service_letter.untried, *service_letter.sorted.untried),
        comments=service_letter.sorted.comments,
        stop=service_letter.sorted.ended_by,
        below_stop=service_letter.sorted.below,
        quoted=reply.quoted,
        quoted_from=reply.quoted_from,
        signature=(*reply.signature, *service_letter.sorted.contacts),
        banner=reply.banner,
    )
