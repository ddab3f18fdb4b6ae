"""A database with its tables, without a run of all migrations for each test."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from alembic import command
from sqlalchemy import Connection, make_url

from adjudicator.store import schema
from adjudicator.store.schema import upgrade_schema


@cache
def _empty() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "empty.sqlite3"
        upgrade_schema(f"sqlite:///{path}")
        return path.read_bytes()


def make_tables(url: str) -> None:
    """Make the tables of a new database; for SQLite this copies a file that was migrated once in this process."""
    address = make_url(url)
    path = Path(address.database or "")
    if address.get_backend_name() != "sqlite" or path.exists():
        upgrade_schema(url)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(_empty())


def undo_to(connection: Connection, revision: str) -> None:
    """Undo the migrations after a revision in an open transaction."""
    config = schema._config()
    config.attributes["connection"] = connection
    command.downgrade(config, revision)
