"""The archive of finished matches."""

from __future__ import annotations

from datetime import UTC, datetime

from flask import Blueprint, abort, request
from werkzeug.wrappers import Response

from adjudicator.services.matches.view.archive import finished_matches
from adjudicator.web.matches import match_list
from adjudicator.web.rendering.rendering import render_page
from adjudicator.web.request import app_context
from adjudicator.web.request.current_user import current_visitor

pages = Blueprint("archive", __name__)

A_PAGE = 40


@pages.get("/archive")
def list_archive() -> Response:
    """List finished matches, the newest first; ``?before=`` continues after the last one of a page."""
    with app_context.context().store.reading() as session:
        found = finished_matches(session, _before(), A_PAGE + 1)
        listed = [match_list.summarize_match(match, current_visitor()) for match in found[:A_PAGE]]
    older = listed[-1].at.isoformat() if len(found) > A_PAGE else ""
    return render_page("archive", finished=listed, older=older, first="before" not in request.args)


def _before() -> datetime | None:
    text = request.args.get("before", "")
    if not text:
        return None
    try:
        moment = datetime.fromisoformat(text)
        return moment.astimezone(UTC) if moment.tzinfo is not None else abort(404)
    except (ValueError, OverflowError):  # in UTC the year may be 0 or 10000
        abort(404)
