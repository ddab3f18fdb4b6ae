"""Outages of the service, and the outage that moved a deadline."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from adjudicator.store.columns import Moment

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None
rolling = True


def upgrade() -> None:
    op.create_table(
        "outages",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("since", Moment(), nullable=False),
        sa.Column("until", Moment(), nullable=False),
        sa.Column("settled_at", Moment(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outages")),
    )
    op.create_index(op.f("ix_outages_settled_at"), "outages", ["settled_at"])
    op.create_index(op.f("ix_outages_until"), "outages", ["until"])
    op.add_column("matches", sa.Column("outage_id", sa.Integer(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.drop_column("outage_id")
    op.drop_index(op.f("ix_outages_until"), "outages")
    op.drop_index(op.f("ix_outages_settled_at"), "outages")
    op.drop_table("outages")
