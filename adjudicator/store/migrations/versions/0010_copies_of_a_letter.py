"""A digest of the content, by which copies of a letter to several addresses are recognized."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None
rolling = True


def upgrade() -> None:
    op.add_column("inbox", sa.Column("content", sa.String(length=64), nullable=True))
    op.create_index(op.f("ix_inbox_content"), "inbox", ["content"])


def downgrade() -> None:
    op.drop_index(op.f("ix_inbox_content"), "inbox")
    with op.batch_alter_table("inbox", schema=None) as batch_op:
        batch_op.drop_column("content")
