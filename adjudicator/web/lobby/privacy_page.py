"""The page about privacy: the public data, the data that is kept and for how long, and the effect of erasing."""

from __future__ import annotations

from flask import Blueprint
from werkzeug.wrappers import Response

from adjudicator.web.rendering.rendering import render_page
from adjudicator.web.request import app_context

pages = Blueprint("privacy", __name__)


@pages.get("/privacy")
def show_privacy() -> Response:
    """Show it."""
    return render_page("privacy", days=app_context.context().letter_days)
