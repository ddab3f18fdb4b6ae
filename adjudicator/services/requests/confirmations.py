"""Signed answers: what was asked in somebody's name is done when a letter or a page from him says yes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator.codec import Shape
from adjudicator.mail.address import ConfirmAddress
from adjudicator.mail.commands.command_lines import agrees, declines, hedge_of_answer, takes_back, wants_none
from adjudicator.mail.reply.reply import Reply
from adjudicator.mail.trust.from_header import normal_address
from adjudicator.match import refusals
from adjudicator.match.refusals import Refusal, RefusalKey
from adjudicator.services.identity import change_requests
from adjudicator.services.identity.credential_changes import refuse_held, take_back
from adjudicator.services.identity.credentials import CHANGES
from adjudicator.services.inbound import refusal_letters
from adjudicator.services.inbound.authorization import objection_to_address, objection_to_answer, objection_to_player
from adjudicator.services.inbound.dedupe import is_copy
from adjudicator.services.inbound.inbound_letter import Case, Verdict, VerdictKind
from adjudicator.services.inbound.unsure_letters import objection_to_unsure
from adjudicator.services.matches import lobby, notifications
from adjudicator.services.matches.lobby import Wish
from adjudicator.services.matches.unsubscribe import choose_letters
from adjudicator.services.orders.interpretation import confirms
from adjudicator.services.players import absences
from adjudicator.services.players.players import choose, established_addresses, find_player, seat_player
from adjudicator.services.players.suppression import close_door
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.request_wishes import CHANGE, CHOICE
from adjudicator.store.states import MatchState, RequestKind
from adjudicator.store.tables import Match, Player, Request


def answer(case: Case, route: ConfirmAddress) -> Verdict:
    """Judge a letter that answers a request: any words of its addressee are a yes, unless they say no.

    What changes who somebody is takes a plain word; other words leave the question open.
    """
    request = find(case.session, route.request)
    if request is None:
        return Verdict(VerdictKind.NO_REQUEST)
    if is_copy(case, route):
        return Verdict(VerdictKind.COPY)
    if objection := _objection(case, request):
        return refusal_letters.not_asked(case, objection, request.address)
    try:
        refuse_closed(request, case.now)
        yes = _read_answer(case, request)
        if isinstance(yes, Refusal):
            return refusal_letters.refuse_stranger(case, yes)
        if case.letter.sender and not request.name:
            request.name = case.letter.sender.name
        if request.kind is RequestKind.JOIN and not yes and wants_none(case.reply.persons):
            close_door(case.work, request.address)
        carry_out(case.work, request, yes=yes, salt=case.salt())
    except RefusedError as fault:
        return refusal_letters.refuse_stranger(case, fault.refusal)
    return Verdict(VerdictKind.CONFIRMED)


def _read_answer(case: Case, request: Request) -> bool | Refusal:
    """Read yes or no, or say why nobody can tell which it is, or whose words it is."""
    if objection := objection_to_unsure(case, lambda lines: _refuses(lines) or _says_nothing_else(case.reply)):
        return objection
    if request.kind in _WANTED_WORDS:
        said = _wanted_words(case, request)
        return _WANTED_WORDS[request.kind] if said is None else said
    yes = confirms(case.reply)
    if yes and (hedge := hedge_of_answer(case.reply.own)):
        return refusals.hedged(hedge.about, hedge.doubt, hedge.word)
    return refusals.unclear() if yes is None else yes


def _wanted_words(case: Case, request: Request) -> bool | None:
    """Read the answer to what needs a plain word; None where there is none."""
    words = case.reply.own
    if request.kind is RequestKind.TAKE_BACK:
        return True if takes_back(words) else None
    if declines(words):
        return False
    return True if agrees(words) else None


def _says_nothing_else(reply: Reply) -> bool:
    return not reply.persons and reply.instead is None


def _refuses(lines: Sequence[str]) -> bool:
    return any(declines([line]) or wants_none([line]) for line in lines)


def _objection(case: Case, request: Request) -> Refusal | None:
    if request.kind is RequestKind.TAKE_BACK:  # without the key: perhaps it was the key that somebody changed
        return objection_to_address(case, request.address)
    if request.kind is RequestKind.IDENTITY:
        asked = case.session.get_one(Player, CHANGE.convert(request.wish).player)
        known = normal_address(case.sender) in established_addresses(case.session, asked, request.created_at)
        return objection_to_answer(case, asked, request.created_at, known=known)
    player = find_player(case.session, request.address)
    if player is None:
        return objection_to_address(case, request.address)
    return objection_to_player(case, player, request.created_at)


def find(session: Session, number: int) -> Request | None:
    """Find a request and keep everybody else from answering it at the same time."""
    return session.scalars(select(Request).where(Request.id == number).with_for_update(of=Request)).one_or_none()


def refuse_closed(request: Request, now: datetime) -> None:
    """Let nothing be answered twice or too late. Raises `RefusedError`."""
    if request.done_at is not None:
        raise RefusedError.of(RefusalKey.ALREADY_ANSWERED)
    if now >= request.expires_at:
        raise RefusedError.of(RefusalKey.EXPIRED)


def carry_out(work: UnitOfWork, request: Request, *, yes: bool, salt: str) -> None:
    """Do what was asked, once, or let it be. Raises `RefusedError` when it cannot be done any more."""
    refuse_closed(request, work.now)
    request.done_at = work.now
    if not yes:
        _decline(work, request)
        return
    if request.kind in _IDENTITY:
        _IDENTITY[request.kind](work, request)
        return
    refuse_held(work, request.address)
    player = seat_player(work, request.address, request.name, request.language)
    if request.kind is RequestKind.NEW:
        _open(work, player, wishes_of(request), salt)
    elif request.kind is RequestKind.JOIN:
        lobby.join(work, _match(work.session, request), player, salt, invited=request.address)
    elif request.kind is RequestKind.CHOICE:
        chosen = CHOICE.convert(request.wish)
        _choose(work, player, chosen.key, chosen.value)


class _More(msgspec.Struct, frozen=True):
    """The matches behind the first one, of a letter that asks for several."""

    more: tuple[Wish, ...] = ()


_MORE: Shape[_More] = Shape(_More)


def wishes_of(request: Request) -> list[Wish]:
    """List the new matches that a request is for."""
    return [Wish.from_row(request.wish), *_MORE.convert(request.wish).more]


def _open(work: UnitOfWork, player: Player, wishes: list[Wish], salt: str) -> None:
    """Open all the matches that one letter asked for, or none of them. Raises `RefusedError`."""
    lobby.check_guests(work, player, wishes)
    for number, wish in enumerate(wishes):
        match = lobby.open_match(work, player, wish, f"{salt}{number or ''}")
        if match.state is MatchState.INVITING:
            notifications.waiting(work, match, match.seats[0])


def _choose(work: UnitOfWork, player: Player, key: str, value: str) -> None:
    if key in CHANGES:  # asked for before the question said from where
        raise RefusedError.of(RefusalKey.EXPIRED)
    if key == "letters":
        choose_letters(work, player, value)
    elif key == absences.KEY:
        absences.declare(work, player, value)
    else:
        choose(player, key, value, work.now)


def _decline(work: UnitOfWork, request: Request) -> None:
    if request.kind is not RequestKind.JOIN or request.match_id is None:
        return
    match = _match(work.session, request)
    seat = next((seat for seat in match.seats if seat.guest == request.address), None)
    if seat is None or match.state is not MatchState.INVITING:
        return
    lobby.decline(work, match, seat)


def _match(session: Session, request: Request) -> Match:
    return session.scalars(select(Match).where(Match.id == request.match_id).with_for_update(of=Match)).one()


_IDENTITY: Mapping[RequestKind, Callable[[UnitOfWork, Request], None]] = {
    RequestKind.IDENTITY: change_requests.approve,
    RequestKind.ADDRESS: change_requests.add_address,
    RequestKind.TAKE_BACK: take_back,
}
_WANTED_WORDS: Mapping[RequestKind, Refusal] = {
    RequestKind.IDENTITY: Refusal(RefusalKey.YES_OR_NO),
    RequestKind.ADDRESS: Refusal(RefusalKey.YES_OR_NO),
    RequestKind.TAKE_BACK: Refusal(RefusalKey.UNDO_OR_NOTHING),
}
