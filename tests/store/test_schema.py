"""A new database has the tables of the ORM, and exactly those that the migrations make, on both databases."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect, text

from adjudicator.store.schema import (
    create_tables,
    is_current,
    migrate_to,
    migration_transaction,
    revision_of,
    upgrade_schema,
)
from adjudicator.store.session import open_engine
from adjudicator.store.tables import Base


def differences(url: str) -> list[object]:
    engine = open_engine(url)
    try:
        with engine.connect() as connection:
            return list(compare_metadata(MigrationContext.configure(connection), Base.metadata))
    finally:
        engine.dispose()


def describe(connection: Connection) -> dict[str, object]:
    """Describe all tables as the database has them, but for the order of columns, which migrations append."""
    found = inspect(connection)
    tables: dict[str, object] = {"revision": revision_of(connection)}
    for name in found.get_table_names():
        columns = [{**column, "type": str(column["type"])} for column in found.get_columns(name)]
        lists = (
            columns,
            found.get_foreign_keys(name),
            found.get_unique_constraints(name),
            found.get_check_constraints(name),
        )
        tables[name] = [sorted(map(repr, one)) for one in lists], found.get_pk_constraint(name)
    return tables | {"indexes": sorted(_indexes(connection))}


def _indexes(connection: Connection) -> list[str]:
    if connection.dialect.name == "sqlite":
        query = "SELECT replace(sql, '\"', '') FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
    else:
        query = "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'"
    return list(connection.scalars(text(query)))


class _UndoneError(Exception):
    """Ends a transaction so that nothing of it stays."""


def test_a_new_database_has_the_tables_that_the_migrations_make(new_database: str) -> None:
    with suppress(_UndoneError), migration_transaction(new_database) as connection:
        migrate_to(connection, "head")
        migrated = describe(connection)
        raise _UndoneError
    with migration_transaction(new_database) as connection:
        create_tables(connection)
        made = describe(connection)
    assert made == migrated
    assert differences(new_database) == []
    assert is_current(new_database)


def test_a_database_with_a_table_is_migrated_and_not_taken_for_a_new_one(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/club.sqlite3"
    with migration_transaction(url) as connection:
        migrate_to(connection, "0003")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("adjudicator.store.schema.create_tables", None)
        upgrade_schema(url)
    assert differences(url) == []


def test_migrating_again_changes_nothing(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/club.sqlite3"
    upgrade_schema(url)
    upgrade_schema(url)
    assert is_current(url)


def test_a_database_without_tables_is_not_current(tmp_path: Path) -> None:
    assert not is_current(f"sqlite:///{tmp_path}/club.sqlite3")
