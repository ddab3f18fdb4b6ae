"""Letters to the service's own address: the whole way of one, from its lines to its receipt.

Anybody may write one, and nothing proves the sender. So a question is answered to the sender's address, and anything
that acts in somebody's name becomes a request for confirmation (`confirmation_letters`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

import msgspec

from adjudicator.mail.commands.lines.command_lines import close_commands, read_line
from adjudicator.mail.commands.lines.contradictions import find_contradictions
from adjudicator.mail.commands.lines.order_lines import MOST_COMMANDS, sort_order_lines
from adjudicator.mail.commands.table.command import GivenCommand
from adjudicator.mail.errors import SenderFault
from adjudicator.mail.lexicon.wishes import FEWER_LETTERS, Wish, find_first_wish
from adjudicator.mail.text.text_fold import fold_line
from adjudicator.mail.trust.from_header import check_address, normalize_address
from adjudicator.match.rulings import refusals
from adjudicator.match.rulings.refusals import Refusal, RefusalKey
from adjudicator.services.answers.club_answers import find_games_in
from adjudicator.services.inbound import refusal_letters
from adjudicator.services.inbound.answering_language import answering_language
from adjudicator.services.inbound.authorization import refusal_without_sender
from adjudicator.services.inbound.inbound_letter import InboundLetter, Outcome, VerdictKind
from adjudicator.services.inbound.reply_limits import reply_quota
from adjudicator.services.inbound.unsure_letters import objection_to_unsure
from adjudicator.services.orders.order_wording import hedge_of_command
from adjudicator.services.outbox.enqueue import LetterRefs, enqueue_letter, recipient_at
from adjudicator.services.players.absences import local_today
from adjudicator.services.players.letter_readers import reader_of
from adjudicator.services.players.players import find_player
from adjudicator.services.refusals_roll_back import refusals_roll_back
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.requests.confirmation_letters import Asker, ask_new
from adjudicator.services.requests.match_lines import ask_for_matches
from adjudicator.services.requests.misplaced_lines import refuse_misplaced
from adjudicator.services.requests.service_commands import FOR_ANYBODY, FOR_PLAYERS
from adjudicator.services.requests.service_letter import ServiceLetter
from adjudicator.services.requests.side_settings import is_setting, read_setting
from adjudicator.texts.facts import line_report
from adjudicator.texts.facts.answer_facts import HELP
from adjudicator.texts.letters import account_kinds

AT_ONCE = frozenset(
    {"help", "games", "rules", "list", "lobby", "archive", "openings", "statistics", "verify", "download", "new"}
    | {"addresses"}
)
"""Commands that cause no confirmation letter of their own."""


_FIRST_STEPS: Mapping[Wish, tuple[str, ...]] = {
    Wish.PAST: ("archive", "list"),
    Wish.LEARN: ("games", "help"),
    Wish.PLAY: ("games", "lobby"),
    Wish.FEWER: FEWER_LETTERS,
}
"""The command to write for each wish that somebody has in words of their own."""
CARRIES_SETTINGS = frozenset({"new", "join"})
"""Commands whose confirmation settings are put beside."""
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
    ask_for_matches(service_letter)
    _refuse_orders(service_letter)
    if service_letter.asked and not (
        service_letter.answers
        or service_letter.refused
        or ((service_letter.not_reached or service_letter.beyond) and not service_letter.fixed)
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
    most = service_letter.most_asked
    excluded = find_contradictions(commands[:MOST_COMMANDS], _today(service_letter))
    for first, *others in excluded:
        lines = [given.line for given in (first, *others)]
        service_letter.refuse(first.line, refusals.contradictory(lines))
        service_letter.not_reached += lines[1:]
    for given in _keep_settings(service_letter, commands[:MOST_COMMANDS], excluded):
        if any(given in group for group in excluded):
            continue
        key = given.command.name, fold_line(given.argument)
        if key in seen:
            service_letter.ignored.append(given.line)
        elif hedge := hedge_of_command(given):
            service_letter.refuse(given.line, refusals.hedged(given.line, hedge.doubt, hedge.word))
        elif service_letter.asked + bool(service_letter.wishes) >= most and given.command.name not in AT_ONCE:
            service_letter.beyond.append(given.line)
        else:
            _carry_out(service_letter, given)
        seen.add(key)
    service_letter.beyond += [given.line for given in commands[MOST_COMMANDS:]]
    if service_letter.wishes:
        asker = Asker(service_letter.inbound, service_letter.player, service_letter.language)
        settings = service_letter.take_settings()
        ask_new(asker, service_letter.wishes, settings, unsaid=bool(service_letter.sorted.orders))
        service_letter.asked += 1
    for given, _ in service_letter.settings:  # nothing was asked for that could bring them along
        if service_letter.asked < most:
            _carry_out(service_letter, given)
        else:
            service_letter.beyond.append(given.line)


def _keep_settings(
    service_letter: ServiceLetter, commands: Sequence[GivenCommand], excluded: Sequence[Sequence[GivenCommand]]
) -> list[GivenCommand]:
    """Keep settings for the confirmation of a match or a seat, if one is asked for; return the other commands."""
    if not any(given.command.name in CARRIES_SETTINGS for given in commands):
        return list(commands)
    others, player = [], service_letter.player
    for given in commands:
        newcomers = player is None and given.command.name == "language"  # `answering_language` follows it
        if newcomers or not is_setting(given, player) or hedge_of_command(given) or any(given in g for g in excluded):
            others.append(given)
            continue
        try:
            service_letter.settings.append((given, read_setting(service_letter.inbound.work, player, given)))
        except RefusedError as fault:
            service_letter.refuse(given.line, fault.refusal)
    return others


def _carry_out(service_letter: ServiceLetter, given: GivenCommand) -> None:
    name = given.command.name
    if name in FOR_ANYBODY:
        FOR_ANYBODY[name](service_letter, given)
    elif service_letter.player is None and name == "language" and len(service_letter.sorted.commands) > 1:
        return  # other requests of the letter are answered in that language, and their matches are played in it
    elif service_letter.player is None:
        command = given.command.word(service_letter.language.language)
        service_letter.refuse(given.line, Refusal.of(RefusalKey.NO_PLAYER, command=command))
    else:
        try:
            with refusals_roll_back(service_letter.inbound.work):
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
    if service_letter.sorted.commands or service_letter.asked or service_letter.answers:
        service_letter.ignored += orders
        return
    named = any(map(find_games_in, orders))
    for order in orders[:MOST_REFUSED]:
        close = close_commands(order, "service", service_letter.language.language)
        # Who names a game in one line is led to it, whatever they wish in another one.
        ways = () if named and not find_games_in(order) else _ways_to_play(order)
        misplaced = None if ways else refuse_misplaced(service_letter, order)
        service_letter.refuse(order, misplaced or refusals.unknown_command(order, ways or close))
    service_letter.untried += orders[MOST_REFUSED:]
    if not orders and not service_letter.refused:
        service_letter.refuse("", service_letter.inbound.nothing())


def _ways_to_play(line: str) -> tuple[str, ...]:
    """List the commands for somebody who names a game in words of their own ("I would like to play Cheops")."""
    named, wish = find_games_in(line), find_first_wish(line)
    if named:
        return (f"new {named[0]} with house", f"rules {named[0]}")
    return _FIRST_STEPS.get(wish, ()) if wish else ()


def _write_receipt(service_letter: ServiceLetter) -> None:
    inbound, service = service_letter.inbound, service_letter.inbound.context.addresses.service
    report = _report_lines(service_letter)
    inbound.row.account = msgspec.to_builtins(report)
    reader = reader_of(inbound.context, service_letter.player)
    game = next((name for line in service_letter.sorted.orders for name in find_games_in(line)), "")
    facts = account_kinds.ServiceReceipt(
        reader=reply_quota(inbound).mark(reader),
        account=report,
        answers=tuple(service_letter.answers),
        offers=()
        if any(isinstance(answer, HELP) for answer in service_letter.answers)
        else refusal_letters.service_offers(service, service_letter.language, "house", "help", "games", game=game),
    )
    to = recipient_at(service_letter.player, inbound.sender, service_letter.language, service)
    refs = LetterRefs(
        inbox_id=inbound.row.id,
        in_reply_to=inbound.letter.message_id,
        rules=tuple(service_letter.rules),
        attachment=service_letter.attachment,
    )
    enqueue_letter(inbound.work, account_kinds.SERVICE_RECEIPT, facts, to, refs)


def _report_lines(service_letter: ServiceLetter) -> line_report.LineReport:
    """Report on every line. To a stranger no line is quoted: another person may have written the letter."""
    if service_letter.fixed:
        return line_report.LineReport(refused=tuple(service_letter.refused))
    reply = service_letter.inbound.reply
    return line_report.LineReport(
        refused=tuple(service_letter.refused),
        not_reached=tuple(service_letter.not_reached),
        beyond=tuple(service_letter.beyond),
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
