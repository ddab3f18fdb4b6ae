"""News and questions to the owner of a match before it begins."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from adjudicator.store.columns import Moment

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None
rolling = True

COLUMNS = ("offered_at", "silence_told_at", "owner_asked_at")


def upgrade() -> None:
    for name in COLUMNS:
        op.add_column("matches", sa.Column(name, Moment(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("matches", schema=None) as batch_op:
        for name in COLUMNS:
            batch_op.drop_column(name)
