"""What the player of a seat does on the page of his match. All of it goes to the inbox like a letter from him."""

from __future__ import annotations

import time

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from adjudicator.mail.address import SeatAddress
from adjudicator.mail.errors import ForgedAddress, UnknownAddress
from adjudicator.services.inbound import intake
from adjudicator.services.matches.match_rows import others_play_on
from adjudicator.store.states import InboxState
from adjudicator.store.tables import Inbox
from adjudicator.web import app_context
from adjudicator.web.current_user import ask_to_sign_in, current_visitor, signed_in
from adjudicator.web.form_letters import new_form_key, read_form_key
from adjudicator.web.form_result import form_result
from adjudicator.web.match_code import redirect_to_capitals
from adjudicator.web.match_page import match_page
from adjudicator.web.match_view import MatchView, view_of_match
from adjudicator.web.page_queries import load_inbox_letter
from adjudicator.web.rendering import render_page

pages = Blueprint("moves", __name__)
pages.before_request(redirect_to_capitals)

PATIENCE_SECONDS = 2.0
"""How long a page waits for a worker before it says that the answer will come."""
LOOK_AGAIN_SECONDS = 0.04
MOST_DAYS = 60


@pages.post("/m/<code:code>/orders")
def submit_order(code: str) -> Response:
    """Hand an order in, or show where it would lead."""
    text = request.form.get("text", "").strip()
    if "preview" in request.form:
        return redirect(url_for("matches.show_match", code=code.upper(), step=text, _anchor="board"), 303)
    return _hand_in(code, text)


@pages.post("/m/<code:code>/press")
def submit_press(code: str) -> Response:
    """Write to the other players."""
    return _hand_in(code, f"press {' '.join(request.form.get('text', '').split())}")


@pages.get("/m/<code:code>/resign")
def confirm_resign(code: str) -> Response:
    """Ask whether somebody really wants to give up."""
    with app_context.context().store.reading() as session:
        sight = view_of_match(session, code)
        if sight.visitor.player is None:
            return ask_to_sign_in()
        if sight.seat is None:
            abort(403)
        goes_on = others_play_on(sight.match, sight.seat)
        facts = sight.scene.facts()
        return render_page("resign", sight=sight, match=sight.match, facts=facts, goes_on=goes_on, mark=new_form_key())


@pages.post("/m/<code:code>/resign")
def submit_resign(code: str) -> Response:
    """Give the match up."""
    return _hand_in(code, "resign")


@pages.post("/m/<code:code>/claim")
def submit_claim(code: str) -> Response:
    """End the match because the other one let his time pass."""
    return _hand_in(code, "claim")


@pages.post("/m/<code:code>/grant")
def submit_grant(code: str) -> Response:
    """Give the one who is to move more days."""
    days = request.form.get("days", type=int)
    if days is None or not 1 <= days <= MOST_DAYS:
        abort(400)
    return _hand_in(code, f"grant {days}")


@pages.get("/m/<code:code>/answer/<int:number>")
def show_result(code: str, number: int) -> Response:
    """Show what became of a form, to the one who sent it."""
    if current_visitor().player is None:
        return ask_to_sign_in()
    seen = _await(number)
    with app_context.context().store.reading() as session:
        sight = view_of_match(session, code)
        if seen is None or not _his(sight, seen):
            abort(404)
        found = form_result(seen, sight)
        if found.waiting:
            return render_page("waiting", sight=sight, match=sight.match, facts=sight.scene.facts())
        return match_page(session, sight, answer=found, text=found.text)


def _hand_in(code: str, text: str) -> Response:
    player, context = signed_in(), app_context.context()
    turn = request.form.get("turn", type=int)
    with context.store.reading() as session:
        sight = view_of_match(session, code)
    if sight.seat is None:
        abort(403)
    if turn is None or not 0 <= turn <= sight.match.turn:
        abort(400)
    recipient = context.addresses.seat(sight.match.code, sight.seat.number, turn, sight.seat.epoch)
    form = intake.FilledForm(recipient, text, read_form_key())
    number = intake.accept_form(context, player, form, app_context.now())
    return redirect(url_for("moves.show_result", code=sight.match.code, number=number), 303)


def _await(number: int) -> Inbox | None:
    """Look at a letter until it is judged, or until patience ends."""
    until = time.monotonic() + PATIENCE_SECONDS
    while True:
        with app_context.context().store.reading() as session:
            row = load_inbox_letter(session, number)
        if row is None or row.state is not InboxState.WAITING or time.monotonic() >= until:
            return row
        time.sleep(LOOK_AGAIN_SECONDS)


def _his(sight: MatchView, row: Inbox) -> bool:
    """Tell whether a letter is a form of this player's for this match."""
    player = sight.visitor.player
    if player is None or row.channel != "web" or row.envelope_from != player.address:
        return False
    try:
        route = sight.context.addresses.read(row.recipient)
    except (ForgedAddress, UnknownAddress):
        return False
    return isinstance(route, SeatAddress) and route.match == sight.match.code.lower()
