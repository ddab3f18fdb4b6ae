"""Statistics of finished matches: all games, and one game with plots, the same as tables, and as JSON."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
from flask import Blueprint, abort, request
from sqlalchemy.orm import Session
from werkzeug.wrappers import Response

from adjudicator.engines.registry import engine_for
from adjudicator.services.matches.rows.counted_rows import BATCH
from adjudicator.services.matches.view.game_statistics import (
    GameStatistics,
    OptionStatistics,
    SeatsStatistics,
    Share,
    find_statistics,
)
from adjudicator.texts.language import Language
from adjudicator.texts.option_labels import OptionLabels
from adjudicator.texts.percentages import format_share
from adjudicator.texts.statistics_words import name_ending, name_place
from adjudicator.web.matches.match_list import list_games
from adjudicator.web.matches.plots import Bin, Plot, SharePoint, fill_bins, plot_counts, plot_lengths, plot_shares
from adjudicator.web.rendering.rendering import render_page
from adjudicator.web.request import app_context
from adjudicator.web.request.current_user import current_visitor

pages = Blueprint("statistics", __name__)

JSON = "application/json"


@dataclass(frozen=True, slots=True)
class ValueRow:
    """A value of an option in words."""

    said: str
    matches: int
    began: Share | None
    median: int | None


@dataclass(frozen=True, slots=True)
class OptionPart:
    """An option with its plot and the rows of its table."""

    label: str
    rows: tuple[ValueRow, ...]
    plot: Plot


@dataclass(frozen=True, slots=True)
class SeatsPart:
    """The statistics of one number of seats with their plots and the words of their tables."""

    told: SeatsStatistics
    fair: float
    places: tuple[tuple[str, Share], ...]
    firsts: Plot
    bins: tuple[Bin, ...]
    lengths: Plot
    endings: tuple[tuple[str, int], ...]
    ended: Plot
    options: tuple[OptionPart, ...]


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
        "game_statistics", told=found, parts_by_seats=[_part(one, language) for one in found.by_seats], batch=BATCH
    )


@pages.get("/statistics/<string:game>.json")
def download_game(game: str) -> Response:
    """Return the statistics of a game as JSON."""
    with app_context.context().store.reading() as session:
        return _as_json(_find(session, game))


def _all_games(session: Session) -> list[GameStatistics]:
    return [find_statistics(session, rules.name) for rules in list_games()]


def _find(session: Session, game: str) -> GameStatistics:
    try:
        return find_statistics(session, game)
    except KeyError:
        abort(render_page("no_such_game", 404, endpoint_of_game="statistics.show_game", games=list_games()))


def _as_json(told: object) -> Response:
    response = Response(msgspec.json.encode(told), mimetype=JSON)
    response.add_etag()
    return response.make_conditional(request.environ)


def _part(told: SeatsStatistics, language: Language) -> SeatsPart:
    places = tuple((name_place(later, language), share) for later, share in enumerate(told.firsts))
    bins, spread = fill_bins(told.lengths), told.turns
    endings = tuple((name_ending(kind, language), count) for kind, count in told.endings.items())
    fair = 1 / told.seats
    return SeatsPart(
        told=told,
        fair=fair,
        places=places,
        firsts=_plot_shares(places, fair, language),
        bins=bins,
        lengths=plot_lengths(bins, (spread.quarter, spread.median, spread.three_quarters) if spread else ()),
        endings=endings,
        ended=plot_counts(endings),
        options=tuple(_option_part(told, option, fair, language) for option in told.options),
    )


def _option_part(told: SeatsStatistics, option: OptionStatistics, fair: float, language: Language) -> OptionPart:
    labels = OptionLabels(engine_for(told.rules).rules, language)
    rows = tuple(
        ValueRow(
            f"{option.option}={one.value}{language.colon}{labels.value(option.option, one.value)}",
            one.matches,
            one.began,
            one.turns.median if one.turns else None,
        )
        for one in option.values
    )
    shares = [(f"{option.option}={one.value}", one.began) for one in option.values if one.began]
    return OptionPart(labels.label(option.option), rows, _plot_shares(shares, fair, language))


def _plot_shares(
    rows: tuple[tuple[str, Share], ...] | list[tuple[str, Share]], fair: float, language: Language
) -> Plot:
    def percent(share: float) -> str:
        return format_share(share, language.locale)

    return plot_shares(
        [
            SharePoint(f"{label}{language.colon}{percent(one.share)}", one.share, one.low, one.high)
            for label, one in rows
        ],
        fair,
        (percent(0), percent(0.5), percent(1)),
    )
