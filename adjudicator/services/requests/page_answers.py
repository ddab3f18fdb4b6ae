"""Answers on the page of a request: carries out the yes, and signs in whom it makes a player.

The link stands in a letter to the address of the request alone, is signed, and works once, as a sign-in link does. But
it lives longer, and an invitation may be forwarded. So a yes opens a session only for somebody who was no player
before: their account holds nothing yet but the subject of this yes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from sqlalchemy.orm import Session

from adjudicator.match.record.given_salt import NOTHING_GIVEN, Given
from adjudicator.services.players.introductions import introduce
from adjudicator.services.players.players import find_player, get_or_create_player
from adjudicator.services.players.web_sessions import open_session
from adjudicator.services.requests.confirmations import carry_out_request, send_receipt
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.player_tables import NAMELESS
from adjudicator.store.states import RequestKind
from adjudicator.store.tables import Request

BEGINNINGS = frozenset(
    {RequestKind.NEW, RequestKind.JOIN, RequestKind.TAKEOVER, RequestKind.HAND_OVER, RequestKind.SUBSTITUTE}
)
"""Requests for a match, with which somebody can become a player."""


_OF_OTHERS = frozenset({RequestKind.JOIN, RequestKind.HAND_OVER, RequestKind.SUBSTITUTE})
"""Requests that somebody else may have made, in a language of theirs."""


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A page's knowledge of the person who answers, in case they are no player yet."""

    language: str = ""
    """The language that they or their browser asked for."""
    browser: str | None = None
    """The name of the browser to sign in; None if somebody is signed in there already."""
    chosen: Mapping[str, str] = field(default_factory=dict)
    """Their choices of ``name`` and ``zone``."""


@dataclass(frozen=True, slots=True)
class PageAnswer:
    """Result of an answer."""

    player_id: int | None
    """The player of the address that was asked."""
    matches: tuple[str, ...]
    """The codes of the matches that it was about."""
    session: str = ""
    """The token of the session that it opened."""


def is_newcomer(session: Session, request: Request) -> bool:
    """Does a yes make a player of somebody who is none?"""
    return request.kind in BEGINNINGS and find_player(session, request.address) is None


def answer_request(work: UnitOfWork, request: Request, *, yes: bool, newcomer: Newcomer, word: str = "") -> PageAnswer:
    """Carry out a request, or drop it. Raises `RefusedError`, and then nothing is done.

    `word`: the text that they typed for the seed of a match.
    """
    given = Given("word", word) if word else NOTHING_GIVEN
    if not yes or not is_newcomer(work.session, request):
        carried = carry_out_request(work, request, yes=yes, given=given, accepted=work.now)
        player = find_player(work.session, request.address)
        if player is not None and carried.news:
            send_receipt(work, player, carried.done)
        return PageAnswer(player.id if player else None, carried.matches)
    # The player comes first: the letters of the request tell the name, and deadlines in the zone.
    name = newcomer.chosen.get("name") or request.name or NAMELESS
    language = newcomer.language if request.kind in _OF_OTHERS else ""
    player = get_or_create_player(work, request.address, name, language or request.language)
    introduce(player, newcomer.chosen, work.now)
    codes = carry_out_request(work, request, yes=True, given=given, accepted=work.now).matches
    if newcomer.browser is None:
        return PageAnswer(player.id, codes)
    return PageAnswer(player.id, codes, open_session(work, player, request.address, newcomer.browser))
