"""Public names of players, their pages, and the erasure of players."""

from __future__ import annotations

import secrets

import sqlalchemy as sa
from alembic import op

from adjudicator.store.columns import Json, Moment

revision = "0033"
down_revision = "0031"
branch_labels = None
depends_on = None
rolling = True

_ORDER = ["player_id", "private", "ended_at", "match_id"]


def upgrade() -> None:
    with op.batch_alter_table("players", schema=None) as batch_op:
        batch_op.add_column(sa.Column("shown", sa.String(length=16), server_default="name", nullable=False))
        batch_op.add_column(sa.Column("alias", sa.String(length=80), server_default="", nullable=False))
        batch_op.add_column(sa.Column("page_key", sa.String(length=16), nullable=True))
        batch_op.add_column(sa.Column("erased_at", Moment(), nullable=True))
    _draw_page_keys()
    op.create_index(op.f("ix_players_page_key"), "players", ["page_key"], unique=True)
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.add_column(sa.Column("archive_version", sa.Integer(), server_default="0", nullable=False))
    op.create_index(op.f("ix_matches_archive_version_state_id"), "matches", ["archive_version", "state", "id"])
    op.create_table(
        "archived_people",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("person", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("private", sa.Boolean(), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.Column("left", sa.Boolean(), nullable=False),
        sa.Column("ended_at", Moment(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_archived_people_match_id_matches"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_archived_people_player_id_players")),
        sa.PrimaryKeyConstraint("match_id", "person", name=op.f("pk_archived_people")),
    )
    op.create_index(op.f(f"ix_archived_people_{'_'.join(_ORDER)}"), "archived_people", _ORDER)
    op.create_table(
        "erasures",
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("words", Json, nullable=False),
        sa.Column("outbox_done", sa.Integer(), nullable=False),
        sa.Column("outbox_last", sa.Integer(), nullable=False),
        sa.Column("inbox_done", sa.Integer(), nullable=False),
        sa.Column("inbox_last", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_erasures_player_id_players")),
        sa.PrimaryKeyConstraint("player_id", name=op.f("pk_erasures")),
    )


def _draw_page_keys() -> None:
    connection = op.get_bind()
    players = sa.table("players", sa.column("id"), sa.column("page_key"))
    for number in connection.scalars(sa.select(players.c.id)).all():
        connection.execute(players.update().where(players.c.id == number).values(page_key=secrets.token_hex(5)))


def downgrade() -> None:
    op.drop_table("erasures")
    op.drop_table("archived_people")
    op.drop_index(op.f("ix_matches_archive_version_state_id"), "matches")
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.drop_column("archive_version")
    op.drop_index(op.f("ix_players_page_key"), "players")
    with op.batch_alter_table("players", schema=None) as batch_op:
        batch_op.drop_column("erased_at")
        batch_op.drop_column("page_key")
        batch_op.drop_column("alias")
        batch_op.drop_column("shown")
