"""Tables of counts: adding to many rows at once, which are made when they are first counted and go at nothing."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Delete, Table, bindparam, delete
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from adjudicator.store.archive_tables import OpeningTally, OpponentTally, PlayerTally, Tally
from adjudicator.store.orm_base import Base

Key = tuple[str | int | bool, ...]
"""The values of a row's primary key, in the order of its columns."""
Sums = tuple[int, ...]
"""The values of its other columns, in their order."""


def add_counts(session: Session, kind: type[Tally | OpeningTally], changes: Mapping[Key, int]) -> None:
    """Add to the column `count` of rows, or take away from it."""
    _add(session, kind, {key: (count,) for key, count in changes.items()})


def add_sums(session: Session, kind: type[PlayerTally | OpponentTally], changes: Mapping[Key, Sums]) -> None:
    """Add to all columns of rows beside their keys, or take away from them. The first of them counts matches."""
    _add(session, kind, changes)


def _add(session: Session, kind: type[Base], changes: Mapping[Key, Sums]) -> None:
    """Add to rows. One whose first sum is nothing goes.

    Rows are always taken in the same order: two transactions that change some of the same wait, and do not block each
    other.
    """
    table = Base.metadata.tables[kind.__tablename__]
    keys = [column.name for column in table.primary_key]
    sums = [column.name for column in table.columns if not column.primary_key]
    rows = [
        dict(zip((*keys, *sums), (*key, *changes[key]), strict=True))
        for key in sorted(changes, key=str)
        if any(changes[key])
    ]
    if not rows:
        return
    connection = session.connection()
    insert = (sqlite if connection.dialect.name == "sqlite" else postgresql).insert(table)
    added = {name: table.c[name] + insert.excluded[name] for name in sums}
    connection.execute(insert.on_conflict_do_update(index_elements=keys, set_=added), rows)
    if gone := [key for key, (count, *_) in changes.items() if count < 0]:
        found = [{f"the_{name}": value for name, value in zip(keys, key, strict=True)} for key in gone]
        connection.execute(_delete_empty(table, keys, sums[0]), found)


def _delete_empty(table: Table, keys: list[str], count: str) -> Delete:
    return delete(table).where(table.c[count] <= 0, *(table.c[name] == bindparam(f"the_{name}") for name in keys))
