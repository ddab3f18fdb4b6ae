"""The page after the first signing in: it asks for the public name and the time zone, as far as they are not known."""

from __future__ import annotations

from flask import Blueprint, redirect, request, session, url_for
from werkzeug.wrappers import Response

from adjudicator.services.matches.clock.match_clock import refresh_clocks
from adjudicator.services.players.introductions import introduce
from adjudicator.services.unit_of_work import unit_of_work
from adjudicator.store.tables import Player
from adjudicator.texts.games.note_text import render_note
from adjudicator.web.forms.introduction_form import IntroductionForm
from adjudicator.web.rendering.rendering import flash_remark, render_page
from adjudicator.web.request import app_context
from adjudicator.web.request.current_user import ask_to_sign_in, current_visitor, signed_in
from adjudicator.web.request.security_headers import SCRIPT_POLICY

pages = Blueprint("introduction", __name__)


@pages.get("/welcome")
def show_questions() -> Response:
    """Ask for name and zone, as far as the player has not chosen them."""
    player = current_visitor().player
    if player is None:
        return ask_to_sign_in()
    form = IntroductionForm.of(player)
    return _page(form, 200) if form.typed else _go_on()


@pages.post("/welcome")
def save_answers() -> Response:
    """Save the choices, all or nothing; an empty field leaves it as it is."""
    player_id, form = signed_in().id, IntroductionForm.of(signed_in())
    chosen = form.read()
    if "skip" in request.form:
        chosen = {}
    elif form.faults:
        return _page(form, 422)
    with unit_of_work(app_context.context(), app_context.now()) as work:
        player = work.session.get_one(Player, player_id)
        notes = introduce(player, chosen, work.now)
        if "zone" in chosen:
            refresh_clocks(work, player)
    for note in notes:
        flash_remark(render_note(note, current_visitor().language, None, ()))
    return _go_on()


def _go_on() -> Response:
    return redirect(session.pop("next", url_for("front.list_my_matches")), 303)


def _page(form: IntroductionForm, status: int) -> Response:
    response = render_page("welcome", status, form=form)
    response.headers["Content-Security-Policy"] = SCRIPT_POLICY
    return response
