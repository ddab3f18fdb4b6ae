"""Matches that are older than the count of their proposals count those that they have."""

from __future__ import annotations

from adjudicator.store import schema
from testkit.club import ANNA, BOB, Club, prose_of

ADDED = (
    ("seats", "plan"),
    ("seats", "habits"),
    ("players", "habits"),
    *(("seats", column) for column in ("second_look", "waiting_orders", "orders_due_at")),
    ("players", "second_look"),
    ("matches", "archived"),
    ("matches", "proposal_count"),
    ("matches", "private"),
    ("matches", "rematch"),
    ("seats", "rematch_at"),
    *(("players", column) for column in ("reminders", "quiet_hours", "calendar_key")),
    *(("matches", column) for column in ("reminded", "deadline_moves")),
    ("seats", "reminders"),
    ("seats", "letters"),
    ("outbox", "held_until"),
    ("matches", "memos_changed_at"),
    *(("players", column) for column in ("digest", "digest_at", "turns_in_digest")),
    ("outbox", "digest_until"),
    ("players", "o_means"),
    ("players", "introduced_at"),
)
"""What migrations from 0017 on have added to the tables."""
NEW_TABLES = (
    *("memos", "private_press", "held_news", "digest_parts", "digests"),
    *("archived_matches", "archived_names", "archived_options"),
)


def test_a_proposal_of_before_is_answered_after_the_upgrade(club: Club) -> None:
    club.begin()
    club.answer(club.last(ANNA), "pause until 10 December")
    asked = club.last(BOB)
    club.begin()
    url = club.context.store.engine.url.render_as_string(hide_password=False)
    club.context.store.engine.dispose()
    with club.connected() as database:
        for index in ("ix_players_digest_at", "ix_seats_orders_due_at", "ix_matches_archived_state_id"):
            database.execute(f"DROP INDEX {index}")
        for table, column in ADDED:
            database.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
        for table in NEW_TABLES:
            database.execute(f"DROP TABLE {table}")
        database.execute("UPDATE alembic_version SET version_num = '0016'")
        database.commit()
    schema.upgrade_schema(url)
    with club.connected() as database:
        counts = database.execute("SELECT proposal_count FROM matches ORDER BY id").fetchall()
    assert counts == [(1,), (0,)]
    club.answer(asked, "yes", sender=BOB)
    assert "It is agreed: no time runs" in prose_of(club.last(ANNA))
