"""Statistics, openings and positions. The periodic sweep fills them, some hundred matches at a time."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None
rolling = True

_CELL = ["private", "rules", "seats", "options", "batch", "match_id"]
_KEYS = {
    "tallies": ("rules", "seats", "subject", "measure", "item"),
    "opening_tallies": ("position", "before", "winner", "began"),
    "counted_matches": ("match_id",),
    "archived_positions": ("position", "ended_at", "match_id"),
}


def upgrade() -> None:
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.add_column(sa.Column("counted", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.create_index(op.f("ix_matches_counted_state_id"), "matches", ["counted", "state", "id"])
    _create(
        "tallies",
        _text("rules", 40),
        _number("seats"),
        _text("subject", 82),
        _text("measure", 16),
        _text("item", 16),
        _number("count"),
    )
    _create(
        "opening_tallies",
        _large("position"),
        _large("before"),
        _text("winner", 16),
        sa.Column("began", sa.Boolean(), nullable=False),
        _number("count"),
    )
    _create(
        "counted_matches",
        _number("match_id"),
        sa.Column("private", sa.Boolean(), nullable=False),
        _text("rules", 40),
        _number("seats"),
        _text("options", 800),
        sa.Column("batch", sa.Integer(), nullable=True),
        _text("kind", 16),
        _text("firsts", 40),
        _number("opening"),
        _text("winner", 16),
        _number("turns"),
        sa.Column("pace", sa.Integer(), nullable=True),
        _match("counted_matches"),
    )
    op.create_index(op.f("ix_counted_matches_batch"), "counted_matches", ["batch"])
    op.create_index(op.f(f"ix_counted_matches_{'_'.join(_CELL)}"), "counted_matches", _CELL)
    _create(
        "archived_positions",
        _large("position"),
        _large("ended_at"),
        _number("match_id"),
        _number("n"),
        _match("archived_positions"),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_archived_positions_match_id"), "archived_positions", ["match_id"])


def _create(table: str, *parts: sa.Column[object] | sa.ForeignKeyConstraint, **options: bool) -> None:
    op.create_table(table, *parts, sa.PrimaryKeyConstraint(*_KEYS[table], name=op.f(f"pk_{table}")), **options)


def _text(name: str, length: int) -> sa.Column[object]:
    return sa.Column(name, sa.String(length=length), nullable=False)


def _number(name: str) -> sa.Column[object]:
    return sa.Column(name, sa.Integer(), nullable=False)


def _large(name: str) -> sa.Column[object]:
    return sa.Column(name, sa.BigInteger(), autoincrement=False, nullable=False)


def _match(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["match_id"], ["matches.id"], name=op.f(f"fk_{table}_match_id_matches"), ondelete="CASCADE"
    )


def downgrade() -> None:
    for table in _KEYS:
        op.drop_table(table)
    op.drop_index(op.f("ix_matches_counted_state_id"), "matches")
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.drop_column("counted")
