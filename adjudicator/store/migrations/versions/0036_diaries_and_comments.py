"""Diaries, comments on finished matches, whether a player is told of comments, and what ties a rematch's seed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from adjudicator.store.columns import Json, Moment

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None
rolling = True


def upgrade() -> None:
    op.create_table(
        "diary_entries",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.Column("sealed", sa.LargeBinary(), nullable=False),
        sa.Column("hidden_because", sa.Text(), server_default="", nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_diary_entries_match_id_matches"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name=op.f("fk_diary_entries_player_id_players"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_diary_entries")),
        sa.UniqueConstraint("match_id", "player_id", "number", name=op.f("uq_diary_entries_match_id_player_id_number")),
    )
    op.create_index(op.f("ix_diary_entries_player_id"), "diary_entries", ["player_id"])
    op.create_table(
        "comments",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("answers", sa.Integer(), nullable=True),
        sa.Column("author_id", sa.Integer(), nullable=True),
        sa.Column("at", Moment(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("line", Json, server_default="[]", nullable=False),
        sa.Column("struck_at", Moment(), nullable=True),
        sa.Column("hidden_because", sa.Text(), server_default="", nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_comments_match_id_matches"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["author_id"], ["players.id"], name=op.f("fk_comments_author_id_players"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_comments")),
        sa.UniqueConstraint("match_id", "n", "number", name=op.f("uq_comments_match_id_n_number")),
    )
    op.create_index(op.f("ix_comments_author_id_at"), "comments", ["author_id", "at"])
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.add_column(sa.Column("rematch_word", sa.String(length=200), server_default="", nullable=False))
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.add_column(sa.Column("rematch_drawn", sa.String(length=8), server_default="", nullable=False))
    with op.batch_alter_table("players", schema=None) as batch_op:
        batch_op.add_column(sa.Column("comment_news", sa.Boolean(), server_default=sa.true(), nullable=False))


def downgrade() -> None:
    with op.batch_alter_table("players", schema=None) as batch_op:
        batch_op.drop_column("comment_news")
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.drop_column("rematch_drawn")
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.drop_column("rematch_word")
    for table in ("comments", "diary_entries"):
        op.drop_table(table)
