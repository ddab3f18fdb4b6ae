"""The unsubscribe page, linked in every letter: fewer letters, without signing in."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, request, url_for
from sqlalchemy.orm import Session
from werkzeug.wrappers import Response

from adjudicator.services.identity.reply_addresses import reply_addresses_expired
from adjudicator.services.links import BadLink, read_letters_link
from adjudicator.services.matches.letters.unsubscribe import set_subscription
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.signed_rows import only_if_named
from adjudicator.services.unit_of_work import unit_of_work
from adjudicator.store.states import Letters
from adjudicator.store.tables import Match, Player
from adjudicator.web.rendering.rendering import render_page
from adjudicator.web.request import app_context

pages = Blueprint("letters", __name__)

ONE_CLICK = "One-Click"


@pages.get("/l/<token>")
def show_subscription(token: str) -> Response:
    """Show which letters a player gets. GET changes nothing, because mail scanners follow links."""
    with app_context.context().store.reading() as session:
        reader = _reader(session, token)
    return render_page("letters", reader=reader, token=token, saved="saved" in request.args)


@pages.post("/l/<token>")
def one_click(token: str) -> Response:
    """Change which letters a player gets.

    Mail programs post here for the player (RFC 8058) without a cookie: the secret link is the proof, so there is no
    CSRF token.
    """
    by_machine = request.form.get("List-Unsubscribe") == ONE_CLICK
    wanted = str(Letters.NONE) if by_machine else request.form.get("letters", "")
    with unit_of_work(app_context.context(), app_context.now()) as work:
        reader = _reader(work.session, token)
        try:
            set_subscription(work, reader, wanted)
        except RefusedError:
            abort(400)
    if by_machine:
        return Response("unsubscribed\n", mimetype="text/plain")
    return redirect(url_for("letters.show_subscription", token=token, saved=1), 303)


def _reader(session: Session, token: str) -> Player:
    """Find the player of a link; the token in a letter of a match expires with its reply address."""
    try:
        named, match_id = read_letters_link(app_context.context(), token)
    except BadLink:
        abort(404)
    player = only_if_named(session, session.get(Player, named.number), named.stamp)
    match = session.get(Match, match_id) if match_id is not None else None
    if player is None or (match is None and match_id is not None):
        abort(404)
    if match is not None and reply_addresses_expired(match, app_context.now()):
        abort(render_page("link_ended", 410, match=match))
    return player
