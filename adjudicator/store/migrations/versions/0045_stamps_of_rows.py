"""Links and addresses name a row by its number and its moment of creation. Those without name rows from before now.

Programs of the version before would refuse answers to the new addresses.
"""

from __future__ import annotations

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0045"
down_revision = "0043"
branch_labels = None
depends_on = None
rolling = False

_SWEEPS = sa.table("sweeps", sa.column("name", sa.String), sa.column("last_at", sa.DateTime(timezone=True)))
_NAME = "stamps of rows"


def upgrade() -> None:
    now = datetime.now(UTC)
    moment = now.replace(tzinfo=None) if op.get_bind().dialect.name == "sqlite" else now
    op.execute(_SWEEPS.insert().values(name=_NAME, last_at=moment))


def downgrade() -> None:
    op.execute(_SWEEPS.delete().where(_SWEEPS.c.name == _NAME))
