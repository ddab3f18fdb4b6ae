"""Statistics of finished matches: all games, and one game with plots, the same as tables, and as JSON."""

from __future__ import annotations

import msgspec
from flask import Blueprint, abort, request
from sqlalchemy.orm import Session
from werkzeug.wrappers import Response

from adjudicator.engines.registry import list_rules
from adjudicator.services.matches.rows.counted_rows import BATCH
from adjudicator.services.matches.statistics.game_statistics import GameStatistics, find_statistics
from adjudicator.services.matches.statistics.statistics_view import tell_statistics
from adjudicator.web.rendering.rendering import render_page
from adjudicator.web.request import app_context
from adjudicator.web.request.current_user import current_visitor

pages = Blueprint("statistics", __name__)

JSON = "application/json"


@pages.get("/statistics")
def show_statistics() -> Response:
    """Show a line for each game."""
    with app_context.context().store.reading() as session:
        found = _all_games(session)
    return render_page("statistics", games=found, batch=BATCH)


@pages.get("/statistics.json")
def download_statistics() -> Response:
    """Return the statistics of all games as JSON."""
    with app_context.context().store.reading() as session:
        return _as_json(_all_games(session))


@pages.get("/statistics/<string:game>")
def show_game(game: str) -> Response:
    """Show the statistics of a game."""
    with app_context.context().store.reading() as session:
        found = _find(session, game)
    language = current_visitor().language
    return render_page(
        "game_statistics",
        told=found,
        parts_by_seats=[tell_statistics(one, language) for one in found.by_seats],
        batch=BATCH,
    )


@pages.get("/statistics/<string:game>.json")
def download_game(game: str) -> Response:
    """Return the statistics of a game as JSON."""
    with app_context.context().store.reading() as session:
        return _as_json(_find(session, game))


def _all_games(session: Session) -> list[GameStatistics]:
    return [find_statistics(session, rules.name) for rules in list_rules()]


def _find(session: Session, game: str) -> GameStatistics:
    try:
        return find_statistics(session, game)
    except KeyError:
        abort(render_page("no_such_game", 404, endpoint_of_game="statistics.show_game", games=list_rules()))


def _as_json(told: object) -> Response:
    response = Response(msgspec.json.encode(told), mimetype=JSON)
    response.add_etag()
    return response.make_conditional(request.environ)
