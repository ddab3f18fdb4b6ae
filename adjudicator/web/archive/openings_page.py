"""The openings of a game, walked down move by move, and the matches in which a position stood."""

from __future__ import annotations

from flask import Blueprint, abort, request, url_for
from markupsafe import Markup
from sqlalchemy.orm import Session
from werkzeug.wrappers import Response

from adjudicator.engines.contract import AnyEngine, AnyPosition
from adjudicator.engines.registry import engine_for, list_rules, newest_engine
from adjudicator.engines.rules import Rules
from adjudicator.match.course.opening_keys import DIGEST_BYTES, OpeningBook
from adjudicator.services.answers.opening_answers import OpeningTerms, find_opening
from adjudicator.services.matches.positions.past_positions import frame_at
from adjudicator.services.matches.statistics.opening_tree import (
    MOST_COUNTED,
    Node,
    StoodAt,
    count_matches_with,
    list_stood,
)
from adjudicator.services.matches.statistics.opening_view import (
    Crumb,
    Listed,
    list_games_with_openings,
    name_seats,
    opening_query,
    tell_node,
)
from adjudicator.services.refused_error import RefusedError
from adjudicator.store.tables import Match
from adjudicator.texts.games.boards import PICTURE, draw_board
from adjudicator.texts.games.note_text import render_note
from adjudicator.texts.language.language import Language
from adjudicator.web.matches.leafed_lists import read_place, write_place
from adjudicator.web.matches.match_list import summarize_matches
from adjudicator.web.matches.match_view import Drawn
from adjudicator.web.rendering.rendering import render_page
from adjudicator.web.request import app_context
from adjudicator.web.request.current_user import NARROW, WIDE, current_visitor
from adjudicator.web.request.page_matches import match_reader

pages = Blueprint("openings", __name__)

A_PAGE = 20
NEWEST = 10


@pages.get("/openings")
def list_openings() -> Response:
    """List the games, and which of them have openings that can be compared."""
    games = list_games_with_openings(list_rules())
    return render_page("openings", games=games)


@pages.get("/openings/<string:game>")
def show_openings(game: str) -> Response:
    """Show a position of the openings of a game: ``?moves=M14+L13``, ``?options=opening%3Dswap``."""
    rules = _find_rules(game)
    terms = OpeningTerms(rules.name, request.args.get("options", "").strip(), request.args.get("moves", "").strip())
    language = current_visitor().language
    with app_context.context().store.reading() as session:
        try:
            node = find_opening(session, terms)
        except RefusedError as fault:
            said = render_note(fault.refusal.note, language, None, ())
            return render_page(
                "no_such_opening", 400, rules=rules, said=said, nearest=_nearest(fault, rules), moves=terms.moves
            )
        if node is None:
            return render_page("no_openings", rules=rules)
        return _render(session, node, language)


@pages.get("/positions/<string:digest>")
def show_stood(digest: str) -> Response:
    """List the matches in which a position stood; `?before=` goes on where a page ends."""
    before = read_place()
    if len(digest) != 2 * DIGEST_BYTES or set(digest) - set("0123456789abcdef"):
        abort(404)
    with app_context.context().store.reading() as session:
        found = list_stood(session, digest, A_PAGE + 1, before)
        if not found and before is None:
            abort(render_page("no_such_position", 404))
        whole = before is None and len(found) <= A_PAGE
        listed, count = found[:A_PAGE], len(found) if whole else count_matches_with(session, digest)
        shown = _draw_newest(session, found if before is None else list_stood(session, digest, 1))
        return render_page(
            "stood",
            listed=_list(session, listed),
            count=min(count, MOST_COUNTED),
            more=count > MOST_COUNTED,
            picture=shown.picture if shown else "",
            drawn=shown,
            newest=url_for("openings.show_stood", digest=digest) if before is not None else "",
            older=_older(digest, listed[-1]) if len(found) > A_PAGE else "",
        )


def _render(session: Session, node: Node, language: Language) -> Response:
    book = node.book
    told, newest = tell_node(session, node, language, _address), list_stood(session, node.digest, NEWEST)
    drawn = _draw(book.engine, node.position, name_seats(book.seats, language), language)
    return render_page(
        "opening",
        told=told,
        picture=drawn.picture,
        drawn=drawn,
        newest=_list(session, newest),
        stood_url=url_for("openings.show_stood", digest=node.digest),
        asked=True,
    )


def _address(book: OpeningBook, moves: tuple[str, ...]) -> str:
    return url_for("openings.show_openings", game=book.engine.rules.name) + opening_query(book.variant, moves)


def _nearest(fault: RefusedError, rules: Rules) -> list[Crumb]:
    """List the right forms as links: each is a line of the command, whose first words are its name and the game."""
    found = []
    for line in fault.refusal.nearest:
        words = line.split()[2:]
        options = " ".join(word for word in words if "=" in word)
        moves = tuple(word for word in words if "=" not in word)
        url = url_for("openings.show_openings", game=rules.name) + opening_query(options, moves)
        found.append(Crumb(" ".join(words), url))
    return found


def _list(session: Session, found: list[StoodAt]) -> list[Listed]:
    lines = summarize_matches(session, current_visitor(), [stood.match_id for stood in found])
    return [
        Listed(line, stood.n, url_for("positions.show_position", code=line.code, n=stood.n))
        for stood in found
        if (line := lines.get(stood.match_id)) is not None
    ]


def _older(digest: str, last: StoodAt) -> str:
    return url_for("openings.show_stood", digest=digest, before=write_place(last.place))


def _draw_newest(session: Session, stood: list[StoodAt]) -> Drawn | None:
    """Draw a position as it stood in the newest match, the first of the list."""
    reader = match_reader()
    matches = reader.fetch_numbered(session, [stood[0].match_id]) if stood else ()
    return next(iter(reader.read_each(matches, lambda match: _draw_stood(match, stood[0].n))), None)


def _draw_stood(match: Match, n: int) -> Drawn | None:
    frame = frame_at(match, n)
    if frame is None:
        return None
    language = current_visitor().language
    first = match.entries[0].mover if match.entries else 0
    names = name_seats(len(match.seats), language, first)
    return _draw(engine_for(match.rules), frame.position, names, language)


def _draw(engine: AnyEngine, position: AnyPosition, names: tuple[str, ...], language: Language) -> Drawn:
    view, layout = engine.view(position, None), current_visitor().chosen_layout()
    return Drawn(
        picture=Markup(draw_board(view, PICTURE, language, names=names)),  # noqa: S704  # its template escapes
        texts={
            shape: draw_board(view, shape, language, names=names) for shape in ([layout] if layout else [WIDE, NARROW])
        },
        layout=layout,
    )


def _find_rules(game: str) -> Rules:
    try:
        return newest_engine(game).rules
    except KeyError:
        abort(render_page("no_such_game", 404, endpoint_of_game="openings.show_openings", games=list_rules()))
