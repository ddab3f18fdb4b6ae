"""The pages of one match on the static site: told in every language, its boards, and its record.

Boards take most of the time, so each is drawn once, in the main language, and a match has at most `MOST_BOARDS` and the
opening: after every turn of a short match, after every second or third of a longer one. Beside these, each position
has a board of which something is said in a diary or a comment.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import itemgetter
from typing import Any, cast

from sqlalchemy.orm import Session

from adjudicator.engines.registry import engine_for
from adjudicator.match.record.record import dump_record
from adjudicator.services.archive.game_record import write_game_record
from adjudicator.services.archive.site_feeds import SiteFeeds
from adjudicator.services.archive.site_frame import SiteFrame, SitePage
from adjudicator.services.context import Context
from adjudicator.services.matches.annotations.comments import ShownComment, list_comments
from adjudicator.services.matches.annotations.diaries import Noted, list_diaries
from adjudicator.services.matches.finished.archive import record_of
from adjudicator.services.matches.finished.player_pages import page_of_seat
from adjudicator.services.matches.names.author_names import AnnotationReader
from adjudicator.services.matches.names.shown_names import list_people, shown_names
from adjudicator.services.matches.positions.past_positions import frames_at
from adjudicator.services.matches.view.presenter import KeptEvents, MatchPresenter
from adjudicator.services.matches.view.retelling import Telling, ToldTurn
from adjudicator.store.tables import Match
from adjudicator.texts.games.boards import PICTURE, draw_board
from adjudicator.texts.language.language import language_for

MOST_BOARDS = 12
WIDE = "wide"
DRAWN = "drawn"


@dataclass(frozen=True, slots=True)
class SaidHere:
    """Diaries and comments about a position."""

    n: int
    diaries: Sequence[Noted]
    threads: Sequence[ShownComment]


@dataclass(frozen=True, slots=True)
class _Board:
    """A position that is drawn, and the events before it in its turn."""

    n: int
    turn: int
    said: tuple[str, ...]
    whole: bool = True
    """Whether it is the last position of its turn."""


def write_match_pages(
    context: Context, session: Session, match: Match, feeds: SiteFeeds, now: datetime
) -> Iterator[SitePage]:
    """Write all files of a match that is over."""
    place, frame = f"m/{match.code}", feeds.frame
    record = record_of(match, now)
    yield SitePage(f"{place}/record.json", dump_record(record))
    yield SitePage(f"{place}/ap.json", write_game_record(record, context.site))
    boards: Sequence[_Board] = ()
    annotated, kept = True, KeptEvents(tuple(list_people(match)))
    scenes = {code: MatchPresenter(context, match, language_for(code), WIDE, kept=kept) for code in frame.languages}
    for language, presenter in scenes.items():
        words = presenter.language
        telling = Telling(presenter, session, now, lambda _n: DRAWN, MOST_BOARDS, diaries=False)
        values: dict[str, Any] = telling.values()
        del values["date"]
        said = _list_said(AnnotationReader(session, context.secret, match, now, words)) if annotated else {}
        annotated = bool(said)
        turns = cast("Sequence[ToldTurn]", values["turns"])
        yield frame.render(
            "site/match",
            place,
            language,
            **values,
            pages=_pages_by_place(match),
            feed=frame.lead_to_feed(place, language),
            said=_group_by_turn(turns, said),
        )
        if language == frame.main:
            boards = _list_boards(turns, said)
            yield from _write_positions(boards, frame, match, values["match"], said)
    yield from _draw_boards(boards, frame, match)
    yield from feeds.write_match(session, match, scenes, talked=annotated)


def _list_said(reader: AnnotationReader) -> dict[int, SaidHere]:
    """List the positions of which something is said."""
    diaries, threads = list_diaries(reader), list_comments(reader)
    return {
        n: SaidHere(n, [one for one in diaries if one.n == n], [one for one in threads if one.n == n])
        for n in sorted({one.n for one in diaries} | {one.n for one in threads})
    }


def _group_by_turn(turns: Sequence[ToldTurn], said: Mapping[int, SaidHere]) -> dict[int, list[SaidHere]]:
    """Group diaries and comments by the last position of a turn; the opening has a group of its own."""
    ends, groups = [turn.n for turn in turns], defaultdict[int, list[SaidHere]](list)
    for n, here in said.items():
        groups[ends[bisect_left(ends, n)] if n else 0].append(here)
    return groups


def _pages_by_place(match: Match) -> list[str]:
    """List the pages of the players, in the order in which the result names them."""
    pages = (page_of_seat(seat, public=True) for seat in match.seats)
    places = match.end.places if match.end else ()
    return [page for _, page in sorted(zip(places, pages, strict=False), key=itemgetter(0))]


def _list_boards(turns: Sequence[ToldTurn], said: Collection[int]) -> list[_Board]:
    """List what is drawn: the opening, and positions after turns, or inside of one if something is said of them."""
    boards, before = [_Board(0, 0, ())], 0
    for turn in turns:
        shown = [n for n in said if before < n < turn.n]
        last = [turn.n] if turn.board or turn.n in said else []
        for n in (*shown, *last):
            told = tuple(entry.said for entry in turn.entries if entry.n <= n)
            boards.append(_Board(n, turn.turn, told, n == turn.n))
        before = turn.n
    return boards


def _write_positions(
    boards: Sequence[_Board], frame: SiteFrame, match: Match, facts: object, said: Mapping[int, SaidHere]
) -> Iterator[SitePage]:
    for place, board in enumerate(boards):
        yield frame.render(
            "site/position",
            f"m/{match.code}/{board.n}",
            frame.main,
            alone=True,
            match=facts,
            n=board.n,
            turn=board.turn,
            whole=board.whole,
            said=board.said,
            talk=said.get(board.n),
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
