"""Finds SQL statements that slow down as the archive grows: those of all use cases, in a large database.

Each use case runs once. Every statement that it sent is then run again alone, timed and explained. Requests to the
archive are drawn and measured as well (`archive_pages`).
"""

from __future__ import annotations

import logging
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import structlog
from sqlalchemy import Connection

from adjudicator.mail.address import AddressBook
from adjudicator.services.context import Context
from adjudicator.store.schema import upgrade_schema
from adjudicator.store.session import Store
from bench.archive_pages import Cost, draw_requests, measure_requests, show_costs
from bench.bulk_load import load_dataset
from bench.dataset import Size
from bench.depth import Silence, judged, next_turn
from bench.letter_match import Board
from bench.table import median, show
from bench.use_cases import pages, signed_in_app, use_cases
from testkit.postgres import PrivatePostgres
from testkit.query_plans import RecordedQuery, full_scans, recorded_queries

MOST_MS = 20.0
TIMES = 5
ROUNDS = 11
SHOWN = 12


@dataclass(frozen=True, slots=True)
class Answered:
    """A statement, its time, and the tables that it scans completely."""

    asked: RecordedQuery
    ms: float
    scans: list[str]


@dataclass(frozen=True, slots=True)
class Findings:
    """The results with one size of database: the times of a ruling, of each use case, and of each statement."""

    size: Size
    ruling: float
    """The median time of judging a letter, in milliseconds."""
    uses: list[tuple[str, float]]
    answers: list[Answered]
    requests: list[Cost]


def main(running: int, archived: int, requests: int, *, postgres: bool) -> None:
    """Fill a database, ask, and print the tables."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    with database(postgres=postgres) as url:
        show_findings(ask(url, Size(running, archived), requests), "PostgreSQL" if postgres else "SQLite")


def ask(url: str, size: Size, requests: int = 0) -> Findings:
    """Fill a new database, go through all use cases, ask each of their statements again, and draw some requests."""
    upgrade_schema(url)
    context, now = make_context(url), datetime.now(UTC)
    try:
        board = load_dataset(context, size, now)
        costs = _send_requests(context, size, now, requests)
        ruling = 1000 * median([_next_ruling(context, board) for _ in range(ROUNDS)])
        for _, use in pages(context, board, now):
            use()  # what is compiled at the first time is not measured
        with recorded_queries(context.store.engine) as asked:
            uses = [(name, _milliseconds(use)) for name, use in use_cases(context, board, size, now)]
        return Findings(size, ruling, uses, _again(context.store, list(asked.values())), costs)
    finally:
        context.store.close()


def _send_requests(context: Context, size: Size, now: datetime, count: int) -> list[Cost]:
    """Measure requests before anything else has changed the database."""
    if not count:
        return []
    with context.store.reading() as session:
        drawn = draw_requests(session, size, now, count)
    app, token = signed_in_app(context)
    return measure_requests(context, app, token, drawn)


def _next_ruling(context: Context, board: Board) -> float:
    return judged(context, next_turn(context, board))[0]


def _again(store: Store, asked: list[RecordedQuery]) -> list[Answered]:
    """Ask every statement again; what it changes is taken back."""
    with store.engine.connect() as connection, connection.begin() as transaction:
        answers = [Answered(one, _time(connection, one), full_scans(connection, one)) for one in asked]
        transaction.rollback()
    return answers


def _time(connection: Connection, asked: RecordedQuery) -> float:
    def run() -> None:
        answer = connection.exec_driver_sql(asked.statement, asked.parameters)
        if answer.returns_rows:
            answer.all()

    return median([_milliseconds(run) for _ in range(TIMES)])


def _milliseconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - start)


def show_findings(found: Findings, database: str) -> None:
    """Print the time of each use case, the slowest statements, and those over the limit or with a full scan."""
    if found.requests:
        show_costs(found.requests, database)
    size = f"{found.size.running:,} running and {found.size.archived:,} finished matches, {database}"
    show(f"Use cases with {size}", ("", "ms"), [("a ruling", found.ruling), *found.uses])
    slowest = sorted(found.answers, key=lambda one: one.ms, reverse=True)
    rows = [(one.asked.where, one.ms) for one in slowest[:SHOWN]]
    show(f"The slowest of {len(slowest)} SQL statements; target: less than {MOST_MS:.0f} ms each", ("", "ms"), rows)
    for one in slowest:
        if one.scans or one.ms >= MOST_MS:
            print(f"\n{one.asked.where}: {one.ms:.1f} ms, reads {one.scans or 'by an index'}\n{one.asked.statement}")


def make_context(url: str) -> Context:
    """Make the context of a service that sends nothing."""
    book = AddressBook(domain="club.example", secret=b"a secret for the bench and nothing else")
    return Context(
        Store(url), book, Silence(), "http://localhost", b"a secret for links", host_address="host@club.example"
    )


@contextmanager
def database(*, postgres: bool) -> Iterator[str]:
    """Provide an empty database that is gone afterwards."""
    if postgres:
        with PrivatePostgres.find().running() as server:
            yield server.url("postgres")
        return
    Path("var").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="bench-", dir="var") as folder:
        yield f"sqlite:///{folder}/crowd.sqlite3"
