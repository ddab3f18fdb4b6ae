"""Which letter tells what a merged one was to tell moves from the text of its error to a column of its own."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import Connection, text

from adjudicator.store.schema import migrate_to, migration_transaction
from testkit.database import undo_to
from tests.store.test_moved_absences import stored

NOON = datetime(2026, 11, 27, 12, tzinfo=UTC)
ROWS = ((1, "sent", ""), (12, "sent", ""), (13, "joined", "letter 12"), (14, "joined", ""), (15, "failed", "letter 12"))
"""A merged letter has named the other one, or was emptied; another may have failed with such a sentence of a relay."""


def put_letters(connection: Connection) -> None:
    insert = text(
        "INSERT INTO outbox (id, kind, created_at, to_address, to_name, reply_to, subject, text, html, headers, state,"
        " tries, error) VALUES (:id, 'press', :at, 'a@b.example', '', '', '', '', '', '{}', :state, 1, :error)"
    )
    rows = [dict(zip(("id", "state", "error"), row, strict=True), at=stored(connection, NOON)) for row in ROWS]
    connection.execute(insert, rows)


def test_merged_letters_name_the_other_one_in_a_column(new_database: str) -> None:
    with migration_transaction(new_database) as connection:
        migrate_to(connection, "0043")
        put_letters(connection)
        migrate_to(connection, "0044")
        columns = connection.execute(text("SELECT id, state, error, joined_to FROM outbox ORDER BY id")).all()
        undo_to(connection, "0043")
        before = connection.execute(text("SELECT id, state, error FROM outbox ORDER BY id")).all()
    assert [tuple(row) for row in columns] == [
        (1, "sent", "", None),
        (12, "sent", "", None),
        (13, "joined", "", 12),
        (14, "joined", "", None),
        (15, "failed", "letter 12", None),
    ]
    assert [tuple(row) for row in before] == list(ROWS)
