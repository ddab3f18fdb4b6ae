"""Further addresses, keys, revoked reply addresses, and suppressed addresses."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from adjudicator.store.columns import Moment

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None
rolling = True


def upgrade() -> None:
    with op.batch_alter_table("players", schema=None) as batch_op:
        batch_op.add_column(sa.Column("key", sa.Text(), nullable=False, server_default=""))
        batch_op.add_column(sa.Column("key_required", sa.Boolean(), nullable=False, server_default=sa.false()))
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.add_column(sa.Column("epoch", sa.Integer(), nullable=False, server_default="0"))
    op.create_table(
        "addresses",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("address", sa.String(length=320), nullable=False),
        sa.Column("since", Moment(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_addresses_player_id_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_addresses")),
        sa.UniqueConstraint("address", name=op.f("uq_addresses_address")),
    )
    with op.batch_alter_table("addresses", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_addresses_player_id"), ["player_id"], unique=False)
    op.create_table(
        "closed_doors",
        sa.Column("mark", sa.String(length=64), nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.PrimaryKeyConstraint("mark", name=op.f("pk_closed_doors")),
    )


def downgrade() -> None:
    for table in ("closed_doors", "addresses"):
        op.drop_table(table)
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.drop_column("epoch")
    with op.batch_alter_table("players", schema=None) as batch_op:
        batch_op.drop_column("key_required")
        batch_op.drop_column("key")
