"""How a player can be known: his addresses, his key, and the reply addresses that he may revoke."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from adjudicator.desk import identity
from adjudicator.store.tables import Player
from adjudicator.texts.wording import say
from adjudicator.web import counter
from adjudicator.web.pages import page, remark
from adjudicator.web.visitor import ask_to_sign_in, signed_in, visitor

pages = Blueprint("identity", __name__)

REVOKE = "revoke"


@pages.get("/identity")
def show() -> Response:
    """Show how the player is known."""
    return _page() if visitor().player is not None else ask_to_sign_in()


@pages.post("/identity/<command>")
def change(command: str) -> Response:
    """Change it; a player who wants only letters that his key signed to count does so by such a letter."""
    if command not in identity.CHANGES:
        abort(404)
    player_id, desk, now = signed_in().id, counter.desk(), counter.now()
    try:
        with desk.store.writing() as session:
            player = session.get_one(Player, player_id, with_for_update={"of": Player})
            if player.key_required and command != REVOKE:
                raise identity.needs_signed_letter()
            value = identity.settle(desk, session, player, command, request.form.get("value", "").strip(), now)
            note, bells = identity.change(desk, session, player, command, value, now)
    except identity.NotChanged as fault:
        return _page(say(fault.refusal.note, visitor().tongue, None, ()), 422)
    desk.ring(bells)
    remark(say(note, visitor().tongue, None, ()))
    return redirect(url_for("identity.show"), 303)


def _page(fault: str = "", status: int = 200) -> Response:
    with counter.desk().store.reading() as session:
        player = session.get_one(Player, signed_in().id)
        return page("identity", status, known=identity.told(session, player, ""), fault=fault)
