"""Bring a database to the tables that this version works with."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from adjudicator.store.revision import refuse_unknown
from adjudicator.store.session import open_engine, sqlite_driver


class BrokenLinks(RuntimeError):
    """After a change of the tables some rows would refer to nothing."""


class Irreversible(RuntimeError):
    """A migration was to be undone although the tables hold something."""


class NeedsDowntime(RuntimeError):
    """A migration after which programs of the version before could not go on; the text says which."""


def upgrade_schema(database_url: str, *, rolling: bool = False) -> None:
    """Run every migration that the database has not seen; with `rolling` while the version before runs on.

    Raises `NewerDatabase`, and with `rolling` `NeedsStandstill`.
    """
    with migration_transaction(database_url) as connection:
        before = revision_of(connection)
        refuse_unknown(before)
        if rolling and (breaks := needing_downtime(before)):
            raise NeedsDowntime(
                f"programs of the version before could not go on after migration {', '.join(breaks)}: stop all "
                "programs on every machine, and run `adjudicator migrate` then"
            )
        migrate_to(connection, "head")


def needing_downtime(before: str, to: str = "head") -> list[str]:
    """Name the migrations on the way that say of themselves that they take away or change what there was.

    A new database has nobody who could be disturbed.
    """
    steps = ScriptDirectory.from_config(_config()).iterate_revisions(to, before) if before else ()
    return sorted(step.revision for step in steps if not step.module.rolling)


@contextmanager
def migration_transaction(database_url: str) -> Iterator[Connection]:
    """Open a transaction in which tables can be made anew while others refer to them.

    SQLite changes a table by making a new one and dropping the old, which its foreign keys would not allow. They are
    counted at the end instead, and nothing is kept if one of them leads nowhere.
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
    """Run the migrations up to one of them, in a transaction that has begun."""
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def revision_of(connection: Connection) -> str:
    """Name the last migration that a database has seen; empty for one without tables."""
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


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    return config
