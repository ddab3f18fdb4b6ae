"""Who asked for a rematch, and the match that it became."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from adjudicator.store.columns import Moment

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None
rolling = True


def upgrade() -> None:
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.add_column(sa.Column("rematch", sa.String(length=8), server_default="", nullable=False))
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.add_column(sa.Column("rematch_at", Moment(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.drop_column("rematch_at")
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.drop_column("rematch")
