"""Sessions: a writer's checks stay true until it commits, and a failed transaction leaves nothing behind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from threading import Event

import pytest
from sqlalchemy import insert, select, text, update
from sqlalchemy.exc import IntegrityError, OperationalError

from adjudicator.store.session import IDLE_SECONDS, DraftSession, LockRequired, Store, is_temporary
from adjudicator.store.states import OutboxState
from adjudicator.store.tables import Outbox, Player, Sweep
from testkit.database import make_tables

NOON = datetime(2026, 11, 27, 12, tzinfo=UTC)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    url = f"sqlite:///{tmp_path}/club.sqlite3"
    make_tables(url)
    store = Store(url, busy_seconds=0.05)
    yield store
    store.close()


def test_a_writer_that_fails_leaves_nothing_behind(store: Store) -> None:
    with pytest.raises(IntegrityError), store.writing() as session:
        session.add_all([Sweep(name="half", last_at=NOON), Sweep(name="half", last_at=NOON)])
    with store.reading() as session:
        assert session.get(Sweep, "half") is None


def test_appended_rows_are_seen_by_queries_and_written_by_the_commit(store: Store) -> None:
    with store.writing() as session:
        session.append(Sweep(name="one", last_at=NOON))
        assert list(session.scalars(select(Sweep.name))) == ["one"]
        session.append(Sweep(name="two", last_at=NOON), Sweep(name="three", last_at=NOON))
    with store.reading() as session:
        assert set(session.scalars(select(Sweep.name))) == {"one", "two", "three"}


def test_appended_rows_may_refer_to_new_objects_and_set_different_columns(store: Store) -> None:
    letter = {"kind": "help", "created_at": NOON, "next_try_at": NOON, "subject": "Help", "text": "Help"}
    with store.writing() as session:
        session.append(Outbox(player_id=1, to_address="anna@a.example", to_name="Anna", **letter))
        session.append(Outbox(to_address="bob@b.example", gist="Help", **letter))
        session.add(Player(id=1, address="anna@a.example", name="Anna", language="en", created_at=NOON))
    with store.reading() as session:
        rows = session.execute(select(Outbox.player_id, Outbox.to_name, Outbox.gist, Outbox.state)).all()
    assert set(rows) == {(1, "Anna", "", OutboxState.WAITING), (None, "", "Help", OutboxState.WAITING)}


def test_a_rollback_drops_appended_rows(store: Store) -> None:
    with store.writing() as session:
        savepoint = session.begin_nested()
        session.append(Sweep(name="one", last_at=NOON))
        savepoint.rollback()
        session.append(Sweep(name="two", last_at=NOON))
    with store.reading() as session:
        assert list(session.scalars(select(Sweep.name))) == ["two"]


@pytest.mark.parametrize("same_program", [True, False])
def test_a_second_writer_waits_and_then_gets_a_temporary_error(store: Store, *, same_program: bool) -> None:
    other = store if same_program else Store(str(store.engine.url), busy_seconds=0.05)
    with store.writing() as first:
        first.add(Sweep(name="one", last_at=NOON))
        first.flush()
        with pytest.raises(OperationalError) as fault, other.writing() as second:
            second.get(Sweep, "one")
        assert is_temporary(fault.value)
    other.close()
    with store.writing() as session:
        assert session.get(Sweep, "one") is not None


@pytest.mark.parametrize("same_program", [True, False])
def test_a_writer_gets_its_turn_among_busy_ones(tmp_path: Path, *, same_program: bool) -> None:
    url, done = f"sqlite:///{tmp_path}/club.sqlite3", Event()
    make_tables(url)
    late = Store(url, busy_seconds=2.0)

    def keep_writing(number: int) -> None:
        busy = late if same_program else Store(url)
        while not done.is_set():
            with busy.writing() as session:
                session.merge(Sweep(name=str(number), last_at=NOON))
                session.flush()
                done.wait(0.01)  # holds the lock for as long as a letter takes
        busy.close()

    with ThreadPoolExecutor(4) as threads:
        working = [threads.submit(keep_writing, number) for number in range(4)]
        try:
            for number in range(20):
                with late.writing() as session:
                    session.add(Sweep(name=f"late {number}", last_at=NOON))
        finally:
            done.set()
        for worker in working:
            worker.result()
    late.close()


def test_a_reader_does_not_wait_for_a_writer(store: Store) -> None:
    with store.writing() as writer:
        writer.add(Sweep(name="one", last_at=NOON))
        writer.flush()
        with store.reading() as reader:
            assert reader.get(Sweep, "one") is None


def test_a_permanent_database_error_is_not_temporary(store: Store) -> None:
    with store.writing() as session:
        session.add(Sweep(name="one", last_at=NOON))
    with pytest.raises(IntegrityError) as fault, store.writing() as session:
        session.add(Sweep(name="one", last_at=NOON))
    assert not is_temporary(fault.value)
    assert not is_temporary(ZeroDivisionError())


def test_a_database_without_its_tables_is_no_passing_trouble(tmp_path: Path) -> None:
    empty = Store(f"sqlite:///{tmp_path}/empty.sqlite3")
    with pytest.raises(OperationalError) as fault, empty.reading() as session:
        session.get(Sweep, "one")
    assert not is_temporary(fault.value)
    empty.close()


def test_moments_come_back_in_utc(store: Store) -> None:
    paris = datetime(2026, 11, 27, 13, tzinfo=timezone(timedelta(hours=1)))
    with store.writing() as session:
        session.add(Sweep(name="paris", last_at=paris))
    with store.reading() as session:
        kept = session.get_one(Sweep, "paris").last_at
    assert kept == paris
    assert kept.utcoffset() == timedelta(0)


def test_a_moment_without_a_zone_is_refused(store: Store) -> None:
    with pytest.raises(Exception, match="without a zone"), store.writing() as session:
        session.add(Sweep(name="naive", last_at=datetime(2026, 11, 27, 12)))  # noqa: DTZ001


def test_noting_commits_and_a_failure_leaves_nothing_behind(store: Store) -> None:
    with store.connect_relaxed() as connection:
        connection.execute(insert(Sweep), {"name": "one", "last_at": NOON})
    twice = [{"name": name, "last_at": NOON} for name in ("two", "one")]
    with pytest.raises(IntegrityError), store.connect_relaxed() as connection:
        connection.execute(insert(Sweep), twice)
    with store.reading() as session:
        assert list(session.scalars(select(Sweep.name))) == ["one"]


def test_only_a_note_does_not_wait_for_sqlites_disk(store: Store) -> None:
    waits = []
    for begin in (store.writing, store.connect_relaxed, store.writing):
        with begin() as session:
            waits.append(session.scalar(text("PRAGMA synchronous")))
    assert waits == [2, 1, 2]


def test_only_a_note_does_not_wait_for_postgres_disk(postgres_url: str) -> None:
    store, waits = Store(postgres_url), []
    for begin in (store.writing, store.connect_relaxed, store.writing):
        with begin() as session:
            waits.append(session.scalar(text("SHOW synchronous_commit")))
    store.close()
    assert waits == ["on", "off", "on"]


def test_a_read_on_postgres_needs_no_transaction_and_a_check_may_have_one(postgres_url: str) -> None:
    store, now = Store(postgres_url), text("SELECT now()")
    with store.reading() as session:
        assert session.scalar(now) != session.scalar(now)
    with store.reading() as session:
        session.connection(execution_options={"isolation_level": "REPEATABLE READ"})
        assert session.scalar(text("SHOW transaction_isolation")) == "repeatable read"
        assert session.scalar(now) == session.scalar(now)
    with store.writing() as session:
        assert session.scalar(now) == session.scalar(now)
    store.close()


def test_what_is_changed_in_a_session_that_reads_is_not_written(new_database: str) -> None:
    make_tables(new_database)
    one = Store(new_database)
    with one.writing() as session:
        session.add(Sweep(name="one", last_at=NOON))
    with one.reading() as session:
        session.get_one(Sweep, "one").last_at += timedelta(days=1)
        session.add(Sweep(name="two", last_at=NOON))
        assert session.scalars(select(Sweep.name)).all() == ["one"]
    with one.reading() as session:
        assert [(row.name, row.last_at) for row in session.scalars(select(Sweep))] == [("one", NOON)]
    one.close()


def test_a_sqlite_database_survives_a_crash_of_the_machine(store: Store) -> None:
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1


def test_statement_parameters_are_not_in_the_error(store: Store) -> None:
    with pytest.raises(OperationalError) as raised, store.writing() as session:
        session.execute(text("insert into nowhere values (:seed)"), {"seed": "sesame"})
    assert "nowhere" in str(raised.value)
    assert "sesame" not in str(raised.value)


def anything(_row: object) -> bool:
    return True


def test_a_draft_is_written_at_its_end_and_waits_for_the_disk(store: Store) -> None:
    with store.writing() as session:
        session.add(Sweep(name="one", last_at=NOON))
    waits: list[list[tuple[int]]] = []
    with store.begin_draft(anything) as draft:
        draft.get_one(Sweep, "one").last_at += timedelta(days=1)
        draft.add_all(Sweep(name=name, last_at=NOON) for name in ("two", "three"))
        draft.append(Sweep(name="five", last_at=NOON))
        with store.writing() as other:
            other.add(Sweep(name="four", last_at=NOON))
        with store.reading() as reader:
            assert list(reader.scalars(select(Sweep.name).order_by(Sweep.name))) == ["four", "one"]
            assert reader.get_one(Sweep, "one").last_at == NOON
        assert store.commit_draft(draft, lambda driver: waits.append(driver.execute("PRAGMA synchronous").fetchall()))
    assert waits[1] == [(2,)]
    with store.reading() as reader:
        assert list(reader.scalars(select(Sweep.name).order_by(Sweep.name))) == ["five", "four", "one", "three", "two"]
        assert reader.get_one(Sweep, "one").last_at == NOON + timedelta(days=1)


@pytest.mark.parametrize("stands", [True, False])
def test_a_draft_leaves_nothing_behind_when_its_facts_changed_or_it_fails(store: Store, *, stands: bool) -> None:
    with store.writing() as session:
        session.add(Sweep(name="one", last_at=NOON))
    names = "SELECT name FROM sweeps"
    with store.begin_draft(anything) as draft:
        draft.get_one(Sweep, "one").last_at += timedelta(days=1)
        draft.add_all([Sweep(name="two", last_at=NOON), Sweep(name="never")])
        if stands:
            with pytest.raises(IntegrityError):
                store.commit_draft(draft, lambda driver: driver.execute(names).fetchall())
        else:
            with store.writing() as session:
                session.add(Sweep(name="meanwhile", last_at=NOON))
            assert not store.commit_draft(draft, lambda driver: driver.execute(names).fetchall())
    with store.writing() as session:  # the lock is free
        assert session.get_one(Sweep, "one").last_at == NOON
        assert session.get(Sweep, "two") is None


def test_a_draft_that_gets_no_lock_raises_a_temporary_error(store: Store) -> None:
    with store.begin_draft(anything) as draft:
        draft.add(Sweep(name="two", last_at=NOON))
        with store.writing() as session:
            session.add(Sweep(name="one", last_at=NOON))
            session.flush()
            with pytest.raises(OperationalError) as fault:
                store.commit_draft(draft, lambda _driver: None)
    assert is_temporary(fault.value)


@pytest.mark.parametrize("write", ["nothing", "an object", "an appended row", "a change", "a deletion"])
def test_an_early_flush_needs_the_lock_if_there_is_anything_to_write(store: Store, write: str) -> None:
    with store.writing() as session:
        session.add(Sweep(name="one", last_at=NOON))
    with store.begin_draft(anything) as draft:
        if write != "nothing":
            WRITES[write](draft)
        with nullcontext() if write == "nothing" else pytest.raises(LockRequired):
            draft.flush()


WRITES: dict[str, Callable[[DraftSession], object]] = {
    "an object": lambda draft: draft.add(Sweep(name="two", last_at=NOON)),
    "an appended row": lambda draft: draft.append(Sweep(name="two", last_at=NOON)),
    "a statement": lambda draft: draft.execute(update(Sweep).values(last_at=NOON)),
    "a bare statement": lambda draft: draft.connection().exec_driver_sql("delete from sweeps"),
    "a change": lambda draft: setattr(draft.get_one(Sweep, "one"), "last_at", NOON + timedelta(days=1)),
    "a deletion": lambda draft: draft.delete(draft.get_one(Sweep, "one")),
}


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES.keys())
def test_a_draft_with_a_forbidden_object_needs_the_lock(store: Store, write: Callable[[DraftSession], object]) -> None:
    with store.writing() as session:
        session.add(Sweep(name="one", last_at=NOON))

    def carry_out() -> None:
        with store.begin_draft(lambda _row: False) as draft:
            write(draft)
            store.commit_draft(draft, lambda _driver: None)

    with pytest.raises(LockRequired):
        carry_out()
    with store.writing() as session:  # nor is its connection spoilt for others
        session.get_one(Sweep, "one").last_at = NOON


def test_connections_that_die_are_replaced(postgres_url: str) -> None:
    seconds = [0.0]
    store, host = Store(postgres_url, clock=lambda: seconds[0]), Store(postgres_url)

    def end_connection() -> None:
        with store.connect_readonly() as connection:
            number = connection.scalar(text("SELECT pg_backend_pid()"))
        with host.connect_readonly() as connection:
            assert connection.scalar(text("SELECT pg_terminate_backend(:number, 10000)"), {"number": number})

    end_connection()
    with pytest.raises(OperationalError) as fault, store.connect_readonly() as connection:
        connection.scalar(text("SELECT 1"))
    assert is_temporary(fault.value)
    with store.connect_readonly() as connection:
        assert connection.scalar(text("SELECT 1")) == 1
    end_connection()
    seconds[0] = IDLE_SECONDS
    with store.connect_readonly() as connection:
        assert connection.scalar(text("SELECT 1")) == 1
    store.close()
    host.close()
