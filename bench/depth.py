"""The cost of judging a letter by the length of its match: one long match, judged letter by letter."""

from __future__ import annotations

import logging
import tempfile
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import structlog
from sqlalchemy import select

from adjudicator.mail.address import AddressBook
from adjudicator.services.context import Context
from adjudicator.services.inbound import intake
from adjudicator.services.job_queue import Job
from adjudicator.services.jobs import judging
from adjudicator.store.schema import upgrade_schema
from adjudicator.store.session import Store
from adjudicator.store.tables import Inbox, Match
from bench.letter_match import Board, begin
from bench.scripted_match import ENDLESS, script
from bench.table import median, show

TITLE = "Judging one letter of a long match, with both answers rendered and committed"
LENGTH = 1010
AROUND = 10
MARKS = (10, 30, 100, 300, 600, 1000)


class Silence:
    """A job queue that nobody reads: here the judge is called by hand."""

    def enqueue(self, job: Job, row: int) -> None:
        """Wake nobody."""

    def ask_for_export(self) -> None:
        """Ask nobody."""


def show_depth() -> None:
    """Print what judging a letter takes at several steps of a match that goes on for ever."""
    Path("var").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="bench-", dir="var") as folder:
        times = _times(f"sqlite:///{folder}/depth.sqlite3")
    rows = [(str(mark), *_medians(times[mark - AROUND : mark + AROUND])) for mark in MARKS]
    show(TITLE, ("step of the match", "ms", "CPU ms"), rows)


def _medians(times: Sequence[tuple[float, float]]) -> tuple[float, ...]:
    return tuple(1000 * median(column) for column in zip(*times, strict=True))


def _times(url: str) -> list[tuple[float, float]]:
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    upgrade_schema(url)
    book = AddressBook(domain="club.example", secret=b"a secret for the bench and nothing else")
    context = Context(Store(url), book, Silence(), "https://club.example", b"a secret for links")
    board = begin(context, 0, script(1, LENGTH), dict(ENDLESS))
    times = [judged(context, next_turn(context, board)) for _ in range(LENGTH)]
    context.store.close()
    return times


def next_turn(context: Context, board: Board) -> Board:
    """Let both players answer the turn that runs; steps that leave no choice were played without a letter."""
    with context.store.reading() as session:
        turn = session.scalars(select(Match.turn).where(Match.code == board.code)).one()
    board.answers_to = [context.addresses.seat(board.code, seat, turn) for seat in (0, 1)]
    return board


def judged(context: Context, board: Board) -> tuple[float, float]:
    """Have the next letter of a match judged; return the seconds that it took, and those of a core."""
    answer, now = board.next_answer(), datetime.now(UTC)
    row = intake.accept_letter(context, intake.Arrival(answer.raw, answer.recipient, answer.sender, "smtp"), now)
    start, worked = time.perf_counter(), time.thread_time()
    judging.judge_letter(context, row, now)
    taken = time.perf_counter() - start, time.thread_time() - worked
    with context.store.reading() as session:
        verdict = session.get_one(Inbox, row).verdict
    if verdict != "played":
        raise RuntimeError(f"{answer.raw!r} was {verdict}")
    return taken
