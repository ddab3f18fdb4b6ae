"""A whole match in one file: as text, as a printable page, all positions as pictures, and a player's own letters."""

from __future__ import annotations

from flask import Blueprint, abort, request
from sqlalchemy.orm import Session
from werkzeug.wrappers import Response

from adjudicator.services.archive.game_record import write_game_record
from adjudicator.services.matches.finished.archive import record_of
from adjudicator.services.matches.letters.own_letters import write_mbox
from adjudicator.services.matches.view import retelling
from adjudicator.services.matches.view.presenter import MatchPresenter
from adjudicator.web.matches.match_view import view_of_match
from adjudicator.web.rendering.rendering import render_page
from adjudicator.web.request import app_context
from adjudicator.web.request.match_code import redirect_to_capitals
from adjudicator.web.request.security_headers import TOLD_POLICY

pages = Blueprint("downloads", __name__)
pages.before_request(redirect_to_capitals)


@pages.get("/m/<code:code>.txt")
def download_told_text(code: str) -> Response:
    """Tell a match as text."""
    with app_context.context().store.reading() as session:
        told = retelling.tell_as_text(_spectator(session, code), session, app_context.now())
    return _cacheable(Response(told, mimetype="text/plain"))


@pages.get("/m/<code:code>.html")
def download_told_page(code: str) -> Response:
    """Tell a match as a page that can be kept and printed."""
    with app_context.context().store.reading() as session:
        told = retelling.tell_as_page(_spectator(session, code), session, app_context.now())
    response = Response(told, mimetype="text/html")
    response.headers["Content-Security-Policy"] = TOLD_POLICY
    return _cacheable(response)


@pages.get("/m/<code:code>.svg.zip")
def download_pictures(code: str) -> Response:
    """Download a picture of each position."""
    with app_context.context().store.reading() as session:
        presenter = _spectator(session, code)
        response = Response(retelling.pack_pictures(presenter), mimetype="application/zip")
    response.headers["Content-Disposition"] = f'attachment; filename="{presenter.match.code}.svg.zip"'
    return _cacheable(response)


@pages.get("/m/<code:code>/ap.json")
def download_game_record(code: str) -> Response:
    """Download a match that is over in the format of Abstract Play."""
    with app_context.context().store.reading() as session:
        view = view_of_match(session, code)
        if view.match.end is None or view.match.position is None:
            abort(404)
        record = record_of(view.match, app_context.now())
    return _cacheable(Response(write_game_record(record, view.context.site), mimetype="application/json"))


@pages.get("/m/<code:code>.mbox")
def download_letters(code: str) -> Response:
    """Download the letters that the visitor got in a match; there are none for anybody else."""
    with app_context.context().store.reading() as session:
        view = view_of_match(session, code)
        if view.seat is None or view.visitor.player is None:
            abort(404)
        if view.match.letters_gone_at is not None:
            return render_page("letters_gone", 410, view=view, match=view.match, facts=view.scene.facts())
        written = write_mbox(view.context, session, view.match, view.visitor.player)
        response = Response(written, mimetype="application/mbox")
    response.headers["Content-Disposition"] = f'attachment; filename="{view.match.code}.mbox"'
    return _cacheable(response)


def _spectator(session: Session, code: str) -> MatchPresenter:
    """Reduce a visitor to a spectator, as such a file is handed on. A private match opens for who may see it."""
    view = view_of_match(session, code)
    if view.match.position is None:
        abort(404)
    return MatchPresenter(view.context, view.match, view.visitor.language, view.visitor.layout())


def _cacheable(response: Response) -> Response:
    response.add_etag()
    return response.make_conditional(request.environ)
