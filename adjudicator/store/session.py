"""The door to the database: sessions that read and sessions that write."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Insert, create_engine, event, make_url
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.orm import Session

from adjudicator.store.write_lock import FairLock, WriteQueue

BUSY_SECONDS = 10.0
"""How long a SQLite writer waits for the one before it; afterwards the caller answers "try again later"."""

_LATER = "later"
"""Where a draft keeps the rows that it will write."""


class Store:
    """One database. A writer holds SQLite's only write lock from its first statement on.

    The threads of a program wait for each other, in their order, before they ask SQLite.
    """

    def __init__(self, url: str, *, busy_seconds: float = BUSY_SECONDS) -> None:
        self.engine = open_engine(url, busy_seconds)
        self._busy_seconds = busy_seconds
        self._turn = FairLock() if self.engine.dialect.name == "sqlite" else None
        self._writing = self.engine.execution_options(writes=True)
        self._noting = self.engine.execution_options(writes=True, lasting=False)
        # PostgreSQL need not be told of a beginning and an end where there is only a glance in between.
        alone = {"isolation_level": "AUTOCOMMIT"} if self._turn is None else {}
        self._glancing = self.engine.execution_options(**alone)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Open a session that only reads."""
        with Session(self.engine) as session:
            yield session

    @contextmanager
    def glancing(self) -> Iterator[Connection]:
        """Open a connection for bare statements that only read; a session takes longer to open than they take."""
        with self._glancing.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """Open a transaction that commits at its end and leaves nothing behind when it fails."""
        with self._own_turn(), Session(self._writing, expire_on_commit=False) as session, session.begin():
            yield session

    @contextmanager
    def drafting(self) -> Iterator[Session]:
        """Open a session that reads what stands at one moment, and writes nothing unless it is `carried_out`.

        What it adds by `append` and what it changes cannot be asked for before that.
        """
        with Session(self.engine, autoflush=False, expire_on_commit=False) as session:
            session.info[_LATER] = []
            yield session

    def carried_out(self, draft: Session, facts: Callable[[Session], object]) -> bool:
        """Write down what a draft holds and commit it, if the facts that it was made from are still the same.

        PostgreSQL locks rows as they are read, and nothing can have changed; SQLite has one lock, taken only here.
        """
        with self._own_turn():
            if self._turn is not None and not self._still(draft, facts):
                draft.rollback()
                return False
            draft.flush()
            for statement, rows in draft.info[_LATER]:
                draft.connection().execute(statement, rows)
            draft.commit()
            return True

    def _still(self, draft: Session, facts: Callable[[Session], object]) -> bool:
        connection, before = draft.connection(), facts(draft)
        driver: Any = connection.connection.driver_connection
        driver.execute("COMMIT")  # of what was only read: SQLite lets nobody write who looks at an older state
        _begin_writing(connection, self._busy_seconds)
        return facts(draft) == before

    @contextmanager
    def noting(self) -> Iterator[Connection]:
        """Open a transaction of bare statements that does not wait for the disk at its end.

        A cut of power may take it back, unless another one was committed by `writing` behind it. It is for what can be
        done again without harm.
        """
        with self._own_turn(), self._noting.begin() as connection:
            yield connection

    @contextmanager
    def _own_turn(self) -> Iterator[None]:
        """Wait for the other threads that write. Raises what SQLite does when that takes too long."""
        if self._turn is None:
            yield
            return
        if not self._turn.acquire(timeout=self._busy_seconds):
            raise OperationalError("BEGIN IMMEDIATE", None, sqlite3.OperationalError("database is locked"))
        try:
            yield
        finally:
            self._turn.release()

    def close(self) -> None:
        """Let go of every connection."""
        self.engine.dispose()


def append(session: Session, statement: Insert, rows: Sequence[dict[str, Any]]) -> None:
    """Add rows by a bare statement, which costs less than objects do: at once, or when a draft is carried out."""
    if _LATER not in session.info:
        session.connection().execute(statement, rows)
        return
    later: list[tuple[Insert, list[dict[str, Any]]]] = session.info[_LATER]
    if later and later[-1][0] is statement:
        later[-1][1].extend(rows)
    else:
        later.append((statement, list(rows)))


def open_engine(url: str, busy_seconds: float = BUSY_SECONDS) -> Engine:
    """Connect to a database address; a SQLite file's folder is made on the way."""
    address = make_url(url)
    quiet: dict[str, Any] = {"hide_parameters": True}  # among them are seeds and deals, and faults go to logs
    if address.get_backend_name() != "sqlite":
        engine = create_engine(address, pool_pre_ping=True, **quiet)
        event.listen(engine, "connect", _prepare_postgres)
        event.listen(engine, "begin", _begin_postgres)
        return engine
    if address.database and address.database != ":memory:":
        Path(address.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(address, connect_args={"timeout": busy_seconds}, **quiet)
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", partial(_begin_sqlite, busy_seconds=busy_seconds))
    return engine


def is_temporary(fault: BaseException) -> bool:
    """Tell whether the database may well do the same thing later: it was locked, away, or gave up a deadlock."""
    if isinstance(fault, OperationalError):
        return not str(fault.orig).startswith("no such ")  # SQLite's words for a table that no migration made
    return isinstance(fault, DBAPIError) and fault.connection_invalidated


def _prepare_postgres(connection: Any, _record: object) -> None:
    """Prepare no statements where a pooler such as pgbouncer stands in between.

    In its transaction mode each transaction may meet another server process, which does not have them. A pooler gives
    its clients a process number of its own, so the one that the server tells differs.
    """
    connection.autocommit = True
    (process,) = connection.execute("SELECT pg_backend_pid()").fetchone()
    connection.autocommit = False
    if process != connection.info.backend_pid:
        connection.prepare_threshold = None


def _prepare_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # the driver's own BEGIN comes too late: we send it ourselves
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection, busy_seconds: float) -> None:
    if connection.get_execution_options().get("writes", False):
        _begin_writing(connection, busy_seconds)
        return
    driver: Any = connection.connection.driver_connection
    driver.execute("BEGIN")


def _begin_writing(connection: Connection, busy_seconds: float) -> None:
    driver: Any = connection.connection.driver_connection
    lasting = connection.get_execution_options().get("lasting", True)
    driver.execute("PRAGMA synchronous=" + ("FULL" if lasting else "NORMAL"))
    driver.execute("PRAGMA busy_timeout=0")
    try:
        if not WriteQueue(connection.engine.url.database).wait(partial(_begins, driver), busy_seconds):
            connection.exec_driver_sql("BEGIN IMMEDIATE")
    finally:
        driver.execute(f"PRAGMA busy_timeout={busy_seconds * 1000:.0f}")


def _begins(driver: Any) -> bool:
    try:
        driver.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError:
        return False
    return True


def _begin_postgres(connection: Connection) -> None:
    if not connection.get_execution_options().get("lasting", True):
        connection.exec_driver_sql("SET LOCAL synchronous_commit TO off")
