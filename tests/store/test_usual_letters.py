"""Who had all letters, the usual choice of before, gets the usual one of now; other choices stay."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import text

from adjudicator.store.schema import migrate_to, migration_transaction

BEFORE = {"1": "all", "2": "turns", "3": "none"}


def test_the_old_usual_choice_becomes_the_new_one(new_database: str) -> None:
    with migration_transaction(new_database) as connection:
        migrate_to(connection, "0021")
        for number, choice in BEFORE.items():
            connection.execute(
                text(
                    "INSERT INTO players (id, address, name, language, zone, layout, letters, created_at, key,"
                    " key_required) VALUES (:id, :address, 'A', 'en', 'UTC', 'wide', :letters, :at, '', false)"
                ),
                {
                    "id": int(number),
                    "address": f"{number}@a.example",
                    "letters": choice,
                    "at": datetime(2026, 11, 27, tzinfo=UTC),
                },
            )
        migrate_to(connection, "head")
        chosen = connection.scalars(text("SELECT letters FROM players ORDER BY id")).all()
    assert chosen == ["turns", "turns", "none"]
