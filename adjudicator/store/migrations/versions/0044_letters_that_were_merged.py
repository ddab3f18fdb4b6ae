"""The outbox says which messages a letter has, which letter took it along, and when the relay first refused it.

Which letter took another along stood in its error, as "letter 12". A program of the version before still writes that
during a rolling upgrade: if such a letter told of a turn, and the other one leaves late, no time is given back for it.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from adjudicator.store.columns import Json, Moment

revision = "0044"
down_revision = "0043"
branch_labels = None
depends_on = None
rolling = True

_OUT_OF_ERRORS = """
UPDATE outbox SET joined_to = CAST(substr(error, 8) AS INTEGER), error = ''
WHERE state = 'joined' AND error LIKE 'letter %'
"""
_INTO_ERRORS = """
UPDATE outbox SET error = 'letter ' || joined_to WHERE state = 'joined' AND joined_to IS NOT NULL
"""


def upgrade() -> None:
    # No foreign key: programs of the version before would have to stop for it.
    op.add_column("outbox", sa.Column("joined_to", sa.Integer(), nullable=True))
    op.add_column("outbox", sa.Column("first_refused_at", Moment(), nullable=True))
    for table in ("outbox", "held_news"):
        op.add_column(table, sa.Column("messages", Json, nullable=True))
    op.execute(sa.text(_OUT_OF_ERRORS))


def downgrade() -> None:
    op.execute(sa.text(_INTO_ERRORS))
    for table in ("held_news", "outbox"):
        op.drop_column(table, "messages")
    op.drop_column("outbox", "first_refused_at")
    op.drop_column("outbox", "joined_to")
