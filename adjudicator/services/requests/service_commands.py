"""Letters to the service itself: from anybody, about anything, and nothing in anybody's name without his signed yes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import msgspec
from sqlalchemy import select

from adjudicator.engines.registry import close_games, engines, newest_engine
from adjudicator.mail.commands.command_lines import Said, close_commands, read_line
from adjudicator.mail.commands.new_match import read_new
from adjudicator.mail.commands.order_lines import MOST_COMMANDS, sort_lines
from adjudicator.mail.commands.vocabulary import rest_after
from adjudicator.mail.errors import InvitationFault, SenderFault
from adjudicator.mail.text.text_fold import fold
from adjudicator.mail.trust.authentication import Proof
from adjudicator.mail.trust.from_header import check_address, normal_address
from adjudicator.match import refusals
from adjudicator.match.refusals import Refusal, RefusalKey
from adjudicator.services.identity import credentials
from adjudicator.services.identity.change_requests import request_change
from adjudicator.services.identity.credential_changes import told
from adjudicator.services.inbound import refusal_letters
from adjudicator.services.inbound.authorization import no_sender
from adjudicator.services.inbound.inbound_letter import Case, Verdict, VerdictKind
from adjudicator.services.inbound.reply_limits import DAY, quota
from adjudicator.services.inbound.unsure_letters import objection_to_unsure
from adjudicator.services.matches import lobby
from adjudicator.services.matches.match_rows import find
from adjudicator.services.matches.presenter import Scene, reader_of
from adjudicator.services.orders.order_wording import hedge_of_command
from adjudicator.services.orders.seat_commands import command_lines
from adjudicator.services.outbox.enqueue import Ties, put, to_address
from adjudicator.services.outbox.letter_headers import HEADERS
from adjudicator.services.players.players import find_player
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.requests.confirmation_letters import Asker, ask_absence, ask_choice, ask_join, ask_new
from adjudicator.services.requests.service_letter import Call
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match, Outbox, Player, Seat
from adjudicator.texts import answer_facts, letter_kinds, line_report
from adjudicator.texts.language import SOURCE, tongue
from adjudicator.texts.letter_facts import Asked
from adjudicator.texts.rulebook import rulebook

MOST_LISTED = 50
MOST_ASKED = 3
"""Letters that ask for a signed yes because of one letter; new matches are asked about together."""
AT_ONCE = frozenset({"help", "games", "rules", "list", "new", "addresses"})
"""Commands that cause no such letter of their own."""
MOST_REFUSED = 5
"""After so many lines that are no commands the rest of a letter is not tried."""


def answer(case: Case) -> Verdict:
    """Answer a letter to the service's own address."""
    if case.letter.sender is None:
        return _name_nobody(case)
    room = quota(case)
    if not room.left:
        return Verdict(VerdictKind.ENOUGH)
    player = find_player(case.session, case.sender)
    call = Call(case, player, tongue(player.language if player else "en"), room)
    if objection := objection_to_unsure(case, lambda lines: any(read_line(line, "service") for line in lines)):
        call.refuse("", objection)
        _receipt(call)
        return Verdict.refused(objection)
    call.ignored += case.reply.unsure
    # The subject of a letter that quotes another one may be that letter's.
    subject = () if case.reply.quoted else (case.letter.subject,)
    call.sorted = sort_lines(case.reply.lines or subject, "service")
    _obey(call)
    _refuse_orders(call)
    if call.asked and not (call.answers or call.refused or (call.not_reached and not call.fixed)):
        return Verdict(VerdictKind.ASKED_BACK)
    if call.asked and room.left == 1:
        return Verdict(VerdictKind.ASKED_BACK)
    _receipt(call)
    return Verdict(VerdictKind.ANSWERED)


def _obey(call: Call) -> None:
    """Carry out the commands of a letter: at most ten, few of which make us ask back, and no answer twice."""
    commands, seen = call.sorted.commands, set()
    most = max(1, min(MOST_ASKED, call.quota.left - 1))
    for said in commands[:MOST_COMMANDS]:
        key = said.command.name, fold(said.argument)
        if key in seen:
            call.ignored.append(said.line)
        elif hedge := hedge_of_command(said):
            call.refuse(said.line, refusals.hedged(said.line, hedge.doubt, hedge.word))
        elif call.asked + bool(call.wishes) >= most and said.command.name not in AT_ONCE:
            call.not_reached.append(said.line)
        else:
            _carry_out(call, said)
        seen.add(key)
    call.not_reached += [said.line for said in commands[MOST_COMMANDS:]]
    if call.wishes:
        speech = call.tongue if call.player else tongue(call.language or SOURCE)
        ask_new(Asker(call.case, call.player, speech), call.wishes)
        call.asked += 1


def _carry_out(call: Call, said: Said) -> None:
    name = said.command.name
    if name in FOR_ANYBODY:
        FOR_ANYBODY[name](call, said)
    elif call.player is None:
        call.refuse(said.line, Refusal.of(RefusalKey.NO_PLAYER, command=name))
    else:
        try:
            FOR_PLAYERS[name](call, call.player, said)
        except RefusedError as fault:
            call.refuse(said.line, fault.refusal)


def _name_nobody(case: Case) -> Verdict:
    """Answer a letter whose From line names nobody to where it came from, if somebody can be reached there."""
    try:
        address = check_address(case.row.envelope_from)
    except SenderFault:
        return Verdict(VerdictKind.NO_SENDER)
    return refusal_letters.name_nobody(case, no_sender(case), normal_address(address))


def _refuse_orders(call: Call) -> None:
    """Say of what no command is that it does nothing; beside commands it is small talk."""
    orders = call.sorted.orders
    if call.sorted.commands:
        call.ignored += orders
        return
    for order in orders[:MOST_REFUSED]:
        call.refuse(
            order, refusals.unknown_command(order, close_commands(order, "service", call.tongue.language) or ("help",))
        )
    call.untried += orders[MOST_REFUSED:]
    if not orders:
        call.refuse("", call.case.nothing())


def help_lines(call: Call, said: Said) -> None:
    """List the commands that count here."""
    call.answers.append(
        answer_facts.HelpAnswer(order=said.line, commands=command_lines("service", call.tongue.language))
    )


def games(call: Call, said: Said) -> None:
    """List the games."""
    lines = tuple(
        answer_facts.GameLine(
            name=engine.rules.name,
            title=engine.rules.title,
            seats=tuple(engine.rules.seats),
            presets=tuple(engine.rules.presets),
        )
        for engine in {engine.rules.name: newest_engine(engine.rules.name) for engine in engines().values()}.values()
    )
    call.answers.append(answer_facts.GamesAnswer(order=said.line, games=lines))


def rules(call: Call, said: Said) -> None:
    """Explain a game."""
    try:
        found = newest_engine(said.argument).rules
    except KeyError:
        named = close_games(said.argument) or tuple(engine.rules.name for engine in engines().values())
        names = tuple(f"rules {name}" for name in named)
        call.refuse(said.line, Refusal.of(RefusalKey.UNKNOWN_GAME, game=said.argument, nearest=names))
        return
    if call.case.proof is not Proof.PROVED and found.name in _rules_of_today(call):
        call.refuse(said.line, Refusal.of(RefusalKey.RULES_SENT, game=found.title))
        return
    text = rulebook(found.name, call.tongue)
    call.rules.append(found.name)
    call.answers.append(answer_facts.RulesAnswer(order=said.line, title=found.title, text=text))


def _rules_of_today(call: Call) -> set[str]:
    """List the games whose rules went to the address within a day: they are long, and perhaps it did not ask."""
    address = call.player.address if call.player else call.case.sender
    query = select(Outbox.headers).where(
        Outbox.to_address == address,
        Outbox.kind == letter_kinds.SERVICE_RECEIPT.name,
        Outbox.created_at > call.case.now - DAY,
    )
    sent = call.case.session.scalars(query.order_by(Outbox.created_at.desc()).limit(MOST_LISTED))
    return {name for headers in sent for name in HEADERS.convert(headers).rules}


def new(call: Call, said: Said) -> None:
    """Ask for a signed yes to a new match."""
    try:
        wanted = read_new(said.argument)
        wish = lobby.wish_asked(wanted)
    except InvitationFault as fault:
        call.refuse(said.line, Refusal.of(RefusalKey.BAD_NEW, why=fault.reason, given=fault.given))
    except RefusedError as fault:
        call.refuse(said.line, _with_close_game(fault.refusal, said))
    else:
        call.wishes.append((wish, said.line))
        call.language = call.language or wanted.language


def _with_close_game(refusal: Refusal, said: Said) -> Refusal:
    """Offer the line for a new match again, with the game that was meant, where its name was mistyped."""
    typed = dict(refusal.values).get("game") if refusal.key is RefusalKey.UNKNOWN_GAME else None
    if not isinstance(typed, str):
        return refusal
    rest = rest_after(said.argument, len(typed.split()))
    return replace(refusal, nearest=tuple(f"new {name} {rest}".strip() for name in close_games(typed)))


def join(call: Call, said: Said) -> None:
    """Ask for a signed yes to taking a seat."""
    match = find(call.case.session, said.argument)
    if match is None:
        call.refuse(said.line, Refusal.of(RefusalKey.NO_MATCH, match=said.argument.upper()))
    elif lobby.sits_already(match, call.case.sender) or match.state is not MatchState.INVITING:
        call.refuse(said.line, Refusal.of(RefusalKey.NOT_JOINABLE, match=match.code))
    elif (seat := lobby.free_seat(match, call.case.sender)) is None:
        call.refuse(said.line, Refusal.of(RefusalKey.NOT_INVITED, match=match.code))
    else:
        ask_join(Asker(call.case, call.player, call.tongue), match, seat, said.line)
        call.asked += 1


def own_matches(call: Call, said: Said) -> None:
    """List the matches of whoever has this address; the list goes only there."""
    lines = tuple(_line(call, match, call.player) for match in _matches_of(call, call.player)) if call.player else ()
    call.answers.append(answer_facts.ListAnswer(order=said.line, matches=lines))


def choice(call: Call, player: Player, said: Said) -> None:
    """Ask for a signed yes to a changed setting; a fresh letter proves nothing about its sender."""
    ask_choice(Asker(call.case, player, call.tongue), said)
    call.asked += 1


def absence(call: Call, player: Player, said: Said) -> None:
    """Ask for a signed yes to an absence."""
    ask_absence(Asker(call.case, player, call.tongue), player, said)
    call.asked += 1


def identify(call: Call, player: Player, said: Said) -> None:
    """Ask an address of the player whether they really want to be known in another way."""
    case = call.case
    asked = Asked(at=case.now, by="letter", sender=case.sender)
    question = request_change(case.work, player, said.command.name, said.argument or case.letter.key, asked)
    call.asked += question.is_new


def addresses(call: Call, player: Player, said: Said) -> None:
    """Tell a player how they are known; the list goes only to them."""
    call.answers.append(told(call.case.session, player, said.line))


FOR_ANYBODY: Mapping[str, Callable[[Call, Said], None]] = {
    "help": help_lines,
    "games": games,
    "rules": rules,
    "new": new,
    "join": join,
    "list": own_matches,
}
FOR_PLAYERS: Mapping[str, Callable[[Call, Player, Said], None]] = {
    "language": choice,
    "layout": choice,
    "zone": choice,
    "absence": absence,
    "stop": choice,
    "start": choice,
    "addresses": addresses,
    **dict.fromkeys(sorted(credentials.CHANGES), identify),
}


def _matches_of(call: Call, player: Player) -> Sequence[Match]:
    """List what a player plays, and then the newest of what he played."""
    # Asked apart: those that are over are many, and an index has them in their order.
    session, sits = call.case.session, select(Match).join(Seat).where(Seat.player_id == player.id)
    plays = sits.where(Match.state.in_((MatchState.RUNNING, MatchState.INVITING)))
    found = session.scalars(plays.order_by(Match.state.desc(), Match.id.desc()).limit(MOST_LISTED)).all()
    played = sits.where(Match.state == MatchState.FINISHED).order_by(Seat.match_id.desc())
    return [*found, *session.scalars(played.limit(MOST_LISTED - len(found)))]


def _line(call: Call, match: Match, player: Player) -> answer_facts.MatchLine:
    seat = next(seat for seat in match.seats if seat.player_id == player.id)
    scene = Scene(call.case.context, match, call.tongue, "wide", seat.number)
    return answer_facts.MatchLine(match=scene.facts(), seat=seat.number, waiting=match.state is MatchState.INVITING)


def _receipt(call: Call) -> None:
    case, service = call.case, call.case.context.addresses.service
    told = _account(call)
    case.row.account = msgspec.to_builtins(told)
    reader = reader_of(case.context, call.player)
    occasion = letter_kinds.ServiceReceipt(
        reader=quota(case).mark(reader),
        account=told,
        answers=tuple(call.answers),
        offers=refusal_letters.service_offers(service, call.tongue, "help", "games"),
    )
    to = to_address(call.player, case.sender, call.tongue, service)
    ties = Ties(inbox_id=case.row.id, in_reply_to=case.letter.message_id, rules=tuple(call.rules))
    put(case.work, letter_kinds.SERVICE_RECEIPT, occasion, to, ties)


def _account(call: Call) -> line_report.Account:
    """Account for every line; a stranger's lines are not sent to whoever the letter says has written them."""
    if call.fixed:
        return line_report.Account(refused=tuple(call.refused))
    reply = call.case.reply
    return line_report.Account(
        refused=tuple(call.refused),
        not_reached=tuple(call.not_reached),
        ignored=tuple(call.ignored),
        untried=(*call.untried, *call.sorted.untried),
        comments=call.sorted.comments,
        stop=call.sorted.ended_by,
        below_stop=call.sorted.below,
        quoted=reply.quoted,
        quoted_from=reply.quoted_from,
        signature=(*reply.signature, *call.sorted.contacts),
        banner=reply.banner,
    )
