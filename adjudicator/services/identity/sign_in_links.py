"""Signing in without a password: a link goes to the address, and a button behind it opens the door once."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from adjudicator.mail.trust.from_header import normal_address
from adjudicator.services.context import Desk
from adjudicator.services.identity.credential_changes import refuse_held
from adjudicator.services.links import BadLink, LinkKind, mint_link, never_url, read_link
from adjudicator.services.matches.lobby import ask
from adjudicator.services.matches.presenter import reader_at, reader_for
from adjudicator.services.outbox.enqueue import Addressee, Ties, put
from adjudicator.services.players.players import find_player, seat_player
from adjudicator.services.players.suppression import is_closed
from adjudicator.services.players.web_sessions import open_session
from adjudicator.store.states import RequestKind
from adjudicator.store.tables import Request
from adjudicator.texts import letter_kinds
from adjudicator.texts.language import tongue

LINK_LIFE = timedelta(hours=2)
LINKS_AN_HOUR = 5


def send_link(desk: Desk, address: str, language: str, now: datetime) -> None:
    """Mail a link; asking too often sends nothing more, and neither case tells whether the address is known."""
    with desk.store.writing() as session:
        player = find_player(session, address)
        if _asked_lately(session, address, now) >= LINKS_AN_HOUR:
            return
        if player is None and is_closed(desk, session, address):
            return
        speech = tongue(player.language if player else language)
        request = ask(session, RequestKind.SIGN_IN, address, "", speech.language, now)
        request.expires_at = now + LINK_LIFE
        occasion = letter_kinds.SignIn(
            reader=reader_for(desk, player) if player else reader_at(desk, "", never_url(desk, request.id)),
            url=f"{desk.site}/sign-in/{mint_link(desk, LinkKind.SIGN_IN, request.id)}",
            expires=request.expires_at,
        )
        to = Addressee(
            address=normal_address(address),
            tongue=speech,
            player_id=player.id if player else None,
            reply_to=desk.addresses.service,
        )
        stop_url = "" if player else never_url(desk, request.id)
        bells = put(session, "sign_in", occasion, to, Ties(stop_url=stop_url, true_until=request.expires_at), now)
    desk.ring(bells)


def enter(desk: Desk, token: str, browser: str, now: datetime) -> str:
    """Use a link up, enter its player if they are new, and return the token of their session.

    Raises `BadLink`, and `NotOpened` for an address that may still be given back to another player.
    """
    number = read_link(desk, LinkKind.SIGN_IN, token)
    with desk.store.writing() as session:
        request = session.scalars(select(Request).where(Request.id == number).with_for_update(of=Request)).one_or_none()
        if request is None or request.done_at is not None or now > request.expires_at:
            raise BadLink(LinkKind.SIGN_IN)
        request.done_at = now
        refuse_held(session, request.address, now)
        player = seat_player(session, request.address, request.name, request.language, now)
        return open_session(session, player, request.address, browser, now)


def _asked_lately(session: Session, address: str, now: datetime) -> int:
    query = select(func.count()).where(
        Request.kind == RequestKind.SIGN_IN,
        Request.address == normal_address(address),
        Request.created_at > now - timedelta(hours=1),
    )
    return session.scalar(query) or 0
