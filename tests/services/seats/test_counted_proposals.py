"""Matches that are older than the count of their proposals count those that they have."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from adjudicator.store import schema
from testkit.club import ANNA, BOB, Club, prose_of

BEFORE = "0016"
"""The last migration without a count."""


def test_a_proposal_of_before_is_answered_after_the_upgrade(club: Club, tmp_path: Path) -> None:
    club.begin()
    club.answer(club.last(ANNA), "pause until 10 December")
    asked = club.last(BOB)
    club.begin()
    url = club.context.store.engine.url.render_as_string(hide_password=False)
    club.context.store.engine.dispose()
    make_older(club, tmp_path / "older.sqlite3")
    schema.upgrade_schema(url)
    with club.connected() as database:
        counts = database.execute("SELECT proposal_count FROM matches ORDER BY id").fetchall()
    assert counts == [(1,), (0,)]
    club.answer(asked, "yes", sender=BOB)
    assert "It is agreed: no time runs" in prose_of(club.last(ANNA))


def make_older(club: Club, path: Path) -> None:
    """Put the rows of a club into the tables of before, and those in the place of its database."""
    with schema.migration_transaction(f"sqlite:///{path}") as connection:
        schema.migrate_to(connection, BEFORE)
    with club.connected() as database, closing(sqlite3.connect(path)) as older:
        tables = older.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name != 'alembic_version'")
        for (table,) in tables.fetchall():
            columns = ", ".join(f'"{column[1]}"' for column in older.execute(f"PRAGMA table_info({table})"))
            rows = database.execute(f"SELECT {columns} FROM {table}").fetchall()
            if rows:
                older.executemany(f"INSERT INTO {table} ({columns}) VALUES ({', '.join('?' * len(rows[0]))})", rows)
        older.commit()
        older.backup(database)
