"""Plans of players, and habits: things to do whenever they come up. Both are sealed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None
rolling = True


def upgrade() -> None:
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.add_column(sa.Column("plan", sa.LargeBinary(), nullable=True))
        batch_op.add_column(sa.Column("habits", sa.LargeBinary(), nullable=True))
    with op.batch_alter_table("players", schema=None) as batch_op:
        batch_op.add_column(sa.Column("habits", sa.LargeBinary(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("players", schema=None) as batch_op:
        batch_op.drop_column("habits")
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.drop_column("habits")
        batch_op.drop_column("plan")
