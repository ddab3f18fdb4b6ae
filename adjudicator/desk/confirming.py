"""Signed answers: what was asked in somebody's name is done when a letter or a page from him says yes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator.desk import absences, identity, lobby, notices, refusing
from adjudicator.desk.admitting import objection_to_address, objection_to_player
from adjudicator.desk.case import Case, Verdict
from adjudicator.desk.copies import COPY, is_copy
from adjudicator.desk.desk import Desk
from adjudicator.desk.doors import close_door
from adjudicator.desk.doubts import objection_to_unsure
from adjudicator.desk.lobby import NotOpened, Wish
from adjudicator.desk.matches import Bells
from adjudicator.desk.people import choose, find_player, seat_player
from adjudicator.desk.readings import confirms
from adjudicator.desk.unsubscribing import choose_letters
from adjudicator.mail.address import ConfirmAddress
from adjudicator.mail.commands import declines, hedge_of_answer, wants_none
from adjudicator.mail.reply import Reply
from adjudicator.match import refusals
from adjudicator.match.refusals import Refusal
from adjudicator.store.states import MatchState, RequestKind
from adjudicator.store.tables import Match, Player, Request


def answer(case: Case, route: ConfirmAddress) -> Verdict:
    """Judge a letter that answers a request: any words of its addressee are a yes, unless they say no."""
    request = find(case.session, route.request)
    if request is None:
        return Verdict("no such request")
    if is_copy(case, route):
        return Verdict(COPY)
    if objection := _objection(case, request):
        return refusing.not_asked(case, objection, request.address)
    if doubt := _doubt(case):
        return refusing.refuse_stranger(case, doubt)
    yes = bool(confirms(case.reply))
    if case.letter.sender and not request.name:
        request.name = case.letter.sender.name
    if request.kind is RequestKind.JOIN and not yes and wants_none(case.reply.persons):
        close_door(case.desk, case.session, request.address, case.now)
    try:
        bells = carry_out(case.desk, case.session, request, yes=yes, salt=case.salt(), now=case.now)
    except NotOpened as fault:
        return refusing.refuse_stranger(case, fault.refusal)
    return Verdict("confirmed", bells)


def _doubt(case: Case) -> Refusal | None:
    """Say why nobody can tell whether an answer is a yes or a no."""
    if objection := objection_to_unsure(case, lambda lines: _refuses(lines) or _says_nothing_else(case.reply)):
        return objection
    yes = confirms(case.reply)
    hedge = hedge_of_answer(case.reply.own) if yes else None
    if hedge:
        return refusals.hedged(hedge.about, hedge.doubt, hedge.word)
    return refusals.unclear() if yes is None else None


def _says_nothing_else(reply: Reply) -> bool:
    return not reply.persons and reply.instead is None


def _refuses(lines: Sequence[str]) -> bool:
    return any(declines([line]) or wants_none([line]) for line in lines)


def _objection(case: Case, request: Request) -> Refusal | None:
    player = find_player(case.session, request.address)
    if player is None:
        return objection_to_address(case, request.address)
    return objection_to_player(case, player, request.created_at)


def find(session: Session, number: int) -> Request | None:
    """Find a request and keep everybody else from answering it at the same time."""
    return session.scalars(select(Request).where(Request.id == number).with_for_update(of=Request)).one_or_none()


def carry_out(desk: Desk, session: Session, request: Request, *, yes: bool, salt: str, now: datetime) -> Bells:
    """Do what was asked, once, or let it be. Raises `NotOpened` when it cannot be done any more."""
    if request.done_at is not None:
        raise NotOpened("already_answered")
    if now >= request.expires_at:
        raise NotOpened("expired")
    request.done_at = now
    if not yes:
        return _decline(desk, session, request, now)
    if request.kind is RequestKind.ADDRESS:
        if refusal := identity.take_address(session, request, now):
            raise NotOpened(refusal.key, **dict(refusal.values))
        return []
    player = seat_player(session, request.address, request.name, request.language, now)
    if request.kind is RequestKind.NEW:
        match, bells = lobby.open_match(desk, session, player, Wish.from_row(request.wish), salt, now)
        if match.state is MatchState.INVITING:
            bells += notices.waiting(desk, session, match, match.seats[0], now)
        return bells
    if request.kind is RequestKind.JOIN:
        return lobby.join(desk, session, _match(session, request), player, salt, now)
    if request.kind is RequestKind.CHOICE:
        return _choose(desk, session, player, request.wish["key"], request.wish["value"], now)
    return []


def _choose(desk: Desk, session: Session, player: Player, key: str, value: str, now: datetime) -> Bells:
    if key in identity.CHANGES:
        _, bells = identity.change(desk, session, player, key, value, now)
        return bells
    if key == "letters":
        return choose_letters(desk, session, player, value, now)
    if key == absences.KEY:
        absences.declare(session, player, value, now)
    else:
        choose(player, key, value, now)
    return []


def _decline(desk: Desk, session: Session, request: Request, now: datetime) -> Bells:
    if request.kind is not RequestKind.JOIN or request.match_id is None:
        return []
    match = _match(session, request)
    seat = next((seat for seat in match.seats if seat.guest == request.address), None)
    if seat is None or match.state is not MatchState.INVITING:
        return []
    return lobby.decline(desk, session, match, seat, now)


def _match(session: Session, request: Request) -> Match:
    return session.scalars(select(Match).where(Match.id == request.match_id).with_for_update(of=Match)).one()
