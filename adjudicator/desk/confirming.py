"""Signed answers: what was asked in somebody's name is done when a letter or a page from him says yes."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator.desk import absences, lobby, notices, refusing
from adjudicator.desk.case import Case, Verdict
from adjudicator.desk.desk import Desk
from adjudicator.desk.lobby import NotOpened, Wish
from adjudicator.desk.matches import Bells
from adjudicator.desk.people import choose, seat_player
from adjudicator.mail.address import ConfirmAddress
from adjudicator.mail.commands import declines
from adjudicator.mail.trust import same_person
from adjudicator.match.refusals import Refusal
from adjudicator.store.states import MatchState, RequestKind
from adjudicator.store.tables import Match, Player, Request


def answer(case: Case, route: ConfirmAddress) -> Verdict:
    """Judge a letter that answers a request: any words of its addressee are a yes, unless they say no."""
    request = find(case.session, route.request)
    if request is None:
        return Verdict("no such request")
    if not same_person(case.sender, request.address):
        return refusing.refuse_stranger(case, Refusal("not_asked", (("sender", case.sender),)))
    if case.letter.sender and not request.name:
        request.name = case.letter.sender.name
    try:
        bells = carry_out(
            case.desk, case.session, request, yes=not declines(case.reply.lines), salt=case.salt(), now=case.now
        )
    except NotOpened as fault:
        return refusing.refuse_stranger(case, fault.refusal)
    return Verdict("confirmed", bells)


def find(session: Session, number: int) -> Request | None:
    """Find a request and keep everybody else from answering it at the same time."""
    return session.scalars(select(Request).where(Request.id == number).with_for_update(of=Request)).one_or_none()


def carry_out(desk: Desk, session: Session, request: Request, *, yes: bool, salt: str, now: datetime) -> Bells:
    """Do what was asked, once, or let it be. Raises `NotOpened` when it cannot be done any more."""
    if request.done_at is not None:
        raise NotOpened("already_answered")
    if now > request.expires_at:
        raise NotOpened("expired")
    request.done_at = now
    if not yes:
        return _decline(desk, session, request, now)
    player = seat_player(session, request.address, request.name, request.language, now)
    if request.kind is RequestKind.NEW:
        match, bells = lobby.open_match(desk, session, player, Wish.from_row(request.wish), salt, now)
        if match.state is MatchState.INVITING:
            bells += notices.waiting(desk, session, match, match.seats[0], now)
        return bells
    if request.kind is RequestKind.JOIN:
        return lobby.join(desk, session, _match(session, request), player, salt, now)
    if request.kind is RequestKind.CHOICE:
        _choose(session, player, request.wish["key"], request.wish["value"], now)
    return []


def _choose(session: Session, player: Player, key: str, value: str, now: datetime) -> None:
    if key == absences.KEY:
        absences.declare(session, player, value, now)
    else:
        choose(player, key, value)


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
