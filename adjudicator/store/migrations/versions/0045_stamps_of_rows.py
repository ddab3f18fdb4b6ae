"""Links and addresses name a row by its number and its moment of creation; letters are found by their destination.

Links and addresses without that moment name rows from before now. Programs of the version before would refuse answers
to the new addresses, and would not store the destinations of letters.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0045"
down_revision = "0044"
branch_labels = None
depends_on = None
rolling = False

_SWEEPS = sa.table("sweeps", sa.column("name", sa.String), sa.column("last_at", sa.DateTime(timezone=True)))
_NAME = "stamps of rows"
_INBOX = sa.table("inbox", *(sa.column(name) for name in ("id", "recipient", "state", "destination")))
_SEAT = re.compile(r"[+-]([a-z0-9]{1,8})-([0-9]{1,2})-[0-9]+(?:-[0-9]+)?-[a-z2-7]{16}@")
_NUMBERED = re.compile(r"[+-](digest|confirm)-([0-9]{1,10})-[a-z2-7]{16}@")


def upgrade() -> None:
    now = datetime.now(UTC)
    moment = now.replace(tzinfo=None) if op.get_bind().dialect.name == "sqlite" else now
    op.execute(_SWEEPS.insert().values(name=_NAME, last_at=moment))
    op.add_column("inbox", sa.Column("destination", sa.String(32), server_default="", nullable=False))
    unjudged = sa.select(_INBOX.c.id, _INBOX.c.recipient).where(_INBOX.c.state.in_(["waiting", "aside"]))
    for number, recipient in op.get_bind().execute(unjudged).all():
        if destination := _destination(recipient.lower()):
            op.execute(_INBOX.update().where(_INBOX.c.id == number).values(destination=destination))


def _destination(recipient: str) -> str:
    if numbered := _NUMBERED.search(recipient):
        return f"{'digest' if numbered[1] == 'digest' else 'request'} {numbered[2]}"
    seat = _SEAT.search(recipient)
    return f"match {seat[1]} {seat[2]}" if seat else ""


def downgrade() -> None:
    op.drop_column("inbox", "destination")
    op.execute(_SWEEPS.delete().where(_SWEEPS.c.name == _NAME))
