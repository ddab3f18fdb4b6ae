"""Fills a database with very many rows, by COPY on PostgreSQL and by large inserts on SQLite."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from itertools import chain, islice
from typing import Any

from sqlalchemy import Connection, insert, select

from adjudicator.services.context import Context
from adjudicator.store.backup import reset_sequences
from adjudicator.store.session import open_engine
from adjudicator.store.tables import Base
from bench.dataset import Dataset, Row, Size
from bench.letter_match import Board, begin
from bench.scripted_match import ENDLESS, script

AT_ONCE = 5000
FILLING_KB = 1_000_000
_tables = Base.metadata.tables


def load_dataset(context: Context, size: Size, now: datetime) -> Board:
    """Fill an empty database, and return the match in it that can be played."""
    board = begin(context, 0, script(0, 20), dict(ENDLESS))
    engine = open_engine(context.store.engine.url.render_as_string(hide_password=False))
    with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql(f"PRAGMA cache_size = {-FILLING_KB}")  # of this connection alone
        for name, rows in _copied(connection, size, now).inserts():
            _fill(connection, name, iter(rows))
            connection.commit()
        if engine.dialect.name == "postgresql":
            reset_sequences(connection, _tables.values())
            connection.exec_driver_sql("ANALYZE")  # as its own daemon does by and by; nobody does it for SQLite
            connection.commit()
    engine.dispose()
    return board


def _copied(connection: Connection, size: Size, now: datetime) -> Dataset:
    """Build the data set from the match that is there; all others are copies of it."""
    seats = _rows(connection, "seats")
    letter = next(row for row in _rows(connection, "outbox") if row["player_id"] == seats[0]["player_id"])
    bare: Row = {"subject": "A match", "text": "Your turn.", "html": "", "gist": ""}
    return Dataset(size, now, _rows(connection, "matches")[0], seats, letter | bare)


def _rows(connection: Connection, table: str) -> list[Row]:
    return [dict(row) for row in connection.execute(select(_tables[table]).order_by("id")).mappings()]


def _fill(connection: Connection, table: str, rows: Iterator[Row]) -> None:
    if connection.dialect.name == "postgresql":
        _copy_in(connection, _tables[table], rows)
        return
    while some := list(islice(rows, AT_ONCE)):
        connection.execute(insert(_tables[table]), some)


def _copy_in(connection: Connection, table: Any, rows: Iterator[Row]) -> None:
    """Hand rows to PostgreSQL by its own statement for many, which takes a fifth of the time."""
    first = next(rows)
    dialect, driver = connection.dialect, connection.connection.driver_connection
    writers = [(name, table.c[name].type.dialect_impl(dialect).bind_processor(dialect)) for name in first]
    names = ", ".join(f'"{name}"' for name in first)
    assert driver is not None
    with driver.cursor() as cursor, cursor.copy(f"COPY {table.name} ({names}) FROM STDIN") as into:
        for row in chain([first], rows):
            into.write_row([write(row[name]) if write else row[name] for name, write in writers])
