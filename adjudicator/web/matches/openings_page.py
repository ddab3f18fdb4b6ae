"""The openings of a game, walked down move by move, and the matches in which a position stood."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, abort, request, url_for
from markupsafe import Markup
from sqlalchemy.orm import Session
from werkzeug.wrappers import Response

from adjudicator.engines.contract import AnyEngine, AnyPosition
from adjudicator.engines.registry import engine_for, newest_engine
from adjudicator.engines.rules import Rules
from adjudicator.match.course.opening_keys import DIGEST_BYTES, OpeningBook
from adjudicator.services.matches.view.archive import frame_at
from adjudicator.services.matches.view.opening_tree import (
    MOST_COUNTED,
    Node,
    Results,
    StoodAt,
    count_matches_with,
    list_stood,
    list_trees,
    matches_with,
)
from adjudicator.services.orders.opening_answers import OpeningTerms, find_opening, opening_query
from adjudicator.services.refused_error import RefusedError
from adjudicator.texts.boards import PICTURE, draw_board
from adjudicator.texts.language import Language
from adjudicator.texts.note_text import render_note
from adjudicator.texts.option_labels import OptionLabels
from adjudicator.texts.statistics_words import name_place
from adjudicator.texts.written_orders import write_order
from adjudicator.web.matches.leafed_lists import read_place, write_place
from adjudicator.web.matches.match_list import MatchSummary, list_games, summarize_matches
from adjudicator.web.matches.match_view import Drawn
from adjudicator.web.rendering.rendering import render_page
from adjudicator.web.request import app_context
from adjudicator.web.request.current_user import NARROW, WIDE, current_visitor

pages = Blueprint("openings", __name__)

A_PAGE = 20
NEWEST = 10


@dataclass(frozen=True, slots=True)
class Crumb:
    """A move of the line, and the address of the position behind it."""

    order: str
    url: str


@dataclass(frozen=True, slots=True)
class Row:
    """What was played next: the moves, the address of the position behind the first of them, and the counts."""

    orders: tuple[str, ...]
    url: str
    share: float
    """The part of all matches that went on like this."""
    results: Results
    wins: tuple[int, ...]
    """By the columns of the table."""
    last: str
    """The day when the position last stood, as an ISO date."""


@dataclass(frozen=True, slots=True)
class Tree:
    """The openings under other options."""

    said: str
    url: str
    played: int
    current: bool


@dataclass(frozen=True, slots=True)
class Listed:
    """A match in which the position stood, behind entry `n`."""

    summary: MatchSummary
    n: int


@pages.get("/openings")
def list_openings() -> Response:
    """List the games, and which of them have openings that can be compared."""
    games = [(rules, _has_openings(rules)) for rules in list_games()]
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
        listed, count = found[:A_PAGE], count_matches_with(session, digest)
        shown = _draw_first(session, digest)
        return render_page(
            "stood",
            digest=digest,
            listed=_list(session, listed),
            count=min(count, MOST_COUNTED),
            more=count > MOST_COUNTED,
            drawn=shown,
            older=write_place(listed[-1].place) if len(found) > A_PAGE else "",
            first=before is None,
        )


def _render(session: Session, node: Node, language: Language) -> Response:
    book, rules = node.book, node.book.engine.rules
    sides = rules.sides
    newest = list_stood(session, node.digest, NEWEST)
    return render_page(
        "opening",
        rules=rules,
        node=node,
        crumbs=_crumbs(node, language),
        root=_address(book, ()),
        rows=tuple(_row(node, at, sides, language) for at in range(len(node.branches))),
        sides=sides,
        trees=[_tree(one, played, book, language) for one, played in list_trees(session, book)],
        apart=[OptionLabels(rules, language).label(key) for key in book.openings.opening_options],
        drawn=_draw(book.engine, node.position, _seat_names(book.seats, language), language),
        newest=_list(session, newest),
    )


def _row(node: Node, at: int, sides: tuple[str, ...], language: Language) -> Row:
    branch, rules = node.branches[at], node.book.engine.rules
    results = branch.results
    return Row(
        orders=tuple(write_order(rules.key, step, language.language) for step in branch.steps),
        url=_address(node.book, (*node.chosen, branch.steps[0])),
        share=results.played / node.results.played if node.results.played else 0.0,
        results=results,
        wins=tuple(dict(results.sides).get(side, 0) for side in sides) or (results.began, results.followed),
        last=branch.last.date().isoformat() if branch.last else "",
    )


def _crumbs(node: Node, language: Language) -> tuple[Crumb, ...]:
    rules = node.book.engine.rules
    return tuple(
        Crumb(write_order(rules.key, step, language.language), _address(node.book, node.chosen[: at + 1]))
        for at, step in enumerate(node.chosen)
    )


def _tree(one: OpeningBook, played: int, current: OpeningBook, language: Language) -> Tree:
    terms = OptionLabels(one.engine.rules, language).lines(one.options)
    said = "; ".join(terms) or language.gettext("the usual options")
    return Tree(said, _address(one, ()), played, one.variant == current.variant)


def _address(book: OpeningBook, moves: tuple[str, ...]) -> str:
    return url_for("openings.show_openings", game=book.engine.rules.name) + opening_query(book.variant, moves)


def _nearest(fault: RefusedError, rules: Rules) -> list[Crumb]:
    """List what would be right as links: each is a line of the command, whose first words are its name and the game."""
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
    return [Listed(lines[stood.match_id], stood.n) for stood in found]


def _draw_first(session: Session, digest: str) -> Drawn | None:
    """Draw the position as it stood in the newest match."""
    newest = matches_with(session, digest, 1)
    frame = frame_at(newest[0].match, newest[0].n) if newest else None
    if frame is None:
        return None
    match, language = newest[0].match, current_visitor().language
    first = match.entries[0].mover if match.entries else 0
    names = _seat_names(len(match.seats), language, first)
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


def _seat_names(seats: int, language: Language, first: int = 0) -> tuple[str, ...]:
    """Name the seats by the order in which they play; `first` began."""
    return tuple(name_place((seat - first) % seats, language) for seat in range(seats))


def _has_openings(rules: Rules) -> bool:
    return OpeningBook.of(engine_for(rules.key), {}, rules.seats[0]) is not None


def _find_rules(game: str) -> Rules:
    try:
        return newest_engine(game).rules
    except KeyError:
        abort(render_page("no_such_game", 404, endpoint_of_game="openings.show_openings", games=list_games()))
