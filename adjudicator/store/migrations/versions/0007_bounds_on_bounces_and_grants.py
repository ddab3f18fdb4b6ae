"""Bounces stop a clock for a bounded time, grants are counted, and a seat outlives the player who resigned it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from adjudicator.store.columns import Moment

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None
rolling = True


def upgrade() -> None:
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.add_column(sa.Column("stopped_until", Moment(), nullable=True))
        batch_op.create_index(batch_op.f("ix_matches_stopped_until"), ["stopped_until"], unique=False)
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.add_column(sa.Column("bounced_seconds", sa.Integer(), nullable=False, server_default="0"))
        batch_op.add_column(sa.Column("resigned_at", Moment(), nullable=True))
    op.create_table(
        "grants",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("days", sa.Integer(), nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_grants_match_id_matches"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_grants")),
    )
    op.create_index(op.f("ix_grants_match_id_turn"), "grants", ["match_id", "turn"])


def downgrade() -> None:
    op.drop_table("grants")
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.drop_column("resigned_at")
        batch_op.drop_column("bounced_seconds")
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_matches_stopped_until"))
        batch_op.drop_column("stopped_until")
