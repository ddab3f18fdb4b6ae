"""The page of a player's credentials: addresses, OpenPGP key, and reply addresses to revoke."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from adjudicator.engines.contract import Note
from adjudicator.services.identity import credentials
from adjudicator.services.identity.change_requests import request_change
from adjudicator.services.identity.credential_changes import describe_credentials, lock_player
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.unit_of_work import unit_of_work
from adjudicator.store.tables import Player
from adjudicator.texts.facts.letter_facts import RequestOrigin
from adjudicator.texts.games.note_text import render_note
from adjudicator.web.rendering.rendering import flash_remark, render_page
from adjudicator.web.request import app_context
from adjudicator.web.request.browser_names import name_browser
from adjudicator.web.request.current_user import ask_to_sign_in, current_visitor, signed_in

pages = Blueprint("identity", __name__)

REVOKE = "revoke"


@pages.get("/identity")
def show_addresses() -> Response:
    """Show the credentials."""
    return _page() if current_visitor().player is not None else ask_to_sign_in()


@pages.post("/identity/<command>")
def submit_change(command: str) -> Response:
    """Ask one of the player's addresses to confirm a change.

    A player who requires signed letters has to send one instead.
    """
    if command not in credentials.CHANGES:
        abort(404)
    player_id, here = signed_in().id, current_visitor().session
    asked = RequestOrigin(
        at=app_context.now(),
        by="page",
        sender=here.address if here else "",
        browser=name_browser(request.user_agent.string),
    )
    try:
        with unit_of_work(app_context.context(), app_context.now()) as work:
            player = lock_player(work.session, player_id)
            if player.key_required and command != REVOKE:
                raise credentials.needs_signed_letter()
            value = request.form.get("value", "").strip()
            question = request_change(work, player, command, value, asked)
    except RefusedError as fault:
        return _page(render_note(fault.refusal.note, current_visitor().language, None, ()), 422)
    flash_remark(render_note(Note.of("settings.asked", address=question.address), current_visitor().language, None, ()))
    return redirect(url_for("identity.show_addresses"), 303)


def _page(fault: str = "", status: int = 200) -> Response:
    with app_context.context().store.reading() as session:
        player = session.get_one(Player, signed_in().id)
        return render_page("identity", status, known=describe_credentials(session, player, ""), fault=fault)
