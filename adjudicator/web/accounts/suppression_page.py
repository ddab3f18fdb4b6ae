"""The suppression page, linked in every unrequested letter: no more letters, without signing in."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, request, url_for
from sqlalchemy.orm import Session
from werkzeug.wrappers import Response

from adjudicator.services.links import BadLink, LinkKind, read_link
from adjudicator.services.players.suppression import is_suppressed, suppress_address, unsuppress_address
from adjudicator.services.signed_rows import only_if_named
from adjudicator.services.unit_of_work import unit_of_work
from adjudicator.store.tables import Request
from adjudicator.web.rendering.rendering import render_page
from adjudicator.web.request import app_context

pages = Blueprint("doors", __name__)


@pages.get("/never/<token>")
def show_suppression(token: str) -> Response:
    """Show whether an address is suppressed. GET changes nothing, because mail scanners follow links."""
    context = app_context.context()
    with context.store.reading() as session:
        address = _address(session, token)
        return render_page("suppression", address=address, closed=is_suppressed(context, session, address), token=token)


@pages.post("/never/<token>")
def one_click(token: str) -> Response:
    """Suppress an address, or allow letters to it again.

    Mail programs post here for their readers (RFC 8058) without a cookie: the secret link is the proof.
    """
    with unit_of_work(app_context.context(), app_context.now()) as work:
        address = _address(work.session, token)
        if request.form.get("door") == "open":
            unsuppress_address(work, address)
        else:
            suppress_address(work, address)
    return redirect(url_for("doors.show_suppression", token=token), 303)


def _address(session: Session, token: str) -> str:
    try:
        named = read_link(app_context.context(), LinkKind.NEVER, token)
    except BadLink:
        abort(404)
    asked = only_if_named(session, session.get(Request, named.number), named.stamp)
    if asked is None:
        abort(404)
    return asked.address
