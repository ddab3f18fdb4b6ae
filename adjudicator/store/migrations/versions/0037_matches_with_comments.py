"""The archive can be searched for matches with diaries or comments."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None
rolling = True

_INDEXES = (
    ["private", "annotated", "ended_at", "match_id"],
    ["private", "annotated", "game", "ended_at", "match_id"],
)


def upgrade() -> None:
    with op.batch_alter_table("archived_matches", schema=None) as batch_op:
        batch_op.add_column(sa.Column("annotated", sa.Boolean(), server_default=sa.false(), nullable=False))
        for names in _INDEXES:
            batch_op.create_index(batch_op.f(f"ix_archived_matches_{'_'.join(names)}"), names)


def downgrade() -> None:
    with op.batch_alter_table("archived_matches", schema=None) as batch_op:
        for names in _INDEXES:
            batch_op.drop_index(batch_op.f(f"ix_archived_matches_{'_'.join(names)}"))
        batch_op.drop_column("annotated")
