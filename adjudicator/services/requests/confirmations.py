"""Confirmations: carries out a request when the person in whose name it was made says yes, by letter or on a page.

A letter comes to the signed address of the request (`handle_confirmation`); a page calls `carry_out_request` directly.
Each request is answered at most once, under the lock of its row.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator.mail.address import ConfirmAddress
from adjudicator.mail.commands.arguments.comment_order import read_comment_order
from adjudicator.mail.commands.lines.command_lines import read_line
from adjudicator.mail.commands.lines.order_lines import find_greeting
from adjudicator.mail.commands.lines.short_answers import hedge_of_answer, is_never, is_no, is_only_yes, is_undo
from adjudicator.mail.commands.lines.writer_language import guess_answering_language
from adjudicator.mail.commands.table.command_words import command_named
from adjudicator.mail.lexicon.courtesy import cut_clauses
from adjudicator.mail.reply.reply import Reply
from adjudicator.mail.trust.from_header import normalize_address
from adjudicator.match.record.given_salt import Given
from adjudicator.match.rulings import refusals
from adjudicator.match.rulings.refusals import Refusal, RefusalKey
from adjudicator.services.host.host_letters import carry_out_asked
from adjudicator.services.identity import change_requests
from adjudicator.services.identity.credential_changes import undo_change
from adjudicator.services.identity.credentials import CHANGES
from adjudicator.services.inbound import refusal_letters
from adjudicator.services.inbound.authorization import objection_to_address, objection_to_answer, objection_to_player
from adjudicator.services.inbound.dedupe import is_duplicate
from adjudicator.services.inbound.inbound_letter import InboundLetter, Outcome, VerdictKind
from adjudicator.services.inbound.unsure_letters import objection_to_unsure
from adjudicator.services.matches.letters import opening_letters, turn_letters
from adjudicator.services.matches.letters.seat_letters import notify_left
from adjudicator.services.matches.opening import invitations, lobby, waiting_seats
from adjudicator.services.matches.opening.lobby import MatchSetup
from adjudicator.services.matches.rows.known_matches import find_known_match
from adjudicator.services.matches.rows.match_rows import lock_match
from adjudicator.services.matches.rows.outage_rows import ran_out_in_outage
from adjudicator.services.matches.seats import seat_takers
from adjudicator.services.matches.seats.proposals import withdraw_wish
from adjudicator.services.matches.view import calendars
from adjudicator.services.orders.commands.comment_commands import carry_out_comment
from adjudicator.services.orders.interpretation import read_yes_or_no
from adjudicator.services.orders.seat_letter import LONGEST_SHOWN
from adjudicator.services.outbox.enqueue import LetterRefs, enqueue_letter, recipient_of
from adjudicator.services.players import player_calendar
from adjudicator.services.players.letter_readers import reader_for
from adjudicator.services.players.players import (
    established_addresses,
    find_player,
    get_or_create_player,
    validate_preference,
)
from adjudicator.services.players.suppression import suppress_address
from adjudicator.services.refusals_roll_back import refusals_roll_back
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.requests.beside_answer import AGREEING, account_for_commands, find_commands, send_account
from adjudicator.services.requests.side_settings import carry_out_setting, describe_setting
from adjudicator.services.signed_rows import only_if_named
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.request_wishes import CANCEL, CHANGE, CHOICE, COMMENT, SEAT, SETTINGS, WITHDRAW, ChoiceWish
from adjudicator.store.states import MatchState, RequestKind, SeatState
from adjudicator.store.tables import Match, Player, Request
from adjudicator.texts.facts.line_report import Done, LineReport, Refused
from adjudicator.texts.games.note_text import render_note
from adjudicator.texts.language.language import LANGUAGES, language_for
from adjudicator.texts.letters.account_kinds import SERVICE_RECEIPT, ServiceReceipt
from adjudicator.texts.letters.opening_kinds import NoGuest


def handle_confirmation(inbound: InboundLetter, route: ConfirmAddress) -> Outcome:
    """Judge a letter that answers a request.

    1. Lock the request; ignore a copy of the letter.
    2. May this sender answer it? `_objection` depends on the kind of request.
    3. Refuse a request that was answered already, or has expired.
    4. Read yes or no. Any words are a yes, unless they say no: people write "sure, let's play". A request that changes
       a player's identity needs a plain word, and stays open with other words.
    5. Lines that set a language or a name: a guest who asks for a language alone gets the invitation again in it.
       A line for the guests of a new match: it stands in their invitations.
    6. Carry it out. "never" also puts an invited address on the suppression list.
    """
    request = find_request(inbound.session, route)
    if request is None:
        return Outcome(VerdictKind.NO_REQUEST)
    if is_duplicate(inbound, route):
        return Outcome(VerdictKind.COPY)
    if objection := _objection(inbound, request):
        return refusal_letters.refuse_not_asked(inbound, objection, request.address)
    return _judge_answer(inbound, request)


def _judge_answer(inbound: InboundLetter, request: Request) -> Outcome:
    try:
        refuse_closed(inbound.session, request, inbound.accepted)
        if _takes_settings(inbound, request):
            return Outcome(VerdictKind.ANSWERED)
        # A language and a name are the writer's own, and stay whatever comes of the rest.
        with refusals_roll_back(inbound.work):
            yes = _read_answer(inbound, request)
            if isinstance(yes, Refusal):
                return refusal_letters.refuse_stranger(inbound, yes)
            if inbound.letter.sender and not request.name:
                request.name = inbound.letter.sender.name
            if yes and request.kind is RequestKind.NEW and (greeting := find_greeting(inbound.reply.own)):
                request.wish = lobby.dump_setups(lobby.greet_guests(lobby.load_setups(request.wish), greeting))
            if request.kind is RequestKind.JOIN and not yes and is_never(inbound.reply.persons):
                suppress_address(inbound.work, request.address)
            _carry_out_with_settings(inbound, request, yes=yes)
    except RefusedError as fault:
        return refusal_letters.refuse_stranger(inbound, fault.refusal)
    return Outcome(VerdictKind.CONFIRMED)


def _carry_out_with_settings(inbound: InboundLetter, request: Request, *, yes: bool) -> None:
    """Carry out a request, and before it the settings in the answer: its letters are written by them."""
    player = find_player(inbound.session, request.address)
    commands = () if request.kind in _PLAIN_WORDS_NEEDED else find_commands(inbound, newcomer=player is None)
    account = LineReport()
    if commands:
        if yes:
            player = get_or_create_player(inbound.work, request.address, request.name, request.language)
        account = account_for_commands(inbound, request, player, commands)
    carried = carry_out_request(inbound.work, request, yes=yes, given=inbound.given(), accepted=inbound.accepted)
    refused = _tell_no(player, request) if player is not None and not yes else ()
    if commands or carried.done or refused:
        account = replace(account, done=carried.done + account.done, refused=refused + account.refused)
        send_account(inbound, request, find_player(inbound.session, request.address), account)


def _tell_no(player: Player, request: Request) -> tuple[Refused, ...]:
    """Tell a player that a setting stays as it is; a no to anything else is told otherwise, or to nobody."""
    if request.kind is not RequestKind.CHOICE:
        return ()
    wish, language = CHOICE.convert(request.wish), language_for(player.language)
    reason = render_note(Refusal(RefusalKey.SAID_NO).note, language, None, ())
    return (Refused(order=wish.line or describe_setting(wish, language, fixed=False), reason=reason),)


def _takes_settings(inbound: InboundLetter, request: Request) -> bool:
    """Take over a language and a name that the answer gives; tell whether the answer is the invitation once more.

    Raises `RefusedError` for a name that is none, and for a letter that sets something and says neither yes nor no.
    """
    read = [read_line(line, "service") for line in inbound.reply.own]
    named = {given.command.name: given.argument for given in read if given is not None}
    language, name = named.get("language", ""), named.get("name", "") or _name_in_sentence(inbound.reply.own)
    if request.kind is RequestKind.JOIN and find_player(inbound.session, request.address) is None:
        request.language = guess_answering_language(inbound.reply.own, request.language)
    if language in LANGUAGES:
        request.language = language
    if name:
        request.name = validate_preference("name", name)
    if not named or None in read or AGREEING & named.keys():
        return False
    if named.keys() - {"language", "name"}:
        if request.kind in _PLAIN_WORDS_NEEDED:  # the plain word may be one of them: "undo"
            return False
        raise RefusedError(refusals.unclear())
    if request.kind is not RequestKind.JOIN or name or language not in LANGUAGES:
        raise RefusedError(refusals.unclear())
    match = _match(inbound.session, request)
    seat, inviter = lobby.find_free_seat(inbound.session, match, request.address), match.seats[0].player
    if seat is None or inviter is None:
        raise RefusedError(refusals.unclear())
    invitations.write_invitation(inbound.work, match, seat, inviter, request)
    return True


def _name_in_sentence(lines: Sequence[str]) -> str:
    """Find a name in a sentence beside others: ``Sure, I'm in! My name is Beth``."""
    read = (read_line(clause, "service") for line in lines for clause in cut_clauses(line))
    return next((given.argument for given in read if given is not None and given.command.name == "name"), "")


def _read_answer(inbound: InboundLetter, request: Request) -> bool | Refusal:
    """Read yes or no, or return why the answer is unclear."""
    if objection := objection_to_unsure(inbound, lambda lines: _refuses(lines) or _says_nothing_else(inbound.reply)):
        return objection
    if request.kind in _PLAIN_WORDS_NEEDED:
        answer = _read_plain_word(inbound, request)
        return _PLAIN_WORDS_NEEDED[request.kind] if answer is None else answer
    yes = read_yes_or_no(inbound.reply)
    if yes and (hedge := hedge_of_answer(inbound.reply.own)):
        return refusals.hedged(hedge.about, hedge.doubt, hedge.word)
    return refusals.unclear() if yes is None else yes


def _read_plain_word(inbound: InboundLetter, request: Request) -> bool | None:
    """Read the answer to a request that needs a plain word; None without one."""
    words = inbound.reply.own
    if request.kind is RequestKind.TAKE_BACK:
        return True if is_undo(words) else None
    if is_no(words):
        return False
    return True if is_only_yes(words) else None


def _says_nothing_else(reply: Reply) -> bool:
    return not reply.persons and reply.instead is None


def _refuses(lines: Sequence[str]) -> bool:
    return any(is_no([line]) or is_never([line]) for line in lines)


def _objection(inbound: InboundLetter, request: Request) -> Refusal | None:
    """Return why the sender may not answer a request; None if they may."""
    if request.kind is RequestKind.TAKE_BACK:  # no OpenPGP signature needed: an attacker may have changed the key
        return objection_to_address(inbound, request.address)
    if request.kind is RequestKind.IDENTITY:
        asked = inbound.session.get_one(Player, CHANGE.convert(request.wish).player)
        known = normalize_address(inbound.sender) in established_addresses(inbound.session, asked, request.created_at)
        return objection_to_answer(inbound, asked, request.created_at, known=known)
    player = find_player(inbound.session, request.address)
    if player is None:
        return objection_to_address(inbound, request.address)
    return objection_to_player(inbound, player, request.created_at)


def find_request(session: Session, route: ConfirmAddress) -> Request | None:
    """Find a request and lock its row, so that it is answered only once."""
    query = select(Request).where(Request.id == route.request).with_for_update(of=Request)
    return only_if_named(session, session.scalars(query).one_or_none(), route.stamp)


def refuse_closed(session: Session, request: Request, accepted: datetime) -> None:
    """Refuse an answer to a request that was answered or had expired, or whose match or seat is gone.

    `accepted` is the moment at which the answer was accepted. Raises `RefusedError`.
    """
    if refusal := closed_request(session, request, accepted):
        raise RefusedError(refusal)


def closed_request(session: Session, request: Request, accepted: datetime) -> Refusal | None:
    """Return why a request cannot be answered by what is accepted at a moment; None if it can."""
    match = session.get(Match, request.match_id) if request.kind is RequestKind.JOIN else None
    if match is not None and match.state is MatchState.CANCELLED:
        return Refusal.of(RefusalKey.CALLED_OFF, match=match.code)
    if request.done_at is not None:
        return Refusal(RefusalKey.ALREADY_ANSWERED)
    if (refusal := _closed_seat(session, request)) is not None:
        return refusal
    if match is not None and lobby.find_free_seat(session, match, request.address) is None:
        return Refusal.of(RefusalKey.SEAT_GONE, match=match.code)
    if accepted < request.expires_at or ran_out_in_outage(session, request, accepted):
        return None
    return Refusal(RefusalKey.EXPIRED)


def _closed_seat(session: Session, request: Request) -> Refusal | None:
    """Return why nothing can be asked about a seat any more: the match is over."""
    match = session.get(Match, request.match_id) if request.kind in _SEATS else None
    return refusals.match_over() if match is not None and match.state is not MatchState.RUNNING else None


@dataclass(frozen=True, slots=True)
class CarriedOut:
    """Result of a yes."""

    matches: tuple[str, ...] = ()
    """The codes of the matches that it was about."""
    done: tuple[Done, ...] = ()
    """News that no other letter tells: settings, and whether they take effect at once."""
    news: bool = False
    """Do they tell what neither the question nor a page does: which matches honour times off is known only now."""


def carry_out_request(work: UnitOfWork, request: Request, *, yes: bool, given: Given, accepted: datetime) -> CarriedOut:
    """Carry out a request, or decline it.

    Raises `RefusedError` when it was closed at the moment of the answer or is no longer possible. `given` is the
    player's part of the deal of a match.
    """
    refuse_closed(work.session, request, accepted)
    request.done_at = work.now
    if not yes:
        _decline(work, request)
    elif request.kind is RequestKind.DEED:
        carry_out_asked(work, request)
    elif request.kind in _IDENTITY:
        _IDENTITY[request.kind](work, request)
    else:
        player = get_or_create_player(work, request.address, request.name, request.language)
        work.writer_id = player.id
        if request.kind is RequestKind.CHOICE:
            wish = CHOICE.convert(request.wish)
            return CarriedOut(done=_choose(work, player, wish), news=wish.key == player_calendar.KEY)
        beside = [(wish, _choose(work, player, wish)) for wish in SETTINGS.convert(request.wish).settings]
        news = tuple(done for wish, told in beside if wish.key == player_calendar.KEY for done in told)
        return CarriedOut(_carry_out_for(work, player, request, given), done=news, news=bool(news))
    return CarriedOut()


def _carry_out_for(work: UnitOfWork, player: Player, request: Request, given: Given) -> tuple[str, ...]:
    if request.kind is RequestKind.NEW:
        return _open(work, player, lobby.load_setups(request.wish), given)
    if request.kind is RequestKind.COMMENT:
        return _comment(work, player, request)
    match = _lock_again(work.session, request) if request.kind in _SEATS else _match(work.session, request)
    if request.kind is RequestKind.JOIN:
        lobby.join_match(work, match, player, given, invited=request.address)
    else:
        _SEATS[request.kind](work, match, player, request)
    return (match.code,)


def _open(work: UnitOfWork, player: Player, wishes: list[MatchSetup], given: Given) -> tuple[str, ...]:
    """Open all matches of a request, or none of them, and return their codes. Raises `RefusedError`."""
    lobby.check_guests(work, player, wishes)
    opened = [lobby.open_match(work, player, wish, given) for wish in wishes]
    for match in opened:
        if match.state is MatchState.INVITING:
            opening_letters.notify_waiting(work, match, match.seats[0])
    return tuple(match.code for match in opened)


def _choose(work: UnitOfWork, player: Player, wish: ChoiceWish) -> tuple[Done, ...]:
    """Carry out what a player chose; return what a receipt has to tell: nothing if there is another letter about it."""
    key, value = wish.key, wish.value
    if key in CHANGES:  # a request of an earlier version, which did not record its origin
        raise RefusedError.of(RefusalKey.EXPIRED)
    if key == CANCEL:
        waiting_seats.cancel_own_match(work, player, value)
        return ()
    if key == WITHDRAW:
        withdraw_wish(work, find_known_match(work.session, value, player, lock=True), player, told=False)
        return ()
    note = calendars.set_calendar(player, value) if key == calendars.COMMAND else carry_out_setting(work, player, wish)
    if note is None:
        _send_calendar(work, player)
        return ()
    language = language_for(player.language)
    order = wish.line or describe_setting(wish, language, fixed=False)
    return (Done(order=order, said=render_note(note, language, None, ())),)


def send_receipt(work: UnitOfWork, player: Player, done: tuple[Done, ...]) -> None:
    """Tell a player what was done, in a letter of its own."""
    language, service = language_for(player.language), work.context.addresses.service
    facts = ServiceReceipt(reader=reader_for(work.context, player), account=LineReport(done=done))
    enqueue_letter(work, SERVICE_RECEIPT, facts, recipient_of(player, language, service), LetterRefs())


def _send_calendar(work: UnitOfWork, player: Player) -> None:
    """Send a player their calendar with its new address."""
    answer, file = calendars.answer_calendar(work, player, "")
    language, service = language_for(player.language), work.context.addresses.service
    facts = ServiceReceipt(reader=reader_for(work.context, player), account=LineReport(), answers=(answer,))
    to = recipient_of(player, language, service)
    enqueue_letter(work, SERVICE_RECEIPT, facts, to, LetterRefs(attachment=file))


def _decline(work: UnitOfWork, request: Request) -> None:
    if request.kind is not RequestKind.JOIN or request.match_id is None:
        return
    match = _match(work.session, request)
    invited = (seat for seat in match.seats if seat.state is SeatState.INVITED and seat.guest == request.address)
    seat = next(invited, None)
    if seat is not None and match.state is MatchState.INVITING:
        waiting_seats.free_seats(work, match, (seat,), NoGuest.DECLINED)


def _match(session: Session, request: Request) -> Match:
    return session.scalars(select(Match).where(Match.id == request.match_id).with_for_update(of=Match)).one()


def _comment(work: UnitOfWork, player: Player, request: Request) -> tuple[str, ...]:
    """Carry out a line about comments, and tell its writer: they may have sent it long ago. Raises `RefusedError`."""
    match, argument = _lock_again(work.session, request), COMMENT.convert(request.wish).argument
    note = carry_out_comment(work, match, player, read_comment_order(argument), f"{match.code} ")
    command = f"{match.code} {command_named('comment').word(player.language)}"
    order = f"{command} {' '.join(argument.split())}"[:LONGEST_SHOWN]
    send_receipt(work, player, (Done(order=order, said=render_note(note, language_for(player.language), None, ())),))
    return (match.code,)


def _resign(work: UnitOfWork, match: Match, player: Player, request: Request) -> None:
    if match.state is not MatchState.RUNNING:
        raise RefusedError(refusals.match_over())
    wish = SEAT.convert(request.wish)
    seat = match.seats[wish.seat]
    if seat.epoch != wish.epoch or seat.player_id != player.id or not seat.by_person:
        raise RefusedError.of(RefusalKey.SEAT_GONE, match=match.code)
    if seat_takers.resign_seat(work, match, seat):
        notify_left(work, match, seat)
    else:
        turn_letters.notify_over(work, match)


def _take_over(work: UnitOfWork, match: Match, player: Player, _request: Request) -> None:
    seat_takers.take_seat(work, match, player)


def _sit_for(work: UnitOfWork, match: Match, player: Player, request: Request) -> None:
    wish = SEAT.convert(request.wish)
    seat = match.seats[wish.seat]
    if seat.epoch != wish.epoch or not seat.by_person or seat.owner_id is not None:
        raise RefusedError.of(RefusalKey.SEAT_GONE, match=match.code)
    seat_takers.accept_seat(work, match, seat, player, wish)


_SEATS: Mapping[RequestKind, Callable[[UnitOfWork, Match, Player, Request], None]] = {
    RequestKind.RESIGN: _resign,
    RequestKind.TAKEOVER: _take_over,
    RequestKind.HAND_OVER: _sit_for,
    RequestKind.SUBSTITUTE: _sit_for,
}


def _lock_again(session: Session, request: Request) -> Match:
    """Lock the match of a request and read it and its seats anew: somebody else may have sat down meanwhile."""
    found = lock_match(session, _match(session, request).code)
    if found is None:
        raise RefusedError.of(RefusalKey.EXPIRED)
    return found


_IDENTITY: Mapping[RequestKind, Callable[[UnitOfWork, Request], None]] = {
    RequestKind.IDENTITY: change_requests.approve_change,
    RequestKind.ADDRESS: change_requests.add_address,
    RequestKind.TAKE_BACK: undo_change,
}
_PLAIN_WORDS_NEEDED: Mapping[RequestKind, Refusal] = {
    RequestKind.DEED: Refusal(RefusalKey.YES_OR_NO),
    RequestKind.IDENTITY: Refusal(RefusalKey.YES_OR_NO),
    RequestKind.ADDRESS: Refusal(RefusalKey.YES_OR_NO),
    RequestKind.TAKE_BACK: Refusal(RefusalKey.UNDO_OR_NOTHING),
    RequestKind.RESIGN: Refusal(RefusalKey.YES_OR_NO),
}
