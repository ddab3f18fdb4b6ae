"""Who lends their seat finds their wishes for the match again when they come back: habits, reminders, a second look."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from adjudicator.store.columns import Json

revision = "0048"
down_revision = "0047"
branch_labels = None
depends_on = None
rolling = True


def upgrade() -> None:
    op.add_column("seats", sa.Column("lent_wishes", Json, nullable=True))


def downgrade() -> None:
    op.drop_column("seats", "lent_wishes")
