"""Reminders and quiet hours as players set them, letters that wait for the end of quiet hours, and calendars."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from adjudicator.store.columns import Json, Moment

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None
rolling = True


def upgrade() -> None:
    with op.batch_alter_table("players", schema=None) as batch_op:
        batch_op.add_column(sa.Column("reminders", Json, nullable=True))
        batch_op.add_column(sa.Column("quiet_hours", Json, nullable=True))
        batch_op.add_column(sa.Column("calendar_key", sa.String(length=32), server_default="", nullable=False))
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.add_column(sa.Column("reminders", Json, nullable=True))
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.add_column(sa.Column("reminded", Json, nullable=True))
        batch_op.add_column(sa.Column("deadline_moves", sa.Integer(), server_default="0", nullable=False))
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.add_column(sa.Column("held_until", Moment(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.drop_column("held_until")
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.drop_column("deadline_moves")
        batch_op.drop_column("reminded")
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.drop_column("reminders")
    with op.batch_alter_table("players", schema=None) as batch_op:
        batch_op.drop_column("calendar_key")
        batch_op.drop_column("quiet_hours")
        batch_op.drop_column("reminders")
