"""An index for every frequent query, so that none slows down with the number of old rows."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from adjudicator.store.columns import Moment

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None
rolling = False

_DUE = sa.text("next_try_at IS NOT NULL")
_NEW: dict[str, list[tuple[str, ...]]] = {
    "fetched": [("state", "mailbox", "validity", "uid")],
    "inbox": [("state", "envelope_from")],
    "matches": [
        ("state", "created_at", "id"),
        ("state", "since", "id"),
        ("state", "finished_at", "id"),
        ("house_to_move", "since"),
        ("overdue_at", "due_at"),
        ("awaited_id", "stopped_at"),
        ("stopped_at", "awaited_id", "id"),
    ],
    "outbox": [
        ("state", "created_at"),
        ("player_id", "created_at"),
        ("to_address", "created_at", "id"),
        ("to_address", "reply_to", "id"),
    ],
    "players": [("bounced_at",), ("away_until",)],
    "requests": [("kind", "created_at"), ("match_id",)],
    "seats": [("player_id", "match_id")],
}
_OLD: dict[str, list[tuple[str, ...]]] = {
    "matches": [("state",), ("house_to_move",), ("due_at",), ("stopped_at",)],
    "outbox": [("player_id",), ("to_address",)],
    "seats": [("player_id",)],
}


def upgrade() -> None:
    for table, indexes in _OLD.items():
        for columns in indexes:
            op.drop_index(_name(table, columns), table)
    op.drop_index("ix_outbox_waiting", "outbox")
    _matches()
    _outbox()
    for table, indexes in _NEW.items():
        for columns in indexes:
            op.create_index(_name(table, columns), table, list(columns))


def _matches() -> None:
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.add_column(sa.Column("awaited_id", sa.Integer(), nullable=True))
        batch_op.create_foreign_key(batch_op.f("fk_matches_awaited_id_players"), "players", ["awaited_id"], ["id"])
    op.execute(
        "UPDATE matches SET awaited_id = (SELECT player_id FROM seats WHERE match_id = matches.id AND number = to_move)"
        " WHERE to_move IS NOT NULL"
    )


def _outbox() -> None:
    """Let `next_try_at` alone tell when a letter is due, in every state."""
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.alter_column("next_try_at", existing_type=Moment(), nullable=True)
    op.execute("UPDATE outbox SET next_try_at = lease_until WHERE state = 'sending' AND lease_until IS NOT NULL")
    op.execute("UPDATE outbox SET next_try_at = NULL WHERE state NOT IN ('waiting', 'sending')")
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.drop_column("lease_until")
        batch_op.create_check_constraint(
            batch_op.f("ck_outbox_due"), "(state IN ('waiting', 'sending')) = (next_try_at IS NOT NULL)"
        )
    for name, columns in (("ix_outbox_due", ["next_try_at", "id"]), ("ix_outbox_company", ["player_id", "match_id"])):
        op.create_index(name, "outbox", columns, sqlite_where=_DUE, postgresql_where=_DUE)


def downgrade() -> None:
    for table, indexes in _NEW.items():
        for columns in indexes:
            op.drop_index(_name(table, columns), table)
    for name in ("ix_outbox_due", "ix_outbox_company"):
        op.drop_index(name, "outbox")
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.drop_constraint(batch_op.f("ck_outbox_due"), type_="check")
        batch_op.add_column(sa.Column("lease_until", Moment(), nullable=True))
    op.execute("UPDATE outbox SET lease_until = next_try_at WHERE state = 'sending'")
    op.execute("UPDATE outbox SET next_try_at = created_at WHERE next_try_at IS NULL")
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.alter_column("next_try_at", existing_type=Moment(), nullable=False)
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.drop_constraint(batch_op.f("fk_matches_awaited_id_players"), type_="foreignkey")
        batch_op.drop_column("awaited_id")
    op.create_index("ix_outbox_waiting", "outbox", ["state", "id"])
    for table, indexes in _OLD.items():
        for columns in indexes:
            op.create_index(_name(table, columns), table, list(columns))


def _name(table: str, columns: tuple[str, ...]) -> str:
    return f"ix_{table}_{'_'.join(columns)}"
