"""The page after the first signing in: it asks for a public name and a time zone, and goes on to where one wanted."""

from __future__ import annotations

from flask import Blueprint, redirect, request, session, url_for
from werkzeug.wrappers import Response

from adjudicator.services.matches.clock.match_clock import refresh_clocks
from adjudicator.services.players.introductions import NO_ZONE, has_own_name, introduce
from adjudicator.services.players.players import valid_values
from adjudicator.services.unit_of_work import unit_of_work
from adjudicator.store.tables import Player
from adjudicator.texts.note_text import render_note
from adjudicator.texts.zone_regions import list_regions
from adjudicator.web.forms.new_match_form import field_value
from adjudicator.web.rendering.rendering import flash_remark, render_page
from adjudicator.web.request import app_context
from adjudicator.web.request.current_user import ask_to_sign_in, current_visitor, signed_in
from adjudicator.web.request.security_headers import SCRIPT_POLICY

pages = Blueprint("introduction", __name__)

FIELDS = ("name", "zone")


@pages.get("/welcome")
def show_questions() -> Response:
    """Ask for name and zone. What the player has chosen already is filled in."""
    player = current_visitor().player
    if player is None:
        return ask_to_sign_in()
    name = player.name if has_own_name(player) else ""
    return _page({"name": name, "zone": "" if player.zone == NO_ZONE else player.zone}, {}, 200)


@pages.post("/welcome")
def save_answers() -> Response:
    """Save what was chosen, all or nothing; an empty field leaves it as it is."""
    player_id, typed = signed_in().id, {key: field_value(key) for key in FIELDS}
    skipped = "skip" in request.form
    chosen = {} if skipped else {key: value for key, value in typed.items() if value}
    faults = {key: right for key, value in chosen.items() if (right := valid_values(key, value))}
    if faults:
        return _page(typed, faults, 422)
    with unit_of_work(app_context.context(), app_context.now()) as work:
        player = work.session.get_one(Player, player_id)
        notes = introduce(player, chosen, work.now)
        if "zone" in chosen:
            refresh_clocks(work, player)
    for note in notes:
        flash_remark(render_note(note, current_visitor().language, None, ()))
    return redirect(session.pop("next", url_for("front.list_my_matches")), 303)


def _page(typed: dict[str, str], faults: dict[str, str], status: int) -> Response:
    regions = list_regions(current_visitor().language)
    response = render_page("welcome", status, typed=typed, faults=faults, regions=regions, shown=signed_in().name)
    response.headers["Content-Security-Policy"] = SCRIPT_POLICY
    return response
