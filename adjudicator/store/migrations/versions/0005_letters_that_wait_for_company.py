"""An index of the letters that wait for another to take them along: few at a time, and asked for at every letter."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

PATIENT = sa.text("state = 'waiting' AND gist <> ''")


def upgrade() -> None:
    op.create_index(
        "ix_outbox_patient", "outbox", ["player_id", "match_id"], sqlite_where=PATIENT, postgresql_where=PATIENT
    )


def downgrade() -> None:
    op.drop_index("ix_outbox_patient", table_name="outbox")
