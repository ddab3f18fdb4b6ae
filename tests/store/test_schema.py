"""The migrations create the tables of the ORM, on both databases."""

from __future__ import annotations

from pathlib import Path

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from adjudicator.store.schema import is_current, upgrade_schema
from adjudicator.store.session import open_engine
from adjudicator.store.tables import Base


def differences(url: str) -> list[object]:
    engine = open_engine(url)
    try:
        with engine.connect() as connection:
            return list(compare_metadata(MigrationContext.configure(connection), Base.metadata))
    finally:
        engine.dispose()


def test_a_new_sqlite_database_has_the_tables_of_the_program(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/club.sqlite3"
    upgrade_schema(url)
    assert differences(url) == []
    assert is_current(url)


def test_a_new_postgresql_database_has_the_tables_of_the_program(postgres_database: str) -> None:
    upgrade_schema(postgres_database)
    assert differences(postgres_database) == []
    assert is_current(postgres_database)


def test_migrating_again_changes_nothing(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/club.sqlite3"
    upgrade_schema(url)
    upgrade_schema(url)
    assert is_current(url)


def test_a_database_without_tables_is_not_current(tmp_path: Path) -> None:
    assert not is_current(f"sqlite:///{tmp_path}/club.sqlite3")
