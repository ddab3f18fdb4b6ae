"""Orders that wait for a second look, sealed, and which players want one."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from adjudicator.store.columns import Json, Moment

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None
rolling = True


def upgrade() -> None:
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.add_column(sa.Column("second_look", Json, nullable=True))
        batch_op.add_column(sa.Column("waiting_orders", sa.LargeBinary(), nullable=True))
        batch_op.add_column(sa.Column("orders_due_at", Moment(), nullable=True))
        batch_op.create_index(batch_op.f("ix_seats_orders_due_at"), ["orders_due_at"])
    with op.batch_alter_table("players", schema=None) as batch_op:
        batch_op.add_column(sa.Column("second_look", Json, nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("players", schema=None) as batch_op:
        batch_op.drop_column("second_look")
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_seats_orders_due_at"))
        batch_op.drop_column("orders_due_at")
        batch_op.drop_column("waiting_orders")
        batch_op.drop_column("second_look")
