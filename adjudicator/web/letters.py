"""The link at the end of every letter: fewer letters, without signing in."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, request, url_for
from sqlalchemy.orm import Session
from werkzeug.wrappers import Response

from adjudicator.desk.links import BadLink, LinkKind, read_link
from adjudicator.desk.people import BadChoice
from adjudicator.desk.unsubscribing import choose_letters
from adjudicator.store.states import Letters
from adjudicator.store.tables import Player
from adjudicator.web import counter
from adjudicator.web.pages import page

pages = Blueprint("letters", __name__)

ONE_CLICK = "One-Click"


@pages.get("/l/<token>")
def choices(token: str) -> Response:
    """Show which letters a player gets; looking changes nothing, for mail scanners look at every link."""
    with counter.desk().store.reading() as session:
        reader = _reader(session, token)
    return page("letters", reader=reader, token=token, saved="saved" in request.args)


@pages.post("/l/<token>")
def one_click(token: str) -> Response:
    """Change which letters a player gets.

    Mail programs post here for him (RFC 8058) without a cookie: the link itself is the proof, so no other is asked for.
    """
    by_machine = request.form.get("List-Unsubscribe") == ONE_CLICK
    wanted = str(Letters.NONE) if by_machine else request.form.get("letters", "")
    with counter.desk().store.writing() as session:
        reader = _reader(session, token)
        try:
            bells = choose_letters(counter.desk(), session, reader, wanted, counter.now())
        except BadChoice:
            abort(400)
    counter.desk().ring(bells)
    if by_machine:
        return Response("unsubscribed\n", mimetype="text/plain")
    return redirect(url_for("letters.choices", token=token, saved=1), 303)


def _reader(session: Session, token: str) -> Player:
    try:
        player = session.get(Player, read_link(counter.desk(), LinkKind.LETTERS, token))
    except BadLink:
        abort(404)
    if player is None:
        abort(404)
    return player
