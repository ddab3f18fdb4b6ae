"""Behind pgbouncer in transaction mode each transaction may run in another server process, and all of them work."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Barrier

import pytest
from sqlalchemy import select, text

from adjudicator.store.backup import write_backup
from adjudicator.store.operation_tables import Sweep, record_job_run
from adjudicator.store.schema import is_current, upgrade_schema
from adjudicator.store.session import Store
from testkit.club import ANNA, Club
from testkit.pgbouncer import PgbouncerMissing, running_pgbouncer

NOON = datetime(2026, 11, 27, 12, tzinfo=UTC)
AT_ONCE = 6
Ask = Callable[[Store, int, int], set[tuple[str, datetime]]]


@pytest.fixture(scope="module")
def pooled(postgres_url: str) -> Iterator[str]:
    """The URL of a database, with tables created through the pooler."""
    try:
        with running_pgbouncer(postgres_url) as url:
            upgrade_schema(url)
            yield url
    except PgbouncerMissing as fault:
        pytest.skip(str(fault))


def note(store: Store, number: int, turn: int) -> set[tuple[str, datetime]]:
    """Note a run, and return what stands there then."""
    with store.writing() as session:
        record_job_run(session, str(number), NOON + timedelta(seconds=turn))
        session.execute(text("SELECT pg_sleep(0.002)"))  # so that the others meet other processes
        own = select(Sweep.name, Sweep.last_at).where(Sweep.name == str(number))
        return {(name, at) for name, at in session.execute(own)}


def glance(store: Store, number: int, _turn: int) -> set[tuple[str, datetime]]:
    with store.connect_readonly() as connection:
        found = connection.execute(select(Sweep.name, Sweep.last_at).where(Sweep.name == f"seen {number}"))
        return {(name, at) for name, at in found}


@pytest.mark.parametrize("ask", [note, glance])
def test_repeated_queries_of_several_clients_are_answered(pooled: str, ask: Ask) -> None:
    store, ready = Store(pooled), Barrier(AT_ONCE)
    with store.writing() as session:
        for number in range(AT_ONCE):
            record_job_run(session, f"seen {number}", NOON)

    def go_on_asking(number: int) -> list[set[tuple[str, datetime]]]:
        ready.wait()
        # The driver prepares what it is asked for the sixth time.
        return [ask(store, number, turn) for turn in range(40)]

    with ThreadPoolExecutor(AT_ONCE) as threads:
        answers = list(threads.map(go_on_asking, range(AT_ONCE)))
    for number, seen in enumerate(answers):
        if ask is note:
            assert seen == [{(str(number), NOON + timedelta(seconds=turn))} for turn in range(40)]
        else:
            assert seen == [{(f"seen {number}", NOON)}] * 40
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
