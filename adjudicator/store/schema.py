"""Brings the tables of a database to this version: by the migrations, or, where there are none yet, as they are now."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

from adjudicator.store.revision import KNOWN, refuse_unknown
from adjudicator.store.session import open_engine, sqlite_driver
from adjudicator.store.tables import Base


class BrokenLinks(RuntimeError):
    """After a migration some foreign keys would refer to rows that do not exist."""


class Irreversible(RuntimeError):
    """A downgrade would lose rows."""


class NeedsDowntime(RuntimeError):
    """A migration breaks running programs of the version before; the text names it."""


def upgrade_schema(database_url: str, *, rolling: bool = False) -> None:
    """Run every outstanding migration; with `rolling` while the version before keeps running. A new database gets its
    tables at once (`create_tables`).

    Raises `NewerDatabase`, and with `rolling` `NeedsDowntime`.
    """
    with migration_transaction(database_url) as connection:
        before = revision_of(connection)
        refuse_unknown(before)
        if _is_new(connection):
            create_tables(connection)
            return
        if rolling and (breaks := needing_downtime(before)):
            raise NeedsDowntime(
                f"programs of the version before could not go on after migration {', '.join(breaks)}: stop all "
                "programs on every machine, and run `adjudicator migrate` then"
            )
        migrate_to(connection, "head")


def create_tables(connection: Connection) -> None:
    """Create all tables of a new database as they are in this version, a sixth of the time of all migrations.

    `tests/store/test_schema.py` finds every difference between the two ways.
    """
    Base.metadata.create_all(connection)
    command.stamp(_config(connection), "head")


def prepare_tables(connection: Connection, revision: str) -> None:
    """Bring a database without rows to a revision; a new one to that of this version at once."""
    if revision == max(KNOWN) and _is_new(connection):
        create_tables(connection)
    else:
        migrate_to(connection, revision)


def _is_new(connection: Connection) -> bool:
    return not inspect(connection).get_table_names()


def needing_downtime(before: str, to: str = "head") -> list[str]:
    """Name the migrations on the way that are not marked `rolling`: they remove or change existing columns.

    A new database needs no downtime.
    """
    steps = ScriptDirectory.from_config(_config()).iterate_revisions(to, before) if before else ()
    return sorted(step.revision for step in steps if not step.module.rolling)


@contextmanager
def migration_transaction(database_url: str) -> Iterator[Connection]:
    """Open a transaction in which tables can be recreated while others refer to them.

    SQLite changes a table by creating a new one and dropping the old, which foreign keys would forbid. They are off
    meanwhile and checked at the end; the transaction is rolled back if one of them is broken.
    """
    engine = open_engine(database_url)
    try:
        with engine.execution_options(writes=True).connect() as connection:
            lite = engine.dialect.name == "sqlite"
            if lite:
                sqlite_driver(connection).execute("PRAGMA foreign_keys=OFF")
            with connection.begin():
                yield connection
                if lite and (broken := connection.exec_driver_sql("PRAGMA foreign_key_check").all()):
                    raise BrokenLinks(f"{len(broken)} rows refer to rows that are not there, the first: {broken[0]}")
    finally:
        engine.dispose()


def migrate_to(connection: Connection, revision: str) -> None:
    """Run the migrations up to `revision`, in the open transaction of the connection."""
    command.upgrade(_config(connection), revision)


def revision_of(connection: Connection) -> str:
    """Read the last migration that was run; empty for a database without tables."""
    return MigrationContext.configure(connection).get_current_revision() or ""


def is_current(database_url: str) -> bool:
    """Tell whether no migration is outstanding."""
    engine = open_engine(database_url)
    try:
        with engine.connect() as connection:
            found = MigrationContext.configure(connection).get_current_heads()
    finally:
        engine.dispose()
    return set(found) == set(ScriptDirectory.from_config(_config()).get_heads())


def _config(connection: Connection | None = None) -> Config:
    config = Config()
    config.attributes["connection"] = connection
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    return config
