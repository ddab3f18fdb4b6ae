"""No question that the service asks again and again reads a table from one end to the other, on either database."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator.services.matches.names.listed_matches import find_numbers
from adjudicator.store.session import Store
from adjudicator.store.tables import Outbox
from adjudicator.web.matches import page_queries
from bench.dataset import Size
from bench.queries import ask
from testkit.database import make_tables
from testkit.query_plans import full_scans, recorded_queries

SMALL = Size(running=30, archived=1000, waiting=5)
"""Fewer players, one for ten matches, and PostgreSQL reads them all rather than look two of them up."""


def test_everything_that_is_asked_is_answered_by_an_index(new_database: str) -> None:
    found = ask(new_database, SMALL)
    assert {one.asked.where: one.scans for one in found.answers if one.scans} == {}
    asking = {one.asked.where for one in found.answers}
    assert {
        *(
            "services.jobs.periodic_sweep.forgotten_rows",
            "services.digest.reminder_letters.players_to_remind",
            "services.jobs.periodic_sweep._inviting",
        ),
        *(
            "services.matches.deadlines.clock_falls.matches_to_settle",
            "services.jobs.letter_sender._read_oldest",
            "services.inbound.quotable_letters.texts_answered",
        ),
        *(
            "services.matches.names.listed_matches.find_numbers",
            "web.matches.page_queries.matches_of_player",
            "services.matches.names.listed_matches.read_listed",
            "services.matches.finished.archive_search._rarest",
            "services.matches.finished.witness._anywhere",
            "services.matches.statistics.opening_tree.count_results",
            "services.matches.statistics.opening_tree.list_stood",
            "services.matches.statistics.opening_tree.count_matches_with",
            "services.matches.statistics.game_statistics.find_statistics",
        ),
        *(
            "services.inbound.reply_limits._answers",
            "services.row_counts.count_rows",
            "run.doctor._outbox",
            "services.inbound.intake.count_waiting_from",
        ),
    } <= asking


def told_by_subject(session: Session) -> object:
    return session.scalars(select(Outbox.id).where(Outbox.subject == "a subject")).all()


def running(session: Session) -> object:
    return find_numbers(session, page_queries.select_running(), 9)


def newest(session: Session) -> object:
    return session.scalars(select(Outbox.id).order_by(Outbox.id.desc()).limit(9)).all()


@pytest.mark.parametrize(
    ("question", "seen"),
    [
        (told_by_subject, True),
        (newest, False),
        (running, False),
    ],
)
def test_a_question_that_no_index_answers_is_seen(
    new_database: str, monkeypatch: pytest.MonkeyPatch, question: Callable[[Session], object], seen: bool
) -> None:
    make_tables(new_database)
    store = Store(new_database)
    monkeypatch.setattr("testkit.query_plans._asker", lambda: "a test")
    try:
        with recorded_queries(store.engine) as asked, store.reading() as session:
            question(session)
        with store.engine.connect() as connection:
            assert any(full_scans(connection, one) for one in asked.values()) is seen
    finally:
        store.close()
