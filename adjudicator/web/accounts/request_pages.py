"""The page of a request that waits for a confirmation, behind the secret link in its letter: yes or no.

Who becomes a player by a yes is signed in: see `services.requests.page_answers` for why, and why nobody else is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial

from flask import Blueprint, abort, redirect, request, url_for
from sqlalchemy import select
from sqlalchemy.orm import Session
from werkzeug.wrappers import Response

from adjudicator.engines.registry import engine_for
from adjudicator.mail.address import ConfirmAddress
from adjudicator.mail.errors import ForgedAddress, UnknownAddress
from adjudicator.match.record.sealing import digest_seed
from adjudicator.match.rulings.refusals import RefusalKey
from adjudicator.services.identity import credentials
from adjudicator.services.identity.change_requests import origin_of, wanted_change
from adjudicator.services.identity.credential_changes import describe_taken_back
from adjudicator.services.identity.credentials import describe_change
from adjudicator.services.matches.clock.time_terms import describe_terms
from adjudicator.services.matches.opening.lobby import MatchSetup, find_free_seat, load_setups
from adjudicator.services.matches.rows.match_rows import find_match
from adjudicator.services.matches.view.presenter import MatchPresenter
from adjudicator.services.players.players import find_player
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.requests import page_answers
from adjudicator.services.requests.confirmation_letters import cover_comment, strikes_comment
from adjudicator.services.requests.confirmations import closed_request, find_request
from adjudicator.services.requests.page_answers import Newcomer, is_newcomer
from adjudicator.services.requests.side_settings import describe_setting
from adjudicator.services.signed_rows import only_if_named
from adjudicator.services.unit_of_work import unit_of_work
from adjudicator.store.request_wishes import CANCEL, CHOICE, COMMENT, GREETING, SEAT, SETTINGS, WITHDRAW, ChoiceWish
from adjudicator.store.states import RequestKind
from adjudicator.store.tables import DrawnSeed, Match, Request
from adjudicator.texts.facts.letter_facts import TermsFacts
from adjudicator.texts.games.note_text import render_note
from adjudicator.texts.games.option_labels import OptionLabels
from adjudicator.texts.times import times
from adjudicator.web.forms.form_letters import new_form_key, read_form_key, read_shuffle_word
from adjudicator.web.forms.introduction_form import IntroductionForm
from adjudicator.web.rendering.rendering import flash_remark, render_page, render_text
from adjudicator.web.request import app_context, page_language
from adjudicator.web.request.browser_names import name_browser
from adjudicator.web.request.current_user import current_visitor, start_session
from adjudicator.web.request.security_headers import SCRIPT_POLICY

pages = Blueprint("requests", __name__)


@dataclass(frozen=True, slots=True)
class Asked:
    """A request in the words of its page."""

    kind: RequestKind
    address: str
    expires: datetime
    closed: str
    """Why the request can no longer be answered; empty while it can."""
    wishes: tuple[tuple[MatchSetup, str, list[tuple[str, str]], TermsFacts], ...] = ()
    """New matches: each with the game's title, its options in words, and its terms."""
    scene: MatchPresenter | None = None
    """The match that is asked about, from the seat of an invitation."""
    inviter: str = ""
    """Who invites; empty if the person asked for the seat themselves."""
    inviter_address: str = ""
    greeting: str = ""
    seed_digests: tuple[str, ...] = ()
    """Of the matches that a yes may begin, before anything was added to their seeds."""
    begun: tuple[str, ...] = ()
    """The codes of the matches of a request that can no longer be answered."""
    claimed_by: str = ""
    """The player who claims the address as theirs."""
    key: str = ""
    """The key of a `ChoiceWish`."""
    last: str = ""
    """Of a seat that is lent: its last day, in ISO form."""
    line: str = ""
    """The line that a yes carries out."""
    strikes: bool = False
    """Whether a comment is to be struck out."""
    change: str = ""
    """The player's credentials after the change."""
    asked: str = ""
    """Time and origin of the request, in lines."""
    options: list[tuple[str, str]] = field(default_factory=list)
    settings: tuple[str, ...] = ()
    """The settings that a yes carries out as well, as lines that would make them."""

    @property
    def about(self) -> str:
        """Tell the subject of the question: the part of the page that asks it, in ``web/request``."""
        return self.key if self.key in _OF_A_MATCH else _PARTS[self.kind]


_PARTS: Mapping[RequestKind, str] = {
    RequestKind.NEW: "matches",
    RequestKind.JOIN: "match",
    RequestKind.TAKEOVER: "match",
    RequestKind.HAND_OVER: "seat_offer",
    RequestKind.SUBSTITUTE: "seat_offer",
    RequestKind.RESIGN: "resign",
    RequestKind.COMMENT: "comment",
    RequestKind.CHOICE: "choice",
    RequestKind.ADDRESS: "address",
    RequestKind.IDENTITY: "identity",
    RequestKind.TAKE_BACK: "take_back",
}
_OF_A_MATCH = frozenset({CANCEL, WITHDRAW})
"""The keys of choices that are about a match, and no settings."""
_BY_LETTER = frozenset({RequestKind.SIGN_IN, RequestKind.DEED})
"""Requests that have no page."""
_OFFERED = frozenset({RequestKind.HAND_OVER, RequestKind.SUBSTITUTE})
_AT_ONCE = frozenset({RequestKind.NEW, RequestKind.JOIN})
"""Requests after which one sits at a match at once."""


@pages.get("/r/<token>")
def show_request(token: str) -> Response:
    """Show a request. GET changes nothing and signs nobody in, because mail scanners follow links."""
    return _page(token, None, 200)


@pages.post("/r/<token>")
def answer_request(token: str) -> Response:
    """Carry out a request, or drop it. Who becomes a player by a yes is signed in, and goes on to the match."""
    yes, named = request.form.get("answer") == "yes", _read(token)
    read_form_key()
    form = IntroductionForm.empty("")
    chosen = form.read()
    if yes and form.faults:
        return _page(token, form, 422)
    visitor = current_visitor().player
    browser = name_browser(request.user_agent.string) if visitor is None else None
    newcomer = Newcomer(page_language.read_language(), browser, chosen)
    try:
        with unit_of_work(app_context.context(), app_context.now()) as work:
            asked = find_request(work.session, named)
            if asked is None or asked.kind in _BY_LETTER:
                abort(404)
            _refuse_pages(work.session, asked)
            answer = page_answers.answer_request(work, asked, yes=yes, newcomer=newcomer, word=read_shuffle_word())
            kind, address, (command, _) = asked.kind, asked.address, wanted_change(asked)
            key = CHOICE.convert(asked.wish).key if kind is RequestKind.CHOICE else ""
    except RefusedError as fault:
        flash_remark(render_note(fault.refusal.note, current_visitor().language, None, ()))
        return redirect(url_for("requests.show_request", token=token), 303)
    if answer.session:
        start_session(answer.session)
        flash_remark(current_visitor().language.gettext("You are signed in on this device."))
    own = visitor is not None and answer.player_id == visitor.id
    if kind in _AT_ONCE and answer.matches and (answer.session or own):
        return redirect(_find_page(answer.matches), 303)
    outcome = key if key in _OF_A_MATCH and yes else _outcome(kind, command, yes=yes)
    return render_page("answered", yes=yes, outcome=outcome, matches=answer.matches, address=address)


def _find_page(codes: tuple[str, ...]) -> str:
    """Return the page of a new match, or the list for several."""
    if len(codes) == 1:
        return url_for("matches.show_match", code=codes[0])
    return url_for("front.list_my_matches")


def _page(token: str, form: IntroductionForm | None, status: int) -> Response:
    """Show the request; `form` is the introduction of a newcomer as it was sent."""
    named = _read(token)
    with app_context.context().store.reading() as session:
        asked = only_if_named(session, session.get(Request, named.request), named.stamp)
        if asked is None or asked.kind in _BY_LETTER:
            abort(404)
        described = _describe(session, asked)
        if form is None and not described.closed and is_newcomer(session, asked):
            form = IntroductionForm.empty(asked.name)
        response = render_page("request", status, token=token, asked=described, form=form, mark=new_form_key())
    if form is not None:
        response.headers["Content-Security-Policy"] = SCRIPT_POLICY
    return response


def _outcome(kind: RequestKind, command: str, *, yes: bool) -> str:
    """Name the passage that tells the effect of the answer."""
    if not yes:
        return "no"
    if command == credentials.ERASE:
        return "erased"
    # A new address is asked as well before it counts.
    return "new_address" if kind is RequestKind.IDENTITY and command == "address" else kind.value


def _refuse_pages(session: Session, asked: Request) -> None:
    """Refuse answers on pages for a player who requires signed letters. Raises `RefusedError`.

    Revoking and taking back only protect, and the key itself may be what somebody else changed.
    """
    if asked.kind is RequestKind.TAKE_BACK or wanted_change(asked)[0] == "revoke":
        return
    known = find_player(session, asked.address)
    if known is not None and known.key_required:
        raise RefusedError.of(RefusalKey.ONLY_LETTERS)


def _read(token: str) -> ConfirmAddress:
    """Read a link as the request it names; its token is the local part of the address that answers by mail."""
    addresses = app_context.context().addresses
    try:
        found = addresses.read(f"{token}@{addresses.domain}")
    except (ForgedAddress, UnknownAddress):
        abort(404)
    if not isinstance(found, ConfirmAddress):
        abort(404)
    return found


def _describe(session: Session, asked: Request) -> Asked:
    chosen = CHOICE.convert(asked.wish) if asked.kind is RequestKind.CHOICE else None
    wishes = load_setups(asked.wish) if asked.kind is RequestKind.NEW else []
    match = session.get(Match, asked.match_id) if asked.match_id is not None else None
    if chosen and chosen.key in _OF_A_MATCH:
        match = find_match(session, chosen.value)
    seat = find_free_seat(session, match, asked.address) if match and asked.kind is RequestKind.JOIN else None
    inviter = match.seats[0].player if match and seat and seat.guest else None
    offered = SEAT.convert(asked.wish) if match and asked.kind in _OFFERED else None
    return Asked(
        kind=asked.kind,
        address=asked.address,
        expires=asked.expires_at,
        closed=_closed(session, asked),
        begun=_list_begun(session, match, wishes) if asked.done_at else (),
        wishes=tuple(
            (wish, engine_for(wish.rules).rules.title, _options(wish), describe_terms(wish.terms)) for wish in wishes
        ),
        options=_options(match) if match else [],
        scene=_scene(match, offered.seat if offered else seat.number if seat else None) if match else None,
        inviter=match.seats[offered.seat].name if match and offered else inviter.name if inviter else "",
        inviter_address=inviter.address if inviter else "",
        greeting=GREETING.convert(asked.wish).greeting if inviter else "",
        seed_digests=_seed_digests(session, asked, match if seat else None, wishes),
        claimed_by=asked.name if asked.kind is RequestKind.ADDRESS else "",
        key=chosen.key if chosen else "",
        last=offered.day if offered else "",
        line=_line(asked, chosen),
        strikes=asked.kind is RequestKind.COMMENT and strikes_comment(COMMENT.convert(asked.wish).argument),
        change=_change(session, asked),
        asked=_origin(asked),
        settings=_list_settings(session, asked),
    )


def _list_settings(session: Session, asked: Request) -> tuple[str, ...]:
    """Write the settings beside a request; words of their own only to somebody who is a player already."""
    fixed = find_player(session, asked.address) is None
    wishes = SETTINGS.convert(asked.wish).settings if asked.kind in _AT_ONCE else ()
    return tuple(describe_setting(wish, current_visitor().language, fixed=fixed) for wish in wishes)


def _seed_digests(session: Session, asked: Request, match: Match | None, wishes: list[MatchSetup]) -> tuple[str, ...]:
    if match is not None:
        return (digest_seed(match.code, match.seed),)
    drawn = (session.get(DrawnSeed, wish.code) for wish in wishes if asked.done_at is None)
    return tuple(digest_seed(one.code, one.seed) for one in drawn if one is not None)


def _list_begun(session: Session, match: Match | None, wishes: list[MatchSetup]) -> tuple[str, ...]:
    if match is not None:
        return (match.code,)
    codes = [wish.code for wish in wishes]
    return tuple(session.scalars(select(Match.code).where(Match.code.in_(codes)))) if codes else ()


def _line(asked: Request, chosen: ChoiceWish | None) -> str:
    """Write the line that a yes carries out; of a comment only where it goes, as somebody else may have written it."""
    language = current_visitor().language
    if asked.kind is RequestKind.COMMENT:
        return cover_comment(COMMENT.convert(asked.wish).argument, language)
    return (chosen.line or describe_setting(chosen, language, fixed=False)) if chosen else ""


def _scene(match: Match, number: int | None) -> MatchPresenter:
    return MatchPresenter(app_context.context(), match, current_visitor().language, "wide", number)


def _origin(asked: Request) -> str:
    if asked.kind is not RequestKind.IDENTITY:
        return ""
    who = current_visitor()
    moment = partial(times.format_deadline, zone=who.zone, language=who.language)
    return render_text(who.language, "_asked", asked=origin_of(asked), until=moment)


def _change(session: Session, asked: Request) -> str:
    if asked.kind is RequestKind.TAKE_BACK:
        note = describe_taken_back(session, asked)
    elif asked.kind is RequestKind.IDENTITY:
        note = describe_change(*wanted_change(asked))
    else:
        return ""
    return render_note(note, current_visitor().language, None, ())


def _options(subject: MatchSetup | Match) -> list[tuple[str, str]]:
    rules = engine_for(subject.rules).rules
    return OptionLabels(rules, current_visitor().language).terms(dict(subject.options))


def _closed(session: Session, asked: Request) -> str:
    refusal = closed_request(session, asked, app_context.now())
    return render_note(refusal.note, current_visitor().language, None, ()) if refusal else ""
