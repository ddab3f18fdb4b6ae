"""Entries that stay known after a ruling of the host has taken steps back, as far as they are not shown again yet."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from adjudicator.store.columns import Json

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None
rolling = True


def upgrade() -> None:
    op.add_column("matches", sa.Column("stays_known", Json, server_default="[]", nullable=False))


def downgrade() -> None:
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.drop_column("stays_known")
