"""Bring a database to the tables that this version works with."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from adjudicator.store.session import open_engine


def upgrade(database_url: str) -> None:
    """Run every migration that the database has not seen."""
    engine = open_engine(database_url)
    try:
        with engine.execution_options(writes=True).begin() as connection:
            config = _config()
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    finally:
        engine.dispose()


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
