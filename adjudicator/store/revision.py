"""Compares the migration of a database with those of this version; without Alembic, which takes 6 MB of memory."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Engine, text
from sqlalchemy.exc import DBAPIError

KNOWN = frozenset(path.name[:4] for path in (Path(__file__).parent / "migrations" / "versions").glob("[0-9]*.py"))
"""The migrations of this version: the first four characters of each file name."""


class NewerDatabase(RuntimeError):
    """The tables were made by a later version; the text says so in one line."""


def refuse_newer(engine: Engine) -> None:
    """Refuse a database with the tables of a later version; accept one that cannot be reached.

    Raises `NewerDatabase`.
    """
    try:
        with engine.connect() as connection:
            refuse_unknown(connection.scalar(text("SELECT version_num FROM alembic_version")))
    except DBAPIError:
        return


def refuse_unknown(revision: str | None) -> None:
    """Refuse a migration that this version does not have. Raises `NewerDatabase`."""
    if revision and revision not in KNOWN:
        raise NewerDatabase(
            f"the tables are those of a later version (migration {revision}, this one knows {max(KNOWN)}): "
            "install that version, or restore a backup from before to a new database"
        )
