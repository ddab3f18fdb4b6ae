"""Sessions and connections: `Store` opens them for reading, for writing and for drafts.

A database URL comes in. On SQLite there is one writer at a time, and writers get their turn in the order in which they
came. A draft does its work before it takes the write lock, and commits only if the facts it read have not changed.
"""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from sqlalchemy import (
    Connection,
    Engine,
    FromClause,
    Insert,
    Table,
    Update,
    bindparam,
    create_engine,
    event,
    insert,
    inspect,
    make_url,
    update,
)
from sqlalchemy.engine.interfaces import DBAPIConnection, Dialect
from sqlalchemy.exc import DBAPIError, InvalidatePoolError, OperationalError
from sqlalchemy.orm import Session, SessionTransaction
from sqlalchemy.orm.attributes import get_history
from sqlalchemy.pool import ConnectionPoolEntry

from adjudicator.store.columns import read_json
from adjudicator.store.orm_base import Base
from adjudicator.store.write_lock import FairLock, WriteQueue

if TYPE_CHECKING:
    import psycopg

SECRET_PARAMETERS = True
"""Hides statement parameters in errors: they include seeds and deals, and errors go to logs."""
BUSY_SECONDS = 10.0
"""How long a SQLite writer waits for the one before it; afterwards the caller answers "try again later"."""

IDLE_SECONDS = 1.0
"""After so long a kept connection to PostgreSQL is asked whether it lives, before it is used again."""

Clock = Callable[[], float]
"""Counts seconds, like `time.monotonic`."""
Permits = Callable[[object], bool]
"""Tells whether a draft may add or change an object."""


class LockRequired(Exception):
    """A draft needs something that can be done only under the write lock."""


@cache
def _insert_into(table: FromClause) -> Insert:
    """Build the statement once: building it takes as long as executing it."""
    return insert(cast("Table", table)).inline()


@cache
def _update_of(table: FromClause, names: frozenset[str]) -> Update:
    """Build the statement once, as above. The primary key has the prefix ``its_``."""
    found = cast("Table", table)
    its_key = [column == bindparam(f"its_{column.name}") for column in found.primary_key]
    return update(found).where(*its_key).values({name: bindparam(name) for name in sorted(names)})


class WritingSession(Session):
    """A session that can append rows without tracking them."""

    def __init__(self, bind: Engine | None = None, *, autoflush: bool = True) -> None:
        super().__init__(bind, autoflush=autoflush, expire_on_commit=False)
        self._appended: list[Base] = []

    def append(self, *rows: Base) -> None:
        """Insert rows at the next flush, and do not track them: later changes of them are not written.

        It is for rows that each order adds, and that nobody changes in the same transaction: steps and the outbox. To
        write two letters takes 0.5 ms of CPU like this, and 1.0 ms as tracked objects. A whole order takes 12 ms.
        """
        self._appended += rows

    @contextmanager
    def savepoint(self) -> Iterator[None]:
        """Take back what the block has written if it ends with an error; what was written before it stays."""
        with self.begin_nested():
            yield

    def drop_appended(self) -> None:
        """Forget rows that are not written yet, as a rollback does."""
        self._appended.clear()

    def flush(self, objects: Sequence[object] | None = None) -> None:
        """Write the tracked objects first: appended rows may refer to them."""
        super().flush(objects)
        appended, self._appended = self._appended, []
        alike: dict[tuple[FromClause, frozenset[str]], list[dict[str, object]]] = {}
        for row in appended:
            values = {name: value for name, value in vars(row).items() if name != "_sa_instance_state"}
            alike.setdefault((row.__table__, frozenset(values)), []).append(values)
        for (table, _columns), rows in alike.items():
            self.connection().execute(_insert_into(table), rows)


@event.listens_for(WritingSession, "before_commit")
def _flush_appended(session: WritingSession) -> None:
    """Flush even if no tracked object has changed: a commit alone would not."""
    session.flush()


@event.listens_for(WritingSession, "after_soft_rollback")
def _drop_appended(session: WritingSession, _transaction: SessionTransaction) -> None:
    session.drop_appended()


class DraftSession(WritingSession):
    """A session that writes nothing until its store holds the write lock, and then only objects that it `permits`."""

    permits: Permits
    locked = False

    def append(self, *rows: Base) -> None:
        """Refuse a row at once, as `_refuse_new` does. Raises `LockRequired`."""
        if not all(map(self.permits, rows)):
            raise LockRequired
        super().append(*rows)

    def flush(self, objects: Sequence[object] | None = None) -> None:
        """Refuse to write before the lock is held, which comes last. Raises `LockRequired` if there is anything."""
        if not self.locked:
            if self._appended or self.new or self.deleted or any(map(self.is_modified, self.dirty)):
                raise LockRequired
            return
        if not self.new and not self.deleted:
            self._write_columns()
        super().flush(objects)

    def _write_columns(self) -> None:
        """Write the objects of which columns alone have changed, and let go of them: they are written only once.

        The unit of work of the ORM would do the same. It sorts and groups objects first, of which a draft has three:
        that takes 1 ms of CPU.
        """
        for row in list(self.dirty):
            state = inspect(row, raiseerr=True)
            names = {*state.mapper.attrs.keys()} - state.unmodified
            if not names <= {*state.mapper.column_attrs.keys()}:
                continue  # rows that depend on others are the unit of work's
            changed = {name: getattr(row, name) for name in names if get_history(row, name).has_changes()}
            if changed:
                where = {
                    f"its_{one.name}": value
                    for one, value in zip(state.mapper.primary_key, state.identity, strict=True)
                }
                self.connection().execute(_update_of(row.__table__, frozenset(changed)), {**changed, **where})
            self.expunge(row)

    @contextmanager
    def savepoint(self) -> Iterator[None]:
        """Let a block that ends with an error after it has changed something be repeated under the write lock.

        Nothing is written yet that a savepoint could take back. Raises `LockRequired`.
        """
        before = self._changes()
        try:
            yield
        except LockRequired:
            raise
        except Exception as fault:
            if self._changes() != before:
                raise LockRequired from fault
            raise

    def _changes(self) -> tuple[object, ...]:
        """List what would be written now."""
        changed = {
            row: {name: row.__dict__.get(name) for name in inspect(row, raiseerr=True).committed_state}
            for row in self.dirty
        }
        return (len(self._appended), list(self.new), list(self.deleted), changed)

    def refuse_others(self) -> None:
        """Check every changed object; new ones were checked when they were added. Raises `LockRequired`."""
        if self.deleted or not all(self.permits(one) or not self.is_modified(one) for one in self.dirty):
            raise LockRequired


@event.listens_for(DraftSession, "after_begin")
def _mark_draft(session: DraftSession, _transaction: SessionTransaction, connection: Connection) -> None:
    """Let `_refuse_writing` know. An engine with this option would make every event of the connection slower."""
    connection.execution_options(draft=session)


@event.listens_for(DraftSession, "transient_to_pending")
def _refuse_new(session: DraftSession, instance: object) -> None:
    """Refuse an object as soon as it is added, before the caller does work that has to be repeated under the lock."""
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

    SQLite's `query_only` would do the same, but each change of a pragma makes SQLite prepare every statement of the
    connection again, which cost a fifth of the time of a letter.
    """
    draft = connection.get_execution_options().get("draft")
    if draft is not None and not draft.locked and statement.lstrip()[:6].upper() != "SELECT":
        raise LockRequired


class Store:
    """One database. On SQLite a writer holds the only write lock from its first statement on.

    The threads of a program queue for a lock of their own before they ask SQLite.
    """

    def __init__(self, url: str, *, busy_seconds: float = BUSY_SECONDS, clock: Clock | None = None) -> None:
        """Open the database of a URL. Without a clock, each connection to PostgreSQL that is used is asked first."""
        self.engine = open_engine(url, busy_seconds, clock)
        self._busy_seconds = busy_seconds
        if self.engine.dialect.name == "sqlite":
            event.listen(self.engine, "before_cursor_execute", _refuse_writing)
        self._turn = FairLock() if self.engine.dialect.name == "sqlite" else None
        self._writing = self.engine.execution_options(writes=True)
        self._noting = self.engine.execution_options(writes=True, lasting=False)
        # Reads need no transaction on PostgreSQL, where each statement sees what is committed when it begins, with or
        # without one: AUTOCOMMIT saves the round trips of BEGIN and ROLLBACK, a third of what a page costs it.
        alone = {"isolation_level": "AUTOCOMMIT"} if self._turn is None else {}
        self._reading = self.engine.execution_options(**alone)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Open a session that only reads: changes in it are never written."""
        with Session(self._reading, autoflush=False) as session:
            yield session

    @contextmanager
    def connect_readonly(self) -> Iterator[Connection]:
        """Open a connection for short reads without the ORM: opening a session takes longer than such a read."""
        with self._reading.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[WritingSession]:
        """Open a transaction that commits at the end of the block and rolls back on an error."""
        with self._own_turn(), WritingSession(self._writing) as session, session.begin():
            yield session

    @property
    def has_one_writer(self) -> bool:
        """Whether all writers wait for one lock, so that it pays to work in a draft before taking it."""
        return self._turn is not None

    @contextmanager
    def begin_draft(self, permits: Permits) -> Iterator[DraftSession]:
        """Open a session on a snapshot of the database, which writes nothing before `commit_draft`.

        It is for SQLite. Queries do not see its own additions and changes. Raises `LockRequired` for an object that it
        does not permit, and for statements that write.
        """
        with DraftSession(self.engine, autoflush=False) as draft:
            draft.permits = permits
            yield draft

    def commit_draft(self, draft: DraftSession, facts: Callable[[sqlite3.Connection], object]) -> bool:
        """Write a draft and commit it if the facts that it is based on have not changed; tell whether they had not.

        1. End the read transaction: SQLite does not let a connection write that reads an older snapshot.
        2. Take the write lock. From here on nobody else changes anything.
        3. Read the facts again. If they differ, another writer was quicker: roll back, and return False.
        """
        draft.refuse_others()
        with self._own_turn():
            connection = draft.connection()
            driver = sqlite_driver(connection)
            before = facts(driver)
            driver.execute("COMMIT")
            _begin_writing(connection, self._busy_seconds)
            if facts(driver) != before:
                draft.rollback()
                return False
            draft.locked = True
            draft.commit()
            return True

    @contextmanager
    def connect_writing(self) -> Iterator[Connection]:
        """Open a transaction as `writing` does, of statements without the ORM."""
        with self._own_turn(), self._writing.begin() as connection:
            yield connection

    @contextmanager
    def connect_relaxed(self) -> Iterator[Connection]:
        """Open a transaction like `connect_writing` whose commit does not wait for the disk.

        A power cut may lose it, unless `writing` has committed another transaction after it. Use it for work that can
        be repeated without harm.
        """
        with self._own_turn(), self._noting.begin() as connection:
            yield connection

    @contextmanager
    def _own_turn(self) -> Iterator[None]:
        """Wait for the other writing threads. Raises SQLite's own "database is locked" after `busy_seconds`."""
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
        """Close every connection."""
        self.engine.dispose()


def open_engine(url: str, busy_seconds: float = BUSY_SECONDS, clock: Clock | None = None) -> Engine:
    """Create the engine of a database URL, and the folder of a SQLite file. See `_ping_idle` for the clock."""
    address = make_url(url)
    if address.get_backend_name() != "sqlite":
        engine = create_engine(
            address, pool_pre_ping=clock is None, hide_parameters=SECRET_PARAMETERS, json_deserializer=read_json
        )
        if clock is not None:
            event.listen(engine, "checkin", partial(_note_return, clock))
            event.listen(engine, "checkout", partial(_ping_idle, clock, engine.dialect))
        event.listen(engine, "connect", _prepare_postgres)
        event.listen(engine, "begin", _begin_postgres)
        return engine
    if address.database and address.database != ":memory:":
        Path(address.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(
        address,
        connect_args={"timeout": busy_seconds},
        hide_parameters=SECRET_PARAMETERS,
        json_deserializer=read_json,
    )
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", partial(_begin_sqlite, busy_seconds=busy_seconds))
    return engine


def is_temporary(fault: BaseException) -> bool:
    """Tell whether trying again can help: the database was locked or unreachable, or it resolved a deadlock."""
    if isinstance(fault, OperationalError):
        return not str(fault.orig).startswith("no such ")  # "no such table": a migration is missing
    return isinstance(fault, DBAPIError) and fault.connection_invalidated


def _note_return(clock: Clock, _connection: object, entry: ConnectionPoolEntry) -> None:
    entry.info["returned_at"] = clock()


def _ping_idle(
    clock: Clock, dialect: Dialect, connection: DBAPIConnection, entry: ConnectionPoolEntry, _taken: object
) -> None:
    """Let the pool open its connections anew if one that has lain idle is dead, as after a restart of the server.

    SQLAlchemy's own `pool_pre_ping` asks each time, and a letter takes a connection seven times. One that died since
    it was last used raises a temporary fault (`is_temporary`), as one does that dies while it is used.
    """
    if clock() < entry.info.get("returned_at", math.inf) + IDLE_SECONDS:
        return
    try:
        dialect.do_ping(connection)
    except dialect.loaded_dbapi.Error as fault:
        raise InvalidatePoolError from fault


def _prepare_postgres(connection: psycopg.Connection[tuple[object, ...]], _record: object) -> None:
    """Turn prepared statements off behind a pooler such as pgbouncer.

    In transaction mode each transaction may run in another server process, which does not have the statements. A
    pooler tells its clients a process id of its own, so it differs from the one that the server reports.
    """
    connection.autocommit = True
    reported = connection.execute("SELECT pg_backend_pid()").fetchone()
    connection.autocommit = False
    if reported != (connection.info.backend_pid,):
        connection.prepare_threshold = None


def _prepare_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None  # the driver sends BEGIN only before the first write: we send it ourselves
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
    """Return the `sqlite3` connection below SQLAlchemy."""
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
