"""Search index of the archive. The periodic sweep fills it, some hundred matches at a time."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from adjudicator.store.columns import Moment

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None
rolling = True

_ORDER = ["ended_at", "match_id"]
_INDEXES = {
    "archived_matches": (
        ["private", *_ORDER],
        ["private", "game", *_ORDER],
        ["private", "kind", *_ORDER],
        ["private", "game", "kind", *_ORDER],
        ["private", "shared", *_ORDER],
    ),
    "archived_names": (["private", "word", *_ORDER], ["private", "word", "game", *_ORDER]),
    "archived_options": (["private", "game", "name", "value", *_ORDER],),
}


def upgrade() -> None:
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.add_column(sa.Column("archived", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.create_index(op.f("ix_matches_archived_state_id"), "matches", ["archived", "state", "id"])
    _create(
        "archived_matches",
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("shared", sa.Boolean(), nullable=False),
    )
    _create(
        "archived_names",
        sa.Column("person", sa.Integer(), nullable=False),
        sa.Column("word", sa.String(length=80), nullable=False),
        sa.Column("place", sa.Integer(), nullable=True),
        key=("match_id", "person", "word"),
    )
    _create(
        "archived_options",
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("value", sa.String(length=40), nullable=False),
        key=("match_id", "name"),
    )


def _create(table: str, *columns: sa.Column[object], key: tuple[str, ...] = ("match_id",)) -> None:
    op.create_table(
        table,
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("private", sa.Boolean(), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("ended_at", Moment(), nullable=False),
        *columns,
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f(f"fk_{table}_match_id_matches"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint(*key, name=op.f(f"pk_{table}")),
    )
    for names in _INDEXES[table]:
        op.create_index(op.f(f"ix_{table}_{'_'.join(names)}"), table, names)


def downgrade() -> None:
    for table in _INDEXES:
        op.drop_table(table)
    op.drop_index(op.f("ix_matches_archived_state_id"), "matches")
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.drop_column("archived")
