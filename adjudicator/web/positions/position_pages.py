"""Every position of a match under its own URL: as a page, text, SVG and JSON."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import msgspec
from flask import Blueprint, abort, request
from sqlalchemy.orm import Session
from werkzeug.wrappers import Response

from adjudicator.engines.contract import Note, View
from adjudicator.services.matches.positions.past_positions import Frame, frame_at, known_rows, undone_entries
from adjudicator.services.matches.rows.record_rows import header_digest
from adjudicator.services.matches.statistics.elsewhere import find_elsewhere
from adjudicator.store.states import EntryKind, MatchState
from adjudicator.store.tables import EntryRow
from adjudicator.web.matches.annotations import Draft, find_talk
from adjudicator.web.matches.match_view import MatchView, view_of_match
from adjudicator.web.positions.leafing import FROM, Standpoint, choose_standpoint, leafing_at
from adjudicator.web.rendering.rendering import render_page
from adjudicator.web.request import app_context
from adjudicator.web.request.current_user import Visitor
from adjudicator.web.request.match_code import redirect_to_capitals
from adjudicator.web.request.security_headers import FOR_A_DAY, PICTURE_POLICY

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
    """A position as JSON: the view of a spectator or of a chosen seat, and the digest of all steps up to it."""

    match: str
    rules: str
    n: int
    of: int
    digest: str
    step: StepSheet | None
    view: View


@pages.get("/m/<code:code>/<int:n>")
def show_position(code: str, n: int) -> Response:
    """Show a position with links to its neighbours."""
    with app_context.context().store.reading() as session:
        here, found = open_position(session, code, n)
        response = position_page(session, here, found)
    return _cacheable(response, here.view, public=False)


def position_page(session: Session, here: Standpoint, found: Frame, draft: Draft | None = None) -> Response:
    """Show a position, and its annotations; `draft` is a comment that could not be written."""
    view, row = here.view, found.row
    event = view.event(row) if row else None
    return render_page(
        "position",
        400 if draft else 200,
        view=view,
        match=view.match,
        facts=view.scene.facts(),
        leaf=found,
        leafing=leafing_at(view, found.n),
        here=here,
        kept={} if here.chosen is None else {FROM: here.chosen},
        drawn=view.draw(found.position, ended=_is_end(found)),
        event=event,
        act=(event.said if event else "") or (_say_end(session, view) if _is_end(found) else ""),
        undone=found.n in undone_entries(view.match),
        stays_known=[view.event(row) for row in known_rows(view.match, found.n)],
        elsewhere=find_elsewhere(session, "", view.match, found.n),
        talk=find_talk(session, view, found.n, draft),
    )


@pages.get("/m/<code:code>/<int:n>.txt")
def download_text(code: str, n: int) -> Response:
    """Return a position as text."""
    with app_context.context().store.reading() as session:
        here, found = open_position(session, code, n)
        view, seen = here.view, _public(here)
        drawn = seen.text(found.position, view.visitor.layout(), ended=_is_end(found))
    return _cacheable(Response(drawn + "\n", mimetype="text/plain"), view)


@pages.get("/m/<code:code>/<int:n>.svg")
def download_picture(code: str, n: int) -> Response:
    """Return a position as SVG, which other sites may embed."""
    with app_context.context().store.reading() as session:
        here, found = open_position(session, code, n)
        view = here.view
        response = Response(_public(here).picture(found.position, ended=_is_end(found)), mimetype=SVG)
    response.headers["Content-Security-Policy"] = PICTURE_POLICY
    return _cacheable(response, view)


@pages.get("/m/<code:code>/<int:n>.json")
def download_json(code: str, n: int) -> Response:
    """Return a position as JSON."""
    with app_context.context().store.reading() as session:
        here, found = open_position(session, code, n)
        view = here.view
        written = msgspec.json.encode(_sheet(_public(here), found))
    return _cacheable(Response(written, mimetype="application/json"), view)


def open_position(session: Session, code: str, n: int) -> tuple[Standpoint, Frame]:
    """Find a position for the visitor, or end the request with 404 and the positions that there are."""
    view = view_of_match(session, code)
    if view.match.position is None:
        abort(404)
    found = frame_at(view.match, n)
    if found is None:
        abort(render_page("no_such_step", 404, facts=view.scene.facts(), last=view.match.entry_count))
    return choose_standpoint(view, n), found


def _is_end(found: Frame) -> bool:
    """Tell whether a position is that of the entry that ended the match: nobody moves any more."""
    return found.row is not None and found.row.kind is EntryKind.END


def _say_end(session: Session, view: MatchView) -> str:
    return " ".join(filter(None, (f"{result}." if (result := view.result()) else "", view.scene.ending(session))))


def _public(here: Standpoint) -> MatchView:
    """Reduce a visitor to a spectator, or to the seat in the URL: a public URL shows the same to everybody."""
    view = here.view
    seat = view.seat if here.chosen else None
    return MatchView(view.context, Visitor(None, view.visitor.language), view.match, seat)


def _sheet(view: MatchView, found: Frame) -> PositionSheet:
    row = found.row
    return PositionSheet(
        match=view.match.code,
        rules=view.match.rules,
        n=found.n,
        of=view.match.entry_count,
        digest=row.digest if row else header_digest(view.match),
        step=_step_sheet(view, row) if row and row.kind is EntryKind.STEP else None,
        view=view.engine.view(found.position, view.number),
    )


def _step_sheet(view: MatchView, row: EntryRow) -> StepSheet:
    return StepSheet(row.turn, row.mover, row.step, row.forced, row.at, tuple(view.notes(row)))


def _cacheable(response: Response, view: MatchView, *, public: bool = True) -> Response:
    """Let browsers keep the positions of a finished match for a day: only the names beside a board can change."""
    response.add_etag()
    if public and view.match.state is MatchState.FINISHED and not view.match.private:
        response.headers["Cache-Control"] = FOR_A_DAY
    return response.make_conditional(request.environ)
