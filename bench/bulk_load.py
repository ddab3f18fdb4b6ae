"""Fills a database with very many rows.

1. A few matches are played. What differs in the copies of them is drawn in Python, and put into tables of its own.
2. All indexes are dropped.
3. The database itself writes the copies, table by table, with ``INSERT ... SELECT``.
4. The indexes are made again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from itertools import chain, islice
from typing import Any

from sqlalchemy import BigInteger, Connection, Table, func, insert, inspect, select, type_coerce
from sqlalchemy.schema import CreateIndex, DropIndex

from adjudicator.services.context import Context
from adjudicator.services.matches.rows.archive_rows import name_words
from adjudicator.services.matches.rows.counted_rows import tallies_of
from adjudicator.store.backup import reset_sequences
from adjudicator.store.columns import ShortDigest
from adjudicator.store.counters import Key
from adjudicator.store.session import open_engine, sqlite_driver
from adjudicator.store.tables import Base, CountedMatch
from bench import copied_rows
from bench.dataset import Dataset, Row, Size, opening_digests
from bench.letter_match import Board, begin
from bench.made_matches import (
    BRANCHES,
    MATCHES,
    MODELS,
    PLAYED,
    SEATS,
    STAGED,
    WAYS_ON,
    WORDS,
    Model,
    draw_matches,
    draw_seats,
)
from bench.scripted_match import ENDLESS, script
from testkit.finished_matches import finish_matches

AT_ONCE = 5000
FILLING_KB = 1_000_000
SORTING_MB = 512
_tables = Base.metadata.tables


def load_dataset(context: Context, size: Size, now: datetime) -> Board:
    """Fill an empty database, and return the match in it that can be played."""
    board = begin(context, 0, script(0, 20), dict(ENDLESS))
    finish_matches(context, now - timedelta(days=1), [played for _, played in MODELS])
    with loading(context) as connection:
        _load(connection, size, now)
    return board


@contextmanager
def loading(context: Context) -> Iterator[Connection]:
    """Provide a connection for very many rows; afterwards the database is as if they had come one by one."""
    context.store.engine.dispose()  # SQLite changes its journal only for who is alone
    engine = open_engine(context.store.engine.url.render_as_string(hide_password=False))
    with engine.connect() as connection:
        with _quickly(connection):
            yield connection
        if engine.dialect.name == "postgresql":
            reset_sequences(connection, _tables.values())
            connection.commit()
    if engine.dialect.name == "postgresql":
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.exec_driver_sql("VACUUM ANALYZE")  # as its own daemon does by and by; nobody does it for SQLite
    engine.dispose()


@contextmanager
def _quickly(connection: Connection) -> Iterator[None]:
    """Do without indexes, checks of references, a journal and waiting for the disk."""
    if connection.dialect.name == "sqlite":
        for pragma in ("journal_mode = OFF", f"cache_size = {-FILLING_KB}", "foreign_keys = OFF", "synchronous = OFF"):
            sqlite_driver(connection).execute(f"PRAGMA {pragma}")  # of this connection alone, outside a transaction
    else:
        for name, value in (
            ("session_replication_role", "replica"),
            ("work_mem", f"{SORTING_MB}MB"),
            ("maintenance_work_mem", f"{SORTING_MB}MB"),
        ):
            connection.exec_driver_sql(f"SET {name} = '{value}'")
    connection.commit()
    there = {name for table in _tables for name in (one["name"] for one in inspect(connection).get_indexes(table))}
    indexes = [index for table in _tables.values() for index in table.indexes if index.name in there]
    for index in indexes:
        connection.execute(DropIndex(index))
    connection.commit()
    yield
    for index in indexes:
        connection.execute(CreateIndex(index))
        connection.commit()
    if connection.dialect.name == "sqlite":
        sqlite_driver(connection).execute("PRAGMA journal_mode = WAL")


def _load(connection: Connection, size: Size, now: datetime) -> None:
    own = _rows(connection, "seats", "match_id", 1)
    letter = next(row for row in _rows(connection, "outbox") if row["player_id"] == own[0]["player_id"])
    bare: Row = {"subject": "A match", "text": "Your turn.", "html": "", "gist": ""}
    dataset = Dataset(size, now, _rows(connection, "matches", "id", 1)[0], own, letter | bare)
    STAGED.create_all(connection)
    _stage(connection, dataset, now)
    for name, rows in dataset.inserts():
        _fill(connection, name, iter(rows))
        connection.commit()
    for statement in copied_rows.copies(letter | bare):
        connection.execute(statement)
        connection.commit()
    fill_tallies(connection)
    STAGED.drop_all(connection)
    connection.commit()


def _stage(connection: Connection, dataset: Dataset, now: datetime) -> None:
    """Write down what differs in the copies."""
    size, models = dataset.size, list(_models(connection))
    people = list(dataset.players())
    _fill(connection, "players", iter(people))
    _pour(connection, MATCHES, draw_matches(size.archived, models, now))
    kinds = connection.execute(select(MATCHES.c.id, MATCHES.c.model).order_by(MATCHES.c.id)).all()
    habitual = int(dataset.seats[0]["player_id"])
    _pour(connection, SEATS, draw_seats(kinds, size.players, models, habitual))
    named = connection.execute(select(_tables["players"].c.id, _tables["players"].c.name)).all()
    _pour(connection, WORDS, ((who, word) for who, name in named for word in sorted(set(name_words(name)))))
    _pour(connection, PLAYED, list(_openings(connection, models)))
    digits = ShortDigest().process_bind_param
    ways = [digits(digest, connection.dialect) for digest in opening_digests()[1]]
    _pour(connection, WAYS_ON, ((number, ways[number % len(ways)]) for number in range(BRANCHES)))
    connection.commit()


def _models(connection: Connection) -> Iterator[Model]:
    """List the matches that were played, which the database numbers in the order of `MODELS`."""
    counted = {row["match_id"]: row for row in _rows(connection, "counted_matches", order="match_id")}
    for (share, played), number in zip(MODELS, sorted(counted), strict=True):
        yield Model(number, share, played.seats, played.rules, counted[number]["turns"])


def _openings(connection: Connection, models: Sequence[Model]) -> Iterator[tuple[object, ...]]:
    """List the first two positions of models, if they have any, and who won; variant 0 is the usual opening."""
    stood, counted = _tables["archived_positions"], _tables["counted_matches"]
    firsts: dict[int, int] = {}
    for model in models:
        position = type_coerce(stood.c.position, BigInteger)
        query = select(position).where(stood.c.match_id == model.id).order_by(stood.c.n).limit(2)
        positions = connection.scalars(query).all()
        if len(positions) == 2:
            won = connection.execute(select(counted).where(counted.c.match_id == model.id)).mappings().one()
            variant = firsts.setdefault(positions[0], len(firsts))
            yield model.id, variant, *positions, won["winner"], won["firsts"].startswith("1,")


def fill_tallies(connection: Connection) -> None:
    """Fill the sums of statistics, which are empty, from the rows of all matches."""
    _fill(connection, "tallies", iter(list(_tallies(connection))))


def _tallies(connection: Connection) -> Iterator[Row]:
    """Sum up what all matches add to statistics."""
    counted = _tables["counted_matches"]
    columns = [counted.c[name] for name in ("rules", "seats", "options", "kind", "firsts", "turns", "pace", "house")]
    total: Counter[Key] = Counter()
    for *values, count in connection.execute(select(*columns, func.count()).group_by(*columns)):
        figures = {column.name: value for column, value in zip(columns, values, strict=True)}
        for key in tallies_of([CountedMatch(**figures)]):
            total[key] += count
    names = [column.name for column in _tables["tallies"].primary_key]
    for key, count in total.items():
        yield dict(zip(names, key, strict=True)) | {"count": count}


def _rows(connection: Connection, table: str, column: str = "", value: int = 0, order: str = "id") -> list[Row]:
    query = select(_tables[table]).order_by(order)
    if column:
        query = query.where(_tables[table].c[column] == value)
    return [dict(row) for row in connection.execute(query).mappings()]


def _fill(connection: Connection, name: str, rows: Iterator[Row]) -> None:
    """Insert rows that name their columns; those columns that they leave out have defaults of their own."""
    table, first = _tables[name], next(rows, None)
    if first is None:
        return
    if connection.dialect.name == "postgresql":
        names = list(first)
        _pour(connection, table, ([row[name] for name in names] for row in chain([first], rows)), names)
        return
    rows = chain([first], rows)
    while some := list(islice(rows, AT_ONCE)):
        connection.execute(insert(table), some)


def _pour(
    connection: Connection, table: Table, rows: Iterable[Sequence[Any]], names: Sequence[str] | None = None
) -> None:
    """Hand rows to the driver, without what SQLAlchemy does for each: by COPY on PostgreSQL."""
    names = names or [column.name for column in table.columns]
    dialect, driver = connection.dialect, connection.connection.driver_connection
    writers = [table.c[name].type.dialect_impl(dialect).bind_processor(dialect) for name in names]
    written = ([write(one) if write else one for write, one in zip(writers, row, strict=True)] for row in rows)
    quoted = ", ".join(f'"{name}"' for name in names)
    assert driver is not None
    if dialect.name == "postgresql":
        with driver.cursor() as cursor, cursor.copy(f"COPY {table.name} ({quoted}) FROM STDIN") as into:
            for row in written:
                into.write_row(row)
    else:
        marks = ", ".join("?" * len(names))
        connection.exec_driver_sql("SELECT 1")  # begins a transaction
        driver.executemany(f"INSERT INTO {table.name} ({quoted}) VALUES ({marks})", written)
