"""Tables of counts: adding to many rows at once, which are made when they are first counted and go at nothing."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Delete, Table, bindparam, delete
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from adjudicator.store.archive_tables import OpeningTally, Tally
from adjudicator.store.orm_base import Base

Key = tuple[str | int | bool, ...]
"""The values of a row's primary key, in the order of its columns."""


def add_counts(session: Session, kind: type[Tally | OpeningTally], changes: Mapping[Key, int]) -> None:
    """Add to the column `count` of rows, or take away from it.

    Rows are always taken in the same order: two transactions that change some of the same wait, and do not block each
    other.
    """
    table = Base.metadata.tables[kind.__tablename__]
    names = [column.name for column in table.primary_key]
    rows = [
        dict(zip(names, key, strict=True)) | {"count": changes[key]} for key in sorted(changes, key=str) if changes[key]
    ]
    if not rows:
        return
    connection = session.connection()
    insert = (sqlite if connection.dialect.name == "sqlite" else postgresql).insert(table)
    connection.execute(
        insert.on_conflict_do_update(index_elements=names, set_={"count": table.c.count + insert.excluded["count"]}),
        rows,
    )
    if gone := [key for key, count in changes.items() if count < 0]:
        keys = [{f"the_{name}": value for name, value in zip(names, key, strict=True)} for key in gone]
        connection.execute(_delete_empty(table, names), keys)


def _delete_empty(table: Table, names: list[str]) -> Delete:
    return delete(table).where(table.c["count"] <= 0, *(table.c[name] == bindparam(f"the_{name}") for name in names))
