"""The number of proposals at a match, so that letters of the others need not look for any.

Not rolling: a program of the version before would open proposals without counting them.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None
rolling = False


def upgrade() -> None:
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.add_column(sa.Column("proposal_count", sa.Integer(), server_default="0", nullable=False))
    matches = sa.table("matches", sa.column("id", sa.Integer()), sa.column("proposal_count", sa.Integer()))
    made = sa.table("proposals", sa.column("match_id", sa.Integer()), sa.column("number", sa.Integer()))
    last = sa.select(sa.func.max(made.c.number)).where(made.c.match_id == matches.c.id).scalar_subquery()
    op.execute(matches.update().values(proposal_count=last).where(matches.c.id.in_(sa.select(made.c.match_id))))


def downgrade() -> None:
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.drop_column("proposal_count")
