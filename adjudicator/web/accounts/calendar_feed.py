"""The feed of a player's calendar: calendar programs fetch it with nothing but its secret address."""

from __future__ import annotations

from flask import Blueprint, abort, request
from werkzeug.wrappers import Response

from adjudicator.services.links import BadLink
from adjudicator.services.matches.view.calendars import FILE_NAME, find_subscriber, write_calendar
from adjudicator.web.request import app_context
from adjudicator.web.request.page_matches import match_reader

pages = Blueprint("calendar", __name__)

KEPT = "private, max-age=900"
"""A deadline moves seldom; programs that ask every minute get the same for a quarter of an hour."""


@pages.get("/calendar/<token>.ics")
def show_feed(token: str) -> Response:
    """Show the calendar of the player to whom the address belongs."""
    context = app_context.context()
    with context.store.reading() as session:
        try:
            player = find_subscriber(session, context, token)
        except BadLink:
            abort(404)
        if player is None:
            abort(410)
        text = write_calendar(session, context, player, app_context.now(), match_reader())
    response = Response(text, mimetype="text/calendar")
    response.headers["Content-Disposition"] = f'inline; filename="{FILE_NAME}"'
    response.headers["Cache-Control"] = KEPT
    response.add_etag()
    return response.make_conditional(request.environ)
