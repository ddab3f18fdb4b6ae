"""The door to the database: sessions that read and sessions that write."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.orm import Session

from adjudicator.store.write_lock import FairLock, WriteQueue

if TYPE_CHECKING:
    import psycopg

SECRET_PARAMETERS = True
"""Seeds and deals are among what statements carry, and faults go to logs."""
BUSY_SECONDS = 10.0
"""How long a SQLite writer waits for the one before it; afterwards the caller answers "try again later"."""

Permits = Callable[[object], bool]
"""Tells of an object whether a draft may add it or write its changes."""


class LockRequired(Exception):
    """A draft has come to something that is done under the write lock only."""


class DraftSession(Session):
    """A session that writes nothing until its store holds the lock, and then only what it `permits`."""

    permits: Permits
    locked = False

    def flush(self, objects: Sequence[object] | None = None) -> None:
        """Refuse what needs its own writes in the database, for the lock comes last. Raises `LockRequired`."""
        if not self.locked:
            raise LockRequired
        super().flush(objects)

    def refuse_others(self) -> None:
        """Look at what has changed; new objects were looked at when they were added. Raises `LockRequired`."""
        if self.deleted or not all(self.permits(one) for one in self.dirty if self.is_modified(one)):
            raise LockRequired


@event.listens_for(DraftSession, "transient_to_pending")
def _refuse_new(session: DraftSession, instance: object) -> None:
    """Refuse an object as soon as it is added: whatever comes after it would be thought out twice."""
    if not session.permits(instance):
        raise LockRequired


def _refuse_writing(
    connection: Connection,
    _cursor: object,
    statement: str,
    _parameters: object,
    _execution: object,
    _many: bool,  # noqa: FBT001  # SQLAlchemy's own
) -> None:
    """Refuse a statement of a draft that might write.

    It is read here and not left to SQLite's `query_only`: each change of a pragma has SQLite prepare every statement
    of the connection anew, which cost a fifth of the time of a letter.
    """
    draft = connection.get_execution_options().get("draft")
    if draft is not None and not draft.locked and not statement.lstrip().upper().startswith("SELECT"):
        raise LockRequired


class Store:
    """One database. A writer holds SQLite's only write lock from its first statement on.

    The threads of a program wait for each other, in their order, before they ask SQLite.
    """

    def __init__(self, url: str, *, busy_seconds: float = BUSY_SECONDS) -> None:
        self.engine = open_engine(url, busy_seconds)
        self._busy_seconds = busy_seconds
        if self.engine.dialect.name == "sqlite":
            event.listen(self.engine, "before_cursor_execute", _refuse_writing)
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
    def connect_readonly(self) -> Iterator[Connection]:
        """Open a connection for bare statements that only read; a session takes longer to open than they take."""
        with self._glancing.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """Open a transaction that commits at its end and leaves nothing behind when it fails."""
        with self._own_turn(), Session(self._writing, expire_on_commit=False) as session, session.begin():
            yield session

    @property
    def has_one_writer(self) -> bool:
        """Whether everybody who writes waits for one lock, so that it pays to think before one takes it."""
        return self._turn is not None

    @contextmanager
    def begin_draft(self, permits: Permits) -> Iterator[DraftSession]:
        """Open a session that reads what stands at one moment, and writes nothing unless it is `carried_out`.

        It is for SQLite. What it adds and changes cannot be asked for before that. Raises `LockRequired` for whatever
        it does not permit, statements that write included.
        """
        with DraftSession(autoflush=False, expire_on_commit=False) as draft:
            draft.permits = permits
            draft.bind = self.engine.execution_options(draft=draft)
            yield draft

    def commit_draft(self, draft: DraftSession, facts: Callable[[Session], object]) -> bool:
        """Write down what a draft holds and commit it, if the facts that it was made from are still the same.

        1. Leave the moment at which everything was read: SQLite lets nobody write who looks at an older state.
        2. Take the write lock. From here on nobody else changes anything.
        3. Read the facts again. If they differ, somebody was quicker, and nothing of the draft is kept.
        """
        draft.refuse_others()
        with self._own_turn():
            connection, before = draft.connection(), facts(draft)
            sqlite_driver(connection).execute("COMMIT")
            _begin_writing(connection, self._busy_seconds)
            if facts(draft) != before:
                draft.rollback()
                return False
            draft.locked = True
            draft.commit()
            return True

    @contextmanager
    def connect_relaxed(self) -> Iterator[Connection]:
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


def open_engine(url: str, busy_seconds: float = BUSY_SECONDS) -> Engine:
    """Connect to a database address; a SQLite file's folder is made on the way."""
    address = make_url(url)
    if address.get_backend_name() != "sqlite":
        engine = create_engine(address, pool_pre_ping=True, hide_parameters=SECRET_PARAMETERS)
        event.listen(engine, "connect", _prepare_postgres)
        event.listen(engine, "begin", _begin_postgres)
        return engine
    if address.database and address.database != ":memory:":
        Path(address.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(address, connect_args={"timeout": busy_seconds}, hide_parameters=SECRET_PARAMETERS)
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", partial(_begin_sqlite, busy_seconds=busy_seconds))
    return engine


def is_temporary(fault: BaseException) -> bool:
    """Tell whether the database may well do the same thing later: it was locked, away, or gave up a deadlock."""
    if isinstance(fault, OperationalError):
        return not str(fault.orig).startswith("no such ")  # SQLite's words for a table that no migration made
    return isinstance(fault, DBAPIError) and fault.connection_invalidated


def _prepare_postgres(connection: psycopg.Connection[tuple[object, ...]], _record: object) -> None:
    """Prepare no statements where a pooler such as pgbouncer stands in between.

    In its transaction mode each transaction may meet another server process, which does not have them. A pooler gives
    its clients a process number of its own, so the one that the server tells differs.
    """
    connection.autocommit = True
    told = connection.execute("SELECT pg_backend_pid()").fetchone()
    connection.autocommit = False
    if told != (connection.info.backend_pid,):
        connection.prepare_threshold = None


def _prepare_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None  # the driver's own BEGIN comes too late: we send it ourselves
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection, busy_seconds: float) -> None:
    if connection.get_execution_options().get("writes", False):
        _begin_writing(connection, busy_seconds)
        return
    driver = sqlite_driver(connection)
    driver.execute("BEGIN")


def _begin_writing(connection: Connection, busy_seconds: float) -> None:
    driver = sqlite_driver(connection)
    lasting = connection.get_execution_options().get("lasting", True)
    driver.execute("PRAGMA synchronous=" + ("FULL" if lasting else "NORMAL"))
    driver.execute("PRAGMA busy_timeout=0")
    try:
        if not WriteQueue(connection.engine.url.database).wait(partial(_begins, driver), busy_seconds):
            connection.exec_driver_sql("BEGIN IMMEDIATE")
    finally:
        driver.execute(f"PRAGMA busy_timeout={busy_seconds * 1000:.0f}")


def sqlite_driver(connection: Connection) -> sqlite3.Connection:
    """Give the connection of the library below SQLAlchemy."""
    return cast("sqlite3.Connection", connection.connection.driver_connection)


def _begins(driver: sqlite3.Connection) -> bool:
    try:
        driver.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError:
        return False
    return True


def _begin_postgres(connection: Connection) -> None:
    if not connection.get_execution_options().get("lasting", True):
        connection.exec_driver_sql("SET LOCAL synchronous_commit TO off")
