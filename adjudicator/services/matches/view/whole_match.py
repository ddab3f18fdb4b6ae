"""Reads all of a match that lists, letters and pages show, so that the sweep knows when it is no longer faulty."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select

from adjudicator.services.context import Context
from adjudicator.services.matches.finished.archive import record_of
from adjudicator.services.matches.rows.match_rows import load_match
from adjudicator.services.matches.view.match_summary import summarize_match
from adjudicator.services.matches.view.presenter import MatchPresenter, presenter_for
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.operation_tables import SweepFault
from adjudicator.store.states import SweepTask
from adjudicator.store.tables import Match, Seat
from adjudicator.texts.games.boards import PICTURE, draw_board
from adjudicator.texts.language.language import language_for

AT_A_TIME = 500


def matches_to_read_again(context: Context, now: datetime) -> list[int]:
    """List the matches that could not be shown, and are to be tried again."""
    known = SweepFault.task == SweepTask.LISTED, SweepFault.retry_at <= now
    with context.store.reading() as session:
        return list(session.scalars(select(SweepFault.number).where(*known).limit(AT_A_TIME)))


def read_whole_match(work: UnitOfWork, match: Match) -> None:
    """Read a match as its players and everybody else read it. Raises what is wrong with it."""
    for seat in match.seats:
        if seat.player is not None:
            read_match_at(work, match, seat)
    _read(work, MatchPresenter(work.context, match, language_for("en"), "wide", now=work.now))


def read_match_at(work: UnitOfWork, match: Match, seat: Seat) -> None:
    """Read a match as the player of a seat reads it. Raises what is wrong with it."""
    _read(work, presenter_for(work.context, match, seat, work.now))


def _read(work: UnitOfWork, presenter: MatchPresenter) -> None:
    match = presenter.match
    summarize_match(presenter)
    if match.position is None:
        presenter.facts()
        return
    loaded = load_match(match)
    presenter.facts(loaded)
    presenter.board(loaded)
    draw_board(loaded.view(presenter.seat), PICTURE, presenter.language, names=presenter.names())
    if presenter.seat is not None and presenter.seat == match.to_move:
        presenter.example_offers(loaded, most=1)
    if match.end is not None:
        presenter.ending(work.session)
        record_of(match, work.now)
