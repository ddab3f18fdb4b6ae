"""How often players have played and met is kept as sums, for their pages.

Matches that a program of the version before archives from now on are counted by the sweep: their rows have version 1.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0042"
down_revision = "0041"
branch_labels = None
depends_on = None
rolling = True

_PLAYERS = sa.text("""
INSERT INTO player_tallies (player_id, game, matches, first, "left")
SELECT player_id, game, count(*), sum(CASE WHEN place = 1 THEN 1 ELSE 0 END), sum(CASE WHEN "left" THEN 1 ELSE 0 END)
FROM archived_people WHERE player_id IS NOT NULL AND NOT private GROUP BY player_id, game
""")
_OPPONENTS = sa.text("""
INSERT INTO opponent_tallies (player_id, opponent, game, matches, ahead, level, behind)
SELECT own.player_id, coalesce(other.player_id, 0), own.game, count(*),
    sum(CASE WHEN own.place < other.place THEN 1 ELSE 0 END),
    sum(CASE WHEN own.place = other.place THEN 1 ELSE 0 END),
    sum(CASE WHEN own.place > other.place THEN 1 ELSE 0 END)
FROM archived_people AS own JOIN archived_people AS other
    ON other.match_id = own.match_id AND other.person <> own.person
WHERE own.player_id IS NOT NULL AND NOT own.private GROUP BY own.player_id, coalesce(other.player_id, 0), own.game
""")
_VERSION = "UPDATE matches SET archive_version = {} WHERE archive_version = {}"


def upgrade() -> None:
    op.create_table(
        "player_tallies",
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("left", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_player_tallies_player_id_players"),
        sa.PrimaryKeyConstraint("player_id", "game", name="pk_player_tallies"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "opponent_tallies",
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("opponent", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("ahead", sa.Integer(), nullable=False),
        sa.Column("level", sa.Integer(), nullable=False),
        sa.Column("behind", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_opponent_tallies_player_id_players"),
        sa.PrimaryKeyConstraint("player_id", "opponent", "game", name="pk_opponent_tallies"),
        sqlite_with_rowid=False,
    )
    op.execute(_PLAYERS)
    op.execute(_OPPONENTS)
    op.create_index("ix_opponent_tallies_most", "opponent_tallies", ["player_id", "matches", "game", "opponent"])
    op.execute(sa.text(_VERSION.format(2, 1)))


def downgrade() -> None:
    op.execute(sa.text(_VERSION.format(1, 2)))
    op.drop_table("opponent_tallies")
    op.drop_table("player_tallies")
