"""A form, and whatever else we make a letter of, is its player's, whatever their address is when it is judged."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0047"
down_revision = "0046"
branch_labels = None
depends_on = None
rolling = True


def upgrade() -> None:
    op.add_column("inbox", sa.Column("player_id", sa.Integer(), nullable=True))


def downgrade() -> None:
    op.drop_column("inbox", "player_id")
