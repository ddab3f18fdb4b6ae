"""Changes of addresses and keys, with the values to undo them, and web sessions."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from adjudicator.store.columns import Json, Moment

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None
rolling = True

_INDEXES = {
    "identity_changes": ("player_id", "removed"),
    "sessions": ("player_id", "seen_at"),
}


def upgrade() -> None:
    with op.batch_alter_table("players", schema=None) as batch_op:
        batch_op.add_column(sa.Column("address_since", Moment(), nullable=True))
    op.create_table(
        "identity_changes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.Column("command", sa.String(length=16), nullable=False),
        sa.Column("value", sa.String(length=320), nullable=False),
        sa.Column("before", Json, nullable=False),
        sa.Column("removed", sa.String(length=320), nullable=False),
        sa.Column("undone_at", Moment(), nullable=True),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_identity_changes_player_id_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_identity_changes")),
    )
    op.create_table(
        "sessions",
        sa.Column("mark", sa.String(length=64), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("address", sa.String(length=320), nullable=False),
        sa.Column("browser", sa.String(length=40), nullable=False),
        sa.Column("created_at", Moment(), nullable=False),
        sa.Column("seen_at", Moment(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_sessions_player_id_players")),
        sa.PrimaryKeyConstraint("mark", name=op.f("pk_sessions")),
    )
    for table, columns in _INDEXES.items():
        for column in columns:
            op.create_index(f"ix_{table}_{column}", table, [column])


def downgrade() -> None:
    for table in _INDEXES:
        op.drop_table(table)
    with op.batch_alter_table("players", schema=None) as batch_op:
        batch_op.drop_column("address_since")
