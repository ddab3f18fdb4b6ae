"""The pages of one match on the static site: told in every language, its boards, and its record.

Boards take most of the time, so each is drawn once, in the main language, and a match has at most `MOST_BOARDS` and the
opening: after every turn of a short match, after every second or third of a longer one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import itemgetter
from typing import Any, cast

from sqlalchemy.orm import Session

from adjudicator.engines.registry import engine_for
from adjudicator.match.record.record import dump_record
from adjudicator.services.archive.game_record import write_game_record
from adjudicator.services.archive.site_frame import SiteFrame, SitePage
from adjudicator.services.context import Context
from adjudicator.services.matches.view.archive import frames_at, record_of
from adjudicator.services.matches.view.player_pages import page_of_seat
from adjudicator.services.matches.view.presenter import MatchPresenter
from adjudicator.services.matches.view.retelling import Telling, ToldTurn
from adjudicator.services.matches.view.shown_names import shown_names
from adjudicator.store.tables import Match
from adjudicator.texts.boards import PICTURE, draw_board
from adjudicator.texts.language import language_for

MOST_BOARDS = 12
WIDE = "wide"
DRAWN = "drawn"


@dataclass(frozen=True, slots=True)
class _Board:
    """A position that is drawn, and what happened in the turn before it."""

    n: int
    turn: int
    said: tuple[str, ...]


def write_match_pages(
    context: Context, session: Session, match: Match, frame: SiteFrame, now: datetime
) -> Iterator[SitePage]:
    """Write all files of a match that is over."""
    place = f"m/{match.code}"
    record = record_of(match, now)
    yield SitePage(f"{place}/record.json", dump_record(record))
    yield SitePage(f"{place}/ap.json", write_game_record(record, context.site))
    boards: Sequence[_Board] = ()
    for language in frame.languages:
        presenter = MatchPresenter(context, match, language_for(language), WIDE)
        values: dict[str, Any] = Telling(presenter, session, now, lambda _n: DRAWN, MOST_BOARDS).values()
        del values["date"]
        pages = _pages_by_place(match)
        yield frame.render("site/match", place, language, **values, pages=pages)
        if language == frame.main:
            boards = [_Board(0, 0, ()), *_drawn(cast("Sequence[ToldTurn]", values["turns"]))]
            yield from _write_positions(boards, frame, match, values["match"])
    yield from _draw_boards(boards, frame, match)


def _pages_by_place(match: Match) -> list[str]:
    """List the pages of the players, in the order in which the result names them."""
    pages = (page_of_seat(seat, public=True) for seat in match.seats)
    places = match.end.places if match.end else ()
    return [page for _, page in sorted(zip(places, pages, strict=False), key=itemgetter(0))]


def _drawn(turns: Sequence[ToldTurn]) -> Iterator[_Board]:
    for turn in turns:
        if turn.board:
            yield _Board(turn.n, turn.turn, tuple(entry.said for entry in turn.entries))


def _write_positions(boards: Sequence[_Board], frame: SiteFrame, match: Match, facts: object) -> Iterator[SitePage]:
    for place, board in enumerate(boards):
        yield frame.render(
            "site/position",
            f"m/{match.code}/{board.n}",
            frame.main,
            alone=True,
            match=facts,
            n=board.n,
            turn=board.turn,
            said=board.said,
            first=boards[0].n,
            before=boards[place - 1].n if place else None,
            behind=boards[place + 1].n if place + 1 < len(boards) else None,
            final=boards[-1].n,
            last=match.entry_count,
        )


def _draw_boards(boards: Sequence[_Board], frame: SiteFrame, match: Match) -> Iterator[SitePage]:
    language, engine = language_for(frame.main), engine_for(match.rules)
    names = shown_names(match, language, public=True)
    for found in frames_at(match, [board.n for board in boards]):
        ended = found.n == match.entry_count
        drawn = draw_board(engine.view(found.position, None), PICTURE, language, names=names, ended=ended)
        yield SitePage(f"m/{match.code}/{found.n}.svg", drawn.encode() + b"\n")
