"""The page "My turn": all matches that wait for the player, a board and a form each, and one button for all of them.

Each filled form becomes a letter to its seat, judged on its own; the result is shown match by match.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from flask import Blueprint, abort, redirect, request, url_for
from markupsafe import Markup
from sqlalchemy import select
from sqlalchemy.orm import Session
from werkzeug.wrappers import Response

from adjudicator.mail.address import LARGEST_ROW
from adjudicator.services.inbound import intake
from adjudicator.services.matches.annotations.memos import find_memo
from adjudicator.services.matches.rows.match_rows import load_match
from adjudicator.services.matches.view.plan_view import plan_news
from adjudicator.store.states import InboxState
from adjudicator.store.tables import Inbox, Match
from adjudicator.texts.facts.letter_facts import PlanNews
from adjudicator.texts.games.boards import rename_ids
from adjudicator.web.forms.form_letters import new_form_key, read_form_key
from adjudicator.web.matches.awaited_forms import find_form_state, load_own_form, match_of_form, wait_while
from adjudicator.web.matches.form_result import FormResult, form_result
from adjudicator.web.matches.match_page import Standing, build_standing
from adjudicator.web.matches.match_view import MatchView
from adjudicator.web.matches.page_queries import select_waiting
from adjudicator.web.rendering.rendering import flash_remark, render_page, render_text
from adjudicator.web.request import app_context
from adjudicator.web.request.current_user import ask_to_sign_in, current_visitor, signed_in
from adjudicator.web.request.page_matches import match_reader
from adjudicator.web.request.row_numbers import read_number

pages = Blueprint("turns", __name__)

MOST = 30
"""Matches on one page; the soonest deadlines come first."""
LONGEST = 4000
PATIENCE_SECONDS = 4.0
"""How long a page waits for a worker before it says that the answers will come."""


@dataclass(frozen=True, slots=True)
class WaitingTurn:
    """A match that waits for the visitor, as the page shows it."""

    view: MatchView
    game: str
    standing: Standing
    text: str = ""
    """The visitor's text, if nothing of it was carried out."""
    memo: str = ""
    """The visitor's note to themselves."""
    plan: PlanNews | None = None
    """Result of their plan when this turn began."""

    @property
    def plan_said(self) -> str:
        """The same in words."""
        return render_text(self.view.visitor.language, "_plan_said", plan=self.plan) if self.plan else ""


@dataclass(frozen=True, slots=True)
class TurnResult:
    """Result of the form of one match."""

    code: str
    game: str
    whose_turn: str
    found: FormResult


@pages.get("/turns")
def show_turns() -> Response:
    """Show all matches that wait for the player."""
    if current_visitor().player is None:
        return ask_to_sign_in()
    with app_context.context().store.reading() as session:
        return _page(session, ())


@pages.post("/turns")
def submit_turns() -> Response:
    """Hand in every filled form: a letter for each match."""
    player, context, key = signed_in(), app_context.context(), read_form_key()
    numbers = list[int]()
    with context.store.reading() as session:
        letters = [found for match in _named(session) if (found := _letter_for(match)) is not None]
    for code, recipient, text in letters:
        # A key for each match: sending the page twice makes no second letter.
        form_key = hashlib.sha256(f"{key} {code}".encode()).hexdigest()[:32]
        form = intake.FilledForm(recipient, text, form_key)
        numbers.append(intake.accept_form(context, player, form, app_context.now()))
    if not numbers:
        flash_remark(current_visitor().language.gettext("Nothing was filled in."))
        return redirect(url_for("turns.show_turns"), 303)
    return redirect(url_for("turns.show_results", letters=",".join(map(str, numbers))), 303)


@pages.get("/turns/answer/<letters>")
def show_results(letters: str) -> Response:
    """Show the result of each form, and the matches that still wait."""
    if current_visitor().player is None:
        return ask_to_sign_in()
    named = letters.split(",")
    numbers = [number for one in named[:MOST] if (number := read_number(one)) is not None and number <= LARGEST_ROW]
    if not numbers or len(named) > MOST:
        abort(404)
    _await(numbers)
    with app_context.context().store.reading() as session:
        results = [found for number in numbers if (found := _result(session, number)) is not None]
        if len(results) < len(numbers):
            abort(404)
        return _page(session, results)


def _named(session: Session) -> list[Match]:
    """List the player's matches that the sent page has forms for."""
    who = current_visitor()
    codes = [name.partition("-")[2] for name in request.form if name.startswith("turn-")][:MOST]
    query = select(Match).where(Match.code.in_([code.upper() for code in codes])).order_by(Match.id)
    found = match_reader().fetch(session, query)
    return [match for match in found if (seat := who.seat_at(match)) is not None and seat.vacant_at is None]


def _letter_for(match: Match) -> tuple[str, str, str] | None:
    """Read the form of one match: its code, the address of the seat on the turn that the page showed, and the text."""
    seat, code = current_visitor().seat_at(match), match.code
    turn = request.form.get(f"turn-{code}", type=int)
    written = (request.form.get(f"{name}-{code}", "").strip()[:LONGEST] for name in ("step", "text"))
    text = "\n".join(filter(None, written))
    if seat is None or turn is None or not 0 <= turn <= match.turn or not text:
        return None
    return code, app_context.context().addresses.seat(code, seat.number, turn, seat.epoch), text


def _await(numbers: Sequence[int]) -> None:
    """Wait until all forms are judged, or until the timeout. Ends the request with 404 if one is somebody else's."""
    until = time.monotonic() + PATIENCE_SECONDS

    def waits() -> bool:
        with app_context.context().store.reading() as session:
            states = [find_form_state(session, number) for number in numbers]
        if None in states:
            abort(404)
        return InboxState.WAITING in states and time.monotonic() < until

    wait_while(waits)


def _result(session: Session, number: int) -> TurnResult | None:
    """Read the result of a form; None if it is no form of the player's."""
    row, who, context = load_own_form(session, number), current_visitor(), app_context.context()
    if row is None:
        return None
    reader, code = match_reader(), match_of_form(row).upper()
    matches = reader.fetch(session, select(Match).where(Match.code == code))
    told = reader.read_each(
        matches, lambda match: _tell_result(row, MatchView(context, who, match, who.seat_at(match)))
    )
    known = any(one.code == code for one in reader.faulty.values())
    return next(iter(told), _tell_faulty(row, code) if known else None)


def _tell_result(row: Inbox, view: MatchView) -> TurnResult:
    match, facts = view.match, view.scene.facts()
    said = view.whose_turn() if match.end is None and match.position is not None else view.result()
    return TurnResult(match.code, facts.game, said, form_result(row, view))


def _tell_faulty(row: Inbox, code: str) -> TurnResult:
    """Tell the result of a form of a match that cannot be shown; the end of the page says so."""
    waiting, broken = row.state is InboxState.WAITING, row.state is InboxState.ASIDE
    return TurnResult(code, "", "", FormResult(waiting=waiting, broken=broken, number=row.id))


def _page(session: Session, results: Sequence[TurnResult]) -> Response:
    who, context = current_visitor(), app_context.context()
    player_id = signed_in().id
    reader = match_reader()
    matches = reader.fetch(session, select_waiting(player_id).limit(MOST + 1))
    texts = {one.code: one.found.text for one in results}

    def show(match: Match) -> WaitingTurn:
        view = MatchView(context, who, match, who.seat_at(match))
        return WaitingTurn(
            view,
            view.scene.facts().game,
            _draw(view),
            texts.get(match.code, ""),
            find_memo(session, match, player_id),
            plan_news(view.scene, load_match(match)),
        )

    return render_page(
        "turns",
        results=results,
        waiting=reader.read_each(matches[:MOST], show),
        more=len(matches) > MOST,
        pending=any(one.found.waiting for one in results),
        mark=new_form_key(),
    )


def _draw(view: MatchView) -> Standing:
    """Draw a match. The picture gets ids of its own: several are on the page, and each is named by its own title."""
    standing = build_standing(view, "")
    picture = Markup(rename_ids(str(standing.drawn.picture), f"-{view.match.code}"))  # noqa: S704  # its template escapes
    return replace(standing, drawn=replace(standing.drawn, picture=picture))
