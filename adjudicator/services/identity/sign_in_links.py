"""Signing in without a password: a link goes to the address, and the button on its page opens a session, once."""

from __future__ import annotations

from datetime import datetime, timedelta

import structlog
from sqlalchemy import exists, select

from adjudicator.mail.address import stamp_row
from adjudicator.mail.trust.from_header import normalize_address
from adjudicator.services.context import Context
from adjudicator.services.links import BadLink, LinkKind, mint_link, never_url, read_link
from adjudicator.services.matches.opening.lobby import create_request
from adjudicator.services.outbox.enqueue import LetterRefs, Recipient, enqueue_letter
from adjudicator.services.players.letter_readers import reader_of
from adjudicator.services.players.players import find_player, get_or_create_player
from adjudicator.services.players.suppression import is_suppressed
from adjudicator.services.players.web_sessions import open_session
from adjudicator.services.row_counts import count_rows
from adjudicator.services.signed_rows import only_if_named
from adjudicator.services.unit_of_work import UnitOfWork, unit_of_work
from adjudicator.store.player_tables import NAMELESS
from adjudicator.store.states import RequestKind
from adjudicator.store.tables import Player, Request
from adjudicator.texts.language.language import language_for
from adjudicator.texts.letters import account_kinds

LINK_LIFE = timedelta(hours=2)
LINKS_AN_HOUR = 5
"""Links to one address."""
STRANGERS_AN_HOUR = 100
"""Links to addresses of nobody who plays, all together: whoever asks for them need not be who gets them."""

log = structlog.get_logger()


def send_link(context: Context, address: str, language: str, now: datetime) -> None:
    """Mail a sign-in link. Over the limit nothing is sent; the caller cannot tell, nor whether the address is known."""
    with unit_of_work(context, now) as work:
        player = find_player(work.session, address)
        if _asked_lately(work, address) >= LINKS_AN_HOUR:
            return
        if player is None and is_suppressed(context, work.session, address):
            return
        if player is None and _strangers_lately(work) >= STRANGERS_AN_HOUR:
            log.warning("too many links for strangers", limit=STRANGERS_AN_HOUR)
            return
        reader_language = language_for(player.language if player else language)
        request = create_request(work, RequestKind.SIGN_IN, address, "", reader_language.language)
        request.expires_at = now + LINK_LIFE
        facts = account_kinds.SignIn(
            reader=reader_of(context, player, stop_url=never_url(context, request)),
            url=f"{context.site}/sign-in/{mint_link(context, LinkKind.SIGN_IN, request.id, request.created_at)}",
            expires=request.expires_at,
        )
        to = Recipient(
            address=normalize_address(address),
            language=reader_language,
            player_id=player.id if player else None,
            player_stamp=stamp_row(player.created_at) if player else "",
            reply_to=context.addresses.service,
        )
        stop_url = "" if player else never_url(context, request)
        enqueue_letter(
            work, account_kinds.SIGN_IN, facts, to, LetterRefs(stop_url=stop_url, true_until=request.expires_at)
        )


def use_link(context: Context, token: str, browser: str, now: datetime) -> str:
    """Use a link, create its player if they are new, and return the token of their session.

    A new player has no name yet: it is public, so it is asked for and not taken from the address.

    Raises `BadLink`, and `RefusedError` for an address that is reserved for another player.
    """
    named = read_link(context, LinkKind.SIGN_IN, token)
    with unit_of_work(context, now) as work:
        asked = select(Request).where(Request.id == named.number).with_for_update(of=Request)
        request = only_if_named(work.session, work.session.scalars(asked).one_or_none(), named.stamp)
        if request is None or request.done_at is not None or now > request.expires_at:
            raise BadLink(LinkKind.SIGN_IN)
        request.done_at = now
        player = get_or_create_player(work, request.address, request.name or NAMELESS, request.language)
        return open_session(work, player, request.address, browser)


def _asked_lately(work: UnitOfWork, address: str) -> int:
    return count_rows(
        work.session,
        Request.kind == RequestKind.SIGN_IN,
        Request.address == normalize_address(address),
        Request.created_at > work.now - timedelta(hours=1),
    )


def _strangers_lately(work: UnitOfWork) -> int:
    plays = exists().where(Player.address == Request.address)
    return count_rows(
        work.session,
        Request.kind == RequestKind.SIGN_IN,
        Request.created_at > work.now - timedelta(hours=1),
        ~plays,
    )
