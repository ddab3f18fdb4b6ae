"""Finds an entry by the beginning of its digest, as the last lines of letters have it."""

from __future__ import annotations

import hashlib

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None
rolling = True


def upgrade() -> None:
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.add_column(sa.Column("first_digest", sa.String(length=64), nullable=True))
        batch_op.create_index(batch_op.f("ix_matches_first_digest"), ["first_digest"], unique=False)
    with op.batch_alter_table("entries", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_entries_digest"), ["digest"], unique=False)
    matches = sa.table("matches", sa.column("id"), sa.column("header", sa.LargeBinary), sa.column("first_digest"))
    connection = op.get_bind()
    for number, header in connection.execute(sa.select(matches.c.id, matches.c.header)).fetchall():
        if header is not None:
            digest = hashlib.sha256(header).hexdigest()
            connection.execute(matches.update().where(matches.c.id == number).values(first_digest=digest))


def downgrade() -> None:
    with op.batch_alter_table("entries", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_entries_digest"))
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_matches_first_digest"))
        batch_op.drop_column("first_digest")
