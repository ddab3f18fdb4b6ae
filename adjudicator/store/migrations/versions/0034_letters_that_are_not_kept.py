"""Letters that are emptied some time after their match, and how far the look through them has come."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from adjudicator.store.columns import Moment

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None
rolling = True

_KEPT = sa.text("letters_gone_at IS NULL AND finished_at IS NOT NULL")


def upgrade() -> None:
    for table in ("inbox", "outbox"):
        with op.batch_alter_table(table, schema=None) as batch_op:
            batch_op.add_column(sa.Column("emptied_at", Moment(), nullable=True))
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.add_column(sa.Column("letters_gone_at", Moment(), nullable=True))
    op.create_index("ix_matches_letters_kept", "matches", ["finished_at"], sqlite_where=_KEPT, postgresql_where=_KEPT)
    op.create_table(
        "progress",
        sa.Column("name", sa.String(length=32), nullable=False),
        sa.Column("row", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_progress")),
    )


def downgrade() -> None:
    op.drop_table("progress")
    op.drop_index("ix_matches_letters_kept", "matches")
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.drop_column("letters_gone_at")
    for table in ("outbox", "inbox"):
        with op.batch_alter_table(table, schema=None) as batch_op:
            batch_op.drop_column("emptied_at")
