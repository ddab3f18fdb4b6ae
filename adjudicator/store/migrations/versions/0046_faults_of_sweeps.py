"""The sweep notes the rows on which it failed, and goes on with the others."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from adjudicator.store.columns import Moment

revision = "0046"
down_revision = "0044"
branch_labels = None
depends_on = None
rolling = True


def upgrade() -> None:
    op.create_table(
        "sweep_faults",
        sa.Column("task", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("since", Moment(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("retry_at", Moment(), nullable=False),
        sa.Column("trace", sa.Text(), nullable=False),
        sa.Column("told_at", Moment(), nullable=True),
        sa.PrimaryKeyConstraint("task", "number", name="pk_sweep_faults"),
    )
    op.create_index("ix_sweep_faults_told_at", "sweep_faults", ["told_at"])


def downgrade() -> None:
    op.drop_index("ix_sweep_faults_told_at", "sweep_faults")
    op.drop_table("sweep_faults")
