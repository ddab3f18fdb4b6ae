"""Every position of a match under an address of its own, for people, for screens and for programs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import msgspec
from flask import Blueprint, abort, request
from sqlalchemy.orm import Session
from werkzeug.wrappers import Response

from adjudicator.engines.contract import Note, View
from adjudicator.match.chain import first_digest
from adjudicator.services.matches.archive import Frame, frame_at
from adjudicator.services.matches.match_rows import record_header
from adjudicator.store.states import MatchState
from adjudicator.web import app_context
from adjudicator.web.current_user import Visitor
from adjudicator.web.match_code import redirect_to_capitals
from adjudicator.web.match_view import MatchView, view_of_match
from adjudicator.web.rendering import render_page
from adjudicator.web.security_headers import FOR_EVER, PICTURE_POLICY

pages = Blueprint("positions", __name__)
pages.before_request(redirect_to_capitals)

SVG = "image/svg+xml"


@dataclass(frozen=True, slots=True)
class StepSheet:
    """The step that led to a position, as JSON."""

    turn: int
    seat: int
    step: str
    forced: bool
    at: datetime
    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class PositionSheet:
    """A position as JSON: what a spectator may know of it, and the digest that ties it to all before it."""

    match: str
    rules: str
    n: int
    of: int
    digest: str
    step: StepSheet | None
    view: View


@pages.get("/m/<code:code>/<int:n>")
def show_position(code: str, n: int) -> Response:
    """Show a position to be leafed through."""
    with app_context.context().store.reading() as session:
        sight, found = _open(session, code, n)
        drawn = sight.draw(found.position)
        event = sight.event(found.row) if found.row else None
        response = render_page(
            "position", sight=sight, match=sight.match, facts=sight.scene.facts(), leaf=found, drawn=drawn, event=event
        )
    return _kept(response, sight, public=False)


@pages.get("/m/<code:code>/<int:n>.txt")
def download_text(code: str, n: int) -> Response:
    """Hand out a position in letters and signs."""
    with app_context.context().store.reading() as session:
        sight, found = _open(session, code, n)
        drawn = _spectator(sight).text(found.position, sight.visitor.layout())
    return _kept(Response(drawn + "\n", mimetype="text/plain"), sight)


@pages.get("/m/<code:code>/<int:n>.svg")
def download_picture(code: str, n: int) -> Response:
    """Hand out a position as a picture that others may show."""
    with app_context.context().store.reading() as session:
        sight, found = _open(session, code, n)
        response = Response(_spectator(sight).picture(found.position), mimetype=SVG)
    response.headers["Content-Security-Policy"] = PICTURE_POLICY
    return _kept(response, sight)


@pages.get("/m/<code:code>/<int:n>.json")
def download_json(code: str, n: int) -> Response:
    """Hand out a position for programs."""
    with app_context.context().store.reading() as session:
        sight, found = _open(session, code, n)
        written = msgspec.json.encode(_sheet(_spectator(sight), found))
    return _kept(Response(written, mimetype="application/json"), sight)


def _open(session: Session, code: str, n: int) -> tuple[MatchView, Frame]:
    sight = view_of_match(session, code)
    if sight.match.position is None:
        abort(404)
    found = frame_at(sight.match, n)
    if found is None:
        abort(404)
    return sight, found


def _spectator(sight: MatchView) -> MatchView:
    """Look with a stranger's eyes: what stands under a public address is the same for everybody."""
    return MatchView(sight.context, Visitor(None, sight.visitor.language), sight.match, None)


def _sheet(sight: MatchView, found: Frame) -> PositionSheet:
    row = found.row
    return PositionSheet(
        match=sight.match.code,
        rules=sight.match.rules,
        n=found.n,
        of=sight.match.step_count,
        digest=row.digest if row else first_digest(record_header(sight.match)),
        step=StepSheet(row.turn, row.seat, row.step, row.forced, row.at, tuple(sight.notes(row))) if row else None,
        view=sight.engine.view(found.position, None),
    )


def _kept(response: Response, sight: MatchView, *, public: bool = True) -> Response:
    """Let browsers keep what cannot change any more: the positions of a finished match."""
    response.add_etag()
    if public and sight.match.state is MatchState.FINISHED:
        response.headers["Cache-Control"] = FOR_EVER
    return response.make_conditional(request.environ)
