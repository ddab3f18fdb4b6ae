"""Backups: a snapshot of the database as gzipped lines of JSON, from SQLite or PostgreSQL into either.

The first line names the format and the migration of the tables. Then comes one line a row, after the rows that it
refers to. The last line counts the rows, so that a truncated file is recognized.
"""

from __future__ import annotations

import gzip
import os
import zlib
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from datetime import datetime
from itertools import groupby, islice
from pathlib import Path

import msgspec
from sqlalchemy import JSON, Connection, DateTime, LargeBinary, MetaData, Table, func, insert, select
from sqlalchemy.types import TypeEngine

from adjudicator.codec import Codec
from adjudicator.store import schema
from adjudicator.store.columns import Moment
from adjudicator.store.operation_tables import Sweep
from adjudicator.store.revision import refuse_unknown
from adjudicator.store.session import open_engine

KIND = "adjudicator-backup/1"
AT_ONCE = 500
"""Rows for each INSERT."""
VERSION_TABLE = "alembic_version"
BACKED_UP = "backup"
"""The name of the `Sweep` row with the time of the last backup; `adjudicator doctor` reads it."""


Advance = Callable[[int], None]
ShowProgress = Callable[[int], AbstractContextManager[Advance]]
"""Shows how far the work has come: it is given the whole of it, and then each part that is done."""


@contextmanager
def hide_progress(_total: int) -> Iterator[Advance]:
    """Show nothing."""
    yield lambda _done: None


class BadBackup(ValueError):
    """The file is not a complete backup; the text says why."""


class NoFile(ValueError):
    """A backup cannot be written there: it is no regular file."""


class NotEmpty(ValueError):
    """The database to restore into has rows."""


class Head(msgspec.Struct, frozen=True):
    """The first line."""

    kind: str
    revision: str
    made_at: datetime


class Row(msgspec.Struct, frozen=True, tag=True):
    """One row: the name of its table, and its values by column."""

    table: str
    row: dict[str, object]


class Tail(msgspec.Struct, frozen=True, tag=True):
    """The last line: the number of rows of each table."""

    rows: dict[str, int]


_HEAD: Codec[Head] = Codec(Head)
_LINE: Codec[Row | Tail] = Codec(Row | Tail)


def write_backup(database_url: str, path: Path, now: datetime, show: ShowProgress = hide_progress) -> dict[str, int]:
    """Write a backup while the service runs, and return the number of rows of each table.

    An older file at `path` stays until the new one is complete and on the disk; a link stays, and what it names is
    replaced. Only the owner can read it: it holds addresses, letters, and the seeds of running matches. `show` is told
    how many rows there are, and of each one. Raises `NoFile` for a device or a pipe, which cannot be replaced.
    """
    path = path.resolve()
    if path.exists() and not path.is_file():
        raise NoFile(f"{path} is no file that a backup could replace")
    unfinished = path.with_name(f".{path.name}.unfinished")
    try:
        with _snapshot(database_url) as connection, _new_file(unfinished) as file:
            tables = _tables(connection)
            counts = Counter({str(table.name): 0 for table in tables})
            _write(file, Head(KIND, schema.revision_of(connection), now))
            rows = sum(connection.scalar(select(func.count()).select_from(table)) or 0 for table in tables)
            with show(rows) as advance:
                for row in (row for table in tables for row in _read(connection, table)):
                    counts[row.table] += 1
                    _write(file, row)
                    advance(1)
            _write(file, Tail(dict(counts)))
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
    return dict(counts)


def restore_backup(database_url: str, path: Path, show: ShowProgress = hide_progress) -> dict[str, int]:
    """Restore a backup into an empty database, migrate it to this version, and return the number of rows by table.

    It is one transaction. `show` is told the size of the file in bytes, and how many of them have been read. Raises
    `BadBackup`, `NotEmpty`, and `NewerDatabase` for a backup of a newer version.
    """
    with (
        show(path.stat().st_size) as advance,
        closing(_lines(path, advance)) as lines,
        schema.migration_transaction(database_url) as connection,
    ):
        head = _first(lines, path)
        refuse_unknown(head.revision)
        _clear(connection)
        schema.prepare_tables(connection, head.revision)
        counts = _fill(connection, _rows(lines, path))
        schema.migrate_to(connection, "head")
    return counts


@contextmanager
def _snapshot(database_url: str) -> Iterator[Connection]:
    """Read a consistent snapshot while others write."""
    engine = open_engine(database_url)
    options = {} if engine.dialect.name == "sqlite" else {"isolation_level": "REPEATABLE READ"}
    try:
        with engine.connect().execution_options(stream_results=True, **options) as connection:
            yield connection
    finally:
        engine.dispose()


@contextmanager
def _new_file(path: Path) -> Iterator[gzip.GzipFile]:
    with open(path, "wb", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
        with gzip.GzipFile(filename="", fileobj=file, mode="wb", mtime=0) as packed:
            yield packed
        file.flush()
        os.fsync(file.fileno())


def _tables(connection: Connection) -> list[Table]:
    """Reflect the tables of the database, each after those that it refers to."""
    found = MetaData()
    found.reflect(connection)
    for table in found.tables.values():
        for column in table.columns:
            if isinstance(column.type, DateTime):
                column.type = Moment()
            elif isinstance(column.type, JSON):
                column.type.none_as_null = True
    return [table for table in found.sorted_tables if table.name != VERSION_TABLE]


def _read(connection: Connection, table: Table) -> Iterator[Row]:
    readers = {str(column.name): _reader(column.type) for column in table.columns}
    for found in connection.execute(select(table).order_by(*table.primary_key)).mappings():
        yield Row(str(table.name), {name: read(found[name]) for name, read in readers.items()})


def _reader(kind: TypeEngine[object]) -> Callable[[object], object]:
    """Choose the conversion of a column's values to JSON."""
    if isinstance(kind, LargeBinary):
        return _as_text
    return lambda value: value


def _writer(kind: TypeEngine[object]) -> Callable[[object], object]:
    """Choose the conversion of a column's values from JSON."""
    if isinstance(kind, LargeBinary):
        return lambda value: b64decode(value) if isinstance(value, str) else None
    if isinstance(kind, Moment):
        return lambda value: datetime.fromisoformat(value) if isinstance(value, str) else None
    return lambda value: value


def _as_text(value: object) -> str | None:
    return b64encode(value).decode() if isinstance(value, bytes | memoryview) else None


def _write(file: gzip.GzipFile, line: Head | Row | Tail) -> None:
    file.write(msgspec.json.encode(line) + b"\n")


def _lines(path: Path, advance: Advance) -> Generator[bytes]:
    read = 0
    try:
        with path.open("rb") as packed, gzip.open(packed, "rb") as file:
            for line in file:
                yield line
                if packed.tell() != read:
                    advance(packed.tell() - read)
                    read = packed.tell()
    except (OSError, EOFError, zlib.error) as fault:
        raise BadBackup(f"{path} cannot be read to its end: {fault}") from fault


def _first(lines: Iterator[bytes], path: Path) -> Head:
    try:
        head = _HEAD.read(next(lines, b""))
    except msgspec.MsgspecError:
        raise BadBackup(f"{path} is no backup of this program") from None
    if head.kind != KIND:
        raise BadBackup(f"{path} is a backup of another kind, {head.kind}")
    return head


def _rows(lines: Iterator[bytes], path: Path) -> Iterator[Row]:
    """Read the rows, and compare their numbers with those of the last line."""
    counts: Counter[str] = Counter()
    for line in lines:
        found = _LINE.read(line)
        if isinstance(found, Tail):
            if +Counter(found.rows) != counts:
                raise BadBackup(f"{path} has lost rows: it should have {found.rows}, and has {dict(counts)}")
            return
        counts[found.table] += 1
        yield found
    raise BadBackup(f"{path} was cut off")


def _clear(connection: Connection) -> None:
    """Drop the tables that `adjudicator migrate` has made, which may be later than those of the backup.

    Raises `NotEmpty` if a table has rows; times of periodic jobs do not count.
    """
    tables = _tables(connection)
    full = [str(table.name) for table in tables if connection.scalar(select(func.count()).select_from(table))]
    if others := sorted({*full} - {Sweep.__tablename__}):
        raise NotEmpty(f"the database is not empty, it has {', '.join(others)}; a backup goes into a new one")
    if schema.revision_of(connection):
        drawn = MetaData()
        drawn.reflect(connection)
        drawn.drop_all(connection)


def _fill(connection: Connection, rows: Iterator[Row]) -> dict[str, int]:
    tables = {str(table.name): table for table in _tables(connection)}
    counts = dict.fromkeys(tables, 0)
    for name, group in groupby(rows, key=lambda row: row.table):
        writers = {column.name: _writer(column.type) for column in tables[name].columns}
        values = ({key: writers[key](value) for key, value in one.row.items()} for one in group)
        while some := list(islice(values, AT_ONCE)):
            connection.execute(insert(tables[name]), some)
            counts[name] += len(some)
    if connection.dialect.name == "postgresql":
        reset_sequences(connection, tables.values())
    return counts


def reset_sequences(connection: Connection, tables: Iterable[Table]) -> None:
    """Set PostgreSQL's sequences to the highest ids of the restored rows."""
    for table in tables:
        if "id" in table.columns:
            last = select(func.max(table.c.id)).scalar_subquery()
            own = func.pg_get_serial_sequence(table.name, "id")
            connection.execute(select(func.setval(own, func.coalesce(last, 1), last.is_not(None))))
