"""Behind pgbouncer in transaction mode each transaction may run in another server process, and all of them work."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from threading import Barrier

import pytest
from sqlalchemy import text

from adjudicator.store.backup import write_backup
from adjudicator.store.operation_tables import record_job_run
from adjudicator.store.schema import is_current, upgrade_schema
from adjudicator.store.session import Store
from testkit.club import ANNA, Club
from testkit.pgbouncer import PgbouncerMissing, running_pgbouncer

NOON = datetime(2026, 11, 27, 12, tzinfo=UTC)
AT_ONCE = 6


@pytest.fixture(scope="module")
def pooled(postgres_url: str) -> Iterator[str]:
    """The URL of a database, with tables created through the pooler."""
    try:
        with running_pgbouncer(postgres_url) as url:
            upgrade_schema(url)
            yield url
    except PgbouncerMissing as fault:
        pytest.skip(str(fault))


def note(store: Store, number: int) -> None:
    with store.writing() as session:
        record_job_run(session, str(number), NOON)
        session.execute(text("SELECT pg_sleep(0.002)"))  # so that the others meet other processes


def glance(store: Store, _number: int) -> None:
    with store.connect_readonly() as connection:
        connection.execute(text("SELECT name FROM sweeps")).all()


@pytest.mark.parametrize("ask", [note, glance])
def test_repeated_queries_of_several_clients_are_answered(pooled: str, ask: Callable[[Store, int], None]) -> None:
    store, ready = Store(pooled), Barrier(AT_ONCE)

    def go_on_asking(number: int) -> None:
        ready.wait()
        for _ in range(40):  # the driver prepares what it is asked for the sixth time
            ask(store, number)

    with ThreadPoolExecutor(AT_ONCE) as threads:
        list(threads.map(go_on_asking, range(AT_ONCE)))
    store.close()


def test_a_note_leaves_its_setting_to_nobody(pooled: str) -> None:
    store = Store(pooled)
    for _ in range(4):
        with store.connect_relaxed() as connection:
            connection.execute(text("UPDATE sweeps SET last_at = last_at"))
        with store.reading() as session:
            assert session.scalar(text("SHOW synchronous_commit")) == "on"
    store.close()


def test_a_match_begins_and_is_backed_up(pooled: str, tmp_path: Path) -> None:
    assert is_current(pooled)
    club = Club.found(pooled)
    club.begin()
    numbers = [club.answer(club.last(ANNA), "status") for _ in range(8)]
    assert {club.inbox(number).verdict for number in numbers} == {"answered"}
    assert write_backup(pooled, tmp_path / "backup", NOON)["matches"] == 1
    club.context.store.close()


def test_statements_are_prepared_without_a_pooler(postgres_url: str) -> None:
    store = Store(postgres_url)
    with store.connect_readonly() as connection:
        assert connection.connection.driver_connection.prepare_threshold is not None  # type: ignore[union-attr]
    store.close()
