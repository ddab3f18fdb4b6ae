"""Periodic jobs record when they last ran."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from threading import Barrier

from adjudicator.store.operation_tables import last_job_run, record_job_run
from adjudicator.store.session import Store
from testkit.database import make_tables

NOON = datetime(2026, 11, 27, 12, tzinfo=UTC)


def test_two_programs_that_do_a_thing_for_the_first_time_at_once_write_one_row(new_database: str) -> None:
    make_tables(new_database)
    stores, ready = [Store(new_database) for _ in range(2)], Barrier(2)

    def mark(store: Store, name: str) -> datetime | None:
        with store.writing() as session:
            last_job_run(session, "connects before it races")
            if store.engine.dialect.name != "sqlite":
                ready.wait()
            return record_job_run(session, name, NOON)

    with ThreadPoolExecutor(2) as threads:
        for name in map(str, range(10)):
            before = list(threads.map(mark, stores, [name, name]))
            assert sorted(before, key=str) == [NOON, None]
    with stores[0].writing() as session:
        assert record_job_run(session, "0", NOON + timedelta(hours=1)) == NOON
        assert last_job_run(session, "0") == NOON + timedelta(hours=1)
        assert last_job_run(session, "never") is None
    for store in stores:
        store.close()
