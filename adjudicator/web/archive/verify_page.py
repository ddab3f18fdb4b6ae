"""The page that compares the last line of a letter with the archive, and the stand-alone verifier of records."""

from __future__ import annotations

from flask import Blueprint, request
from werkzeug.wrappers import Response

from adjudicator.services.answers.verify_answers import Asked, look_up_line
from adjudicator.texts.language.language import standalone_verifier
from adjudicator.web.rendering.rendering import render_page
from adjudicator.web.request import app_context
from adjudicator.web.request.current_user import current_visitor

pages = Blueprint("verify", __name__)

LONGEST_LINE = 200


@pages.get("/verify")
def show_verify() -> Response:
    """Ask for the last line of a letter; with ``?line=``, say where it stands in which match."""
    line, who = request.args.get("line", "").strip()[:LONGEST_LINE], current_visitor()
    context = app_context.context()
    with context.store.reading() as session:
        answer = look_up_line(context, session, Asked(who.player, who.language), line) if line else None
    response = render_page("verify", line=line, answer=answer)
    response.headers["Cache-Control"] = "no-store"
    return response


@pages.get("/verify.py")
def download_verifier() -> Response:
    """Send the stand-alone verifier."""
    response = Response(standalone_verifier().read_text(), mimetype="text/x-python")
    response.headers["Content-Disposition"] = 'attachment; filename="verify.py"'
    return response
