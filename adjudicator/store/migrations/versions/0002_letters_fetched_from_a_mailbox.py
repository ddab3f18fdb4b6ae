"""The table of letters fetched from an IMAP mailbox."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from adjudicator.store.columns import Moment

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None
rolling = True


def upgrade() -> None:
    op.create_table(
        "fetched",
        sa.Column("mailbox", sa.String(length=400), nullable=False),
        sa.Column("validity", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("uid", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column(
            "state",
            sa.Enum("taken", "foreign", "again", "aside", name="fetchstate", native_enum=False, length=16),
            nullable=False,
        ),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("why", sa.String(length=200), nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.PrimaryKeyConstraint("mailbox", "validity", "uid", name=op.f("pk_fetched")),
    )


def downgrade() -> None:
    op.drop_table("fetched")
