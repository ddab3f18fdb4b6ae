"""Migrations keep every row, and downgrades refuse to lose any."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from sqlalchemy import insert, select, text
from sqlalchemy.exc import OperationalError

from adjudicator.bootstrap import build_context
from adjudicator.config.env_reader import BadSetting
from adjudicator.config.settings import Settings
from adjudicator.store import schema
from adjudicator.store.revision import KNOWN, NewerDatabase
from adjudicator.store.session import Store, open_engine
from adjudicator.store.tables import Player
from testkit.database import undo_to

NOON = datetime(2026, 11, 27, 12, tzinfo=UTC)


@pytest.fixture
def url(new_database: str) -> str:
    schema.upgrade_schema(new_database)
    return new_database


def make_newer(url: str) -> None:
    engine = open_engine(url)
    with engine.execution_options(writes=True).begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()


def test_every_migration_is_in_a_file_that_begins_with_its_name(url: str) -> None:
    engine = open_engine(url)
    with engine.connect() as connection:
        assert schema.revision_of(connection) == max(KNOWN)
    engine.dispose()


def test_a_database_of_a_later_version_is_refused_in_one_line(url: str, environ: dict[str, str]) -> None:
    make_newer(url)
    for refused in (
        lambda: schema.upgrade_schema(url),
        lambda: build_context(Settings.read(environ | {"DATABASE_URL": url})),
    ):
        with pytest.raises((NewerDatabase, BadSetting), match=r"later version \(migration 9999") as found:
            refused()
        assert "\n" not in str(found.value)


def test_a_database_that_is_away_is_not_taken_for_a_newer_one(environ: dict[str, str]) -> None:
    away = {"DATABASE_URL": "postgresql+psycopg://nobody@127.0.0.1:1/club"}
    store = build_context(Settings.read(environ | away)).store
    with pytest.raises(OperationalError, match="connection"), store.connect_readonly():
        pass
    store.close()


def test_nothing_is_undone_in_a_database_that_is_in_use(url: str) -> None:
    store = Store(url)
    with store.writing() as session:
        session.execute(insert(Player), {"address": "a@b.example", "name": "A", "language": "en", "created_at": NOON})
    with pytest.raises(schema.Irreversible), schema.migration_transaction(url) as connection:
        undo_to(connection, "0001")
    with store.reading() as session:
        assert session.scalars(select(Player.address)).one() == "a@b.example"
    assert schema.is_current(url)
    store.close()


def test_an_new_database_can_go_back_and_forth(url: str) -> None:
    with schema.migration_transaction(url) as connection:
        undo_to(connection, "0001")
        assert schema.revision_of(connection) == "0001"
        schema.migrate_to(connection, "head")
    assert schema.is_current(url)
