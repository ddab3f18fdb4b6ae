"""Messages to some players, notes to oneself, news that waits for a letter, and fewer letters as the usual choice.

Players who had the old usual choice, all letters, get the new one. A program of the version before writes nothing into
the new tables, and knows both choices.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from adjudicator.store.columns import Json, Moment

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None
rolling = True

_PLAYERS = sa.table("players", sa.column("letters", sa.String()))


def upgrade() -> None:
    op.create_table(
        "memos",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_memos_match_id_matches"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name=op.f("fk_memos_player_id_players"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("match_id", "player_id", name=op.f("pk_memos")),
    )
    op.create_table(
        "private_press",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("author_id", sa.Integer(), nullable=False),
        sa.Column("readers", Json, nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_private_press_match_id_matches"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["author_id"], ["players.id"], name=op.f("fk_private_press_author_id_players"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_private_press")),
    )
    op.create_index(op.f("ix_private_press_match_id"), "private_press", ["match_id"])
    op.create_index(op.f("ix_private_press_author_id"), "private_press", ["author_id"])
    op.create_table(
        "held_news",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("while_turn", sa.Integer(), nullable=True),
        sa.Column("at", Moment(), nullable=False),
        sa.Column("gist", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_held_news_match_id_matches"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name=op.f("fk_held_news_player_id_players"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_held_news")),
    )
    op.create_index(op.f("ix_held_news_player_id_match_id"), "held_news", ["player_id", "match_id"])
    op.create_index(op.f("ix_held_news_match_id"), "held_news", ["match_id"])
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.add_column(sa.Column("memos_changed_at", Moment(), nullable=True))
    op.execute(sa.update(_PLAYERS).where(_PLAYERS.c.letters == "all").values(letters="turns"))


def downgrade() -> None:
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.drop_column("memos_changed_at")
    for table in ("held_news", "private_press", "memos"):
        op.drop_table(table)
