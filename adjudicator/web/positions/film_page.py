"""A match on one page: all its boards, small, for each turn or each step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from flask import Blueprint, abort, request
from markupsafe import Markup
from werkzeug.wrappers import Response

from adjudicator.services.matches.annotations.diaries import Noted, list_diaries
from adjudicator.services.matches.positions.past_positions import frames_at
from adjudicator.texts.games.boards import rename_ids
from adjudicator.web.matches.annotations import reader_of
from adjudicator.web.matches.match_view import MatchView, view_of_match
from adjudicator.web.positions.leafing import FROM, StripStep, StripTurn, choose_standpoint, list_strip
from adjudicator.web.rendering.rendering import render_page
from adjudicator.web.request import app_context
from adjudicator.web.request.match_code import redirect_to_capitals
from adjudicator.web.request.row_numbers import read_number

pages = Blueprint("film", __name__)
pages.before_request(redirect_to_capitals)

TURN: Final = "turn"
STEP: Final = "step"
MOST = 60
"""Boards on a page: more would keep a phone busy. A longer match has several parts."""


@dataclass(frozen=True, slots=True)
class Board:
    """A position on the strip, and the step that led to it."""

    n: int
    turn: int
    """0 at the opening."""
    steps: tuple[StripStep, ...]


@dataclass(frozen=True, slots=True)
class DrawnBoard:
    """A board with its picture."""

    board: Board
    picture: Markup
    diaries: Sequence[Noted]
    """Notes that were written while this position stood, or since the board before."""


@pages.get("/m/<code:code>/film")
def show_film(code: str) -> Response:
    """Show the boards of a match; `?every=step` one for each step, `?part=2` the second sixty."""
    every, part = request.args.get("every", TURN), read_number(request.args.get("part", "1"))
    with app_context.context().store.reading() as session:
        view = view_of_match(session, code)
        if view.match.position is None:
            abort(404)
        here = choose_standpoint(view, view.match.entry_count)
        if every not in (TURN, STEP):
            abort(render_page("no_such_film", 400, facts=view.scene.facts(), parts_of_film=0))
        boards = [Board(0, 0, ()), *_list_boards(list_strip(here.view), every)]
        parts = -(-len(boards) // MOST)
        if part is None or not 1 <= part <= parts:
            abort(render_page("no_such_film", 404, facts=view.scene.facts(), parts_of_film=parts))
        return render_page(
            "film",
            facts=here.view.scene.facts(),
            here=here,
            boards=_draw(here.view, boards, part, list_diaries(reader_of(session, here.view))),
            every=every,
            part=part,
            parts_of_film=parts,
            kept={} if here.chosen is None else {FROM: here.chosen},
        )


def _list_boards(strip: Sequence[StripTurn], every: str) -> Iterator[Board]:
    for turn in strip:
        if every == TURN:
            yield Board(turn.n, turn.turn, turn.steps)
        else:
            yield from (Board(step.n, turn.turn, (step,)) for step in turn.steps)


def _draw(view: MatchView, boards: Sequence[Board], part: int, diaries: Sequence[Noted]) -> list[DrawnBoard]:
    first = (part - 1) * MOST
    shown = boards[first : first + MOST]
    before = [-1, *(board.n for board in boards)][first:]
    return [
        DrawnBoard(
            board,
            Markup(rename_ids(view.picture(frame.position), f"-{board.n}")),  # noqa: S704  # its template escapes
            [one for one in diaries if since < one.n <= board.n],
        )
        for board, frame, since in zip(shown, frames_at(view.match, [board.n for board in shown]), before, strict=False)
    ]
