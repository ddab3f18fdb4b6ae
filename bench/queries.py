"""Whether a question grows with what is over: all that pages, letters, sweeps and the post ask, in a large old club.

The use cases run once; every statement that they sent is then asked again by itself, timed and explained.
"""

from __future__ import annotations

import logging
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import structlog
from flask import Flask
from sqlalchemy import Connection

from adjudicator.desk import guests, intake, judging, lobby, mailbox, post, returns, signing_in, timekeeping
from adjudicator.desk.desk import Desk
from adjudicator.mail.address import AddressBook
from adjudicator.run.checkup import examine
from adjudicator.settings import Settings
from adjudicator.store.schema import upgrade
from adjudicator.store.session import Store
from adjudicator.store.tables import Player
from adjudicator.web import create_app, visitor
from bench.crowd import FIRST, Size, gather
from bench.depth import Silence
from bench.match import Board
from bench.plans import Asked, listening, reads_all
from bench.table import median, show
from tests.postgres import PrivatePostgres

MOST_MS = 20.0
TIMES = 5
SHOWN = 12
BOX = "imaps://play@mail.example/INBOX"
WORDS = "help\nlist\naddresses\nnew egyptos with guest@guest.example\nlanguage de\nabsence until 2030-01-01\n"

UseCase = tuple[str, Callable[[], object]]


@dataclass(frozen=True, slots=True)
class Answered:
    """A statement, how long the database takes for it, and what it reads from end to end."""

    asked: Asked
    ms: float
    scans: list[str]


@dataclass(frozen=True, slots=True)
class Findings:
    """What came out in a club of one size: the time of each use case, and of each statement."""

    size: Size
    uses: list[tuple[str, float]]
    answers: list[Answered]


class Nowhere:
    """A relay that takes everything."""

    def send(self, envelope_from: str, recipient: str, raw: bytes) -> None:
        """Take a letter."""


def main(running: int, archived: int, *, postgres: bool) -> None:
    """Fill a database, ask, and print the tables."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    with database(postgres=postgres) as url:
        _show(ask(url, Size(running, archived)), "PostgreSQL" if postgres else "SQLite")


def ask(url: str, size: Size) -> Findings:
    """Fill a new database, go through all use cases, and ask each of their statements again."""
    upgrade(url)
    desk, now = _desk(url), datetime.now(UTC)
    try:
        board = gather(desk, size, now)
        with listening(desk.store.engine) as asked:
            uses = [(name, _milliseconds(use)) for name, use in use_cases(desk, board, size, now)]
        return Findings(size, uses, _again(desk.store, list(asked.values())))
    finally:
        desk.store.close()


def use_cases(desk: Desk, board: Board, size: Size, now: datetime) -> Iterator[UseCase]:
    """Name what people and clocks have the service do, each with how to do it."""
    yield from _pages(desk, board, now)
    yield from _letters(desk, board, now)
    yield "a sweep", lambda: timekeeping.sweep(desk, now)
    yield "letters of the post", lambda: post.send_due(desk, Nowhere(), lambda: now + timedelta(seconds=1))
    yield "letters of a sender that wait", lambda: intake.waiting_from(desk, "anna0@a.example", 100)
    yield "a letter that came back", lambda: returns.refused(desk, FIRST + size.archived // 2, "550 nobody", now)
    yield "a link to sign in", lambda: signing_in.send_link(desk, "anna0@a.example", "en", now)
    yield "an invitation", lambda: _invite(desk, now)
    yield "a match of one's own", lambda: _open(desk, now)
    yield "a mailbox at a provider", lambda: _fetch(desk, now)
    yield "the doctor", lambda: list(examine(_settings(desk), desk, now))


def _pages(desk: Desk, board: Board, now: datetime) -> Iterator[UseCase]:
    app = create_app(_settings(desk), desk, limits_url="memory://")
    middle = (now - timedelta(days=1800)).strftime("%Y-%m-%dT%H:%M:%SZ")
    for name, path in (
        ("the front page", "/"),
        ("the archive", "/archive"),
        ("the archive, half way down", f"/archive?before={middle}"),
        ("a player's own matches", "/mine"),
        ("the page of a match", f"/m/{board.code}"),
        ("the record of a match", f"/m/{board.code}/record.json"),
        ("the mailbox page", "/mailbox"),
        ("one person's mailbox", "/mailbox?to=anna0@a.example"),
    ):
        yield name, partial(_open_page, app, path)


def _letters(desk: Desk, board: Board, now: datetime) -> Iterator[UseCase]:
    board.answers_to = [desk.addresses.seat(board.code, seat, 2) for seat in (0, 1)]
    answer = board.next_answer()
    away = "Auto-Submitted: auto-replied\r\nIn-Reply-To: <1@club.example>\r\nSubject: Out of office, back on 2030-01-01"
    yield "a move", lambda: _judge(desk, answer.raw, answer.sender, answer.recipient, now)
    for name, sender, to, head, words in (
        ("commands", "anna0@a.example", desk.addresses.service, "Subject: -", WORDS),
        ("a stranger's commands", "eve@e.example", desk.addresses.service, "Subject: -", WORDS),
        ("words that are no command", "anna0@a.example", desk.addresses.service, "Subject: -", "good evening"),
        ("a letter to a forged address", "anna0@a.example", _forged(board.answers_to[0]), "Subject: -", "M14"),
        ("an answer of a robot", answer.sender, answer.recipient, away, "I am away until 2030-01-01."),
        (
            "press, a draw, resigning",
            answer.sender,
            answer.recipient,
            "Subject: -",
            "say Well!\ndraw\nresign\nrevoke\n",
        ),
    ):
        raw = f"From: {sender}\r\nTo: {to}\r\nMessage-ID: <{name.replace(' ', '.')}@x.example>\r\n{head}\r\n\r\n{words}"
        yield name, partial(_judge, desk, raw.encode(), sender, to, now)


def _forged(address: str) -> str:
    local, _, domain = address.partition("@")
    return f"{local[:-1]}{'a' if local[-1] != 'a' else 'b'}@{domain}"


def _judge(desk: Desk, raw: bytes, sender: str, recipient: str, now: datetime) -> None:
    judging.judge(desk, intake.accept(desk, raw, recipient, sender, "smtp", now), now)


def _open_page(app: Flask, path: str) -> None:
    client = app.test_client()
    with client.session_transaction() as session:
        session[visitor.KEY] = 1
    response = client.get(path)
    if response.status_code != 200:
        raise RuntimeError(f"{path} was answered {response.status}")


def _invite(desk: Desk, now: datetime) -> None:
    with desk.store.reading() as session:
        guests.objection_to_guests(desk, session, session.get_one(Player, 1), ["guest@guest.example"], now)


def _open(desk: Desk, now: datetime) -> None:
    with desk.store.writing() as session:
        wish = lobby.wish_for("egyptos", [lobby.OPEN], {})
        lobby.open_match(desk, session, session.get_one(Player, 1), wish, "salt", now)


def _fetch(desk: Desk, now: datetime) -> None:
    mailbox.note_failure(desk, BOX, 1, mailbox.read_up_to(desk, BOX, 1) + 1, "a letter that nobody can read", now)
    mailbox.to_try_again(desk, BOX, 1)
    mailbox.set_aside(desk, now - timedelta(days=1))
    mailbox.forgive(desk)
    mailbox.last_visit(desk)


def _again(store: Store, asked: list[Asked]) -> list[Answered]:
    """Ask every statement again; what it changes is taken back."""
    with store.engine.connect() as connection, connection.begin() as transaction:
        answers = [Answered(one, _time(connection, one), reads_all(connection, one)) for one in asked]
        transaction.rollback()
    return answers


def _time(connection: Connection, asked: Asked) -> float:
    def run() -> None:
        answer = connection.exec_driver_sql(asked.statement, asked.parameters)
        if answer.returns_rows:
            answer.all()

    return median([_milliseconds(run) for _ in range(TIMES)])


def _milliseconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - start)


def _show(found: Findings, database: str) -> None:
    size = f"{found.size.running:,} matches that are played, {found.size.archived:,} that are over, {database}"
    show(f"What is done, once, with {size}", ("", "ms"), found.uses)
    slowest = sorted(found.answers, key=lambda one: one.ms, reverse=True)
    rows = [(one.asked.where, one.ms) for one in slowest[:SHOWN]]
    show(f"The slowest of {len(slowest)} statements; each should take less than {MOST_MS:.0f} ms", ("", "ms"), rows)
    for one in slowest:
        if one.scans or one.ms >= MOST_MS:
            print(f"\n{one.asked.where}: {one.ms:.1f} ms, reads {one.scans or 'by an index'}\n{one.asked.statement}")


def _desk(url: str) -> Desk:
    book = AddressBook(domain="club.example", secret=b"a secret for the bench and nothing else")
    return Desk(
        Store(url), book, Silence(), "http://localhost", b"a secret for links", host_address="host@club.example"
    )


def _settings(desk: Desk) -> Settings:
    url = desk.store.engine.url.render_as_string(hide_password=False)
    return Settings.read({"ADJUDICATOR_SECRET": "a secret for the bench and nothing else", "DATABASE_URL": url})


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
