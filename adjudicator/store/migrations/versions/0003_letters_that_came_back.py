"""Bounces, absences, stopped clocks, and merged letters."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from adjudicator.store.columns import Moment

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None
rolling = True


def upgrade() -> None:
    with op.batch_alter_table("players", schema=None) as batch_op:
        batch_op.add_column(sa.Column("away_until", Moment(), nullable=True))
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.add_column(sa.Column("stopped_at", Moment(), nullable=True))
        batch_op.add_column(sa.Column("seconds_left", sa.Integer(), nullable=True))
        batch_op.create_index(batch_op.f("ix_matches_stopped_at"), ["stopped_at"], unique=False)
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.add_column(sa.Column("true_until", Moment(), nullable=True))
        batch_op.add_column(sa.Column("gist", sa.Text(), nullable=False, server_default=""))
    _returned()
    _absences()
    op.create_table(
        "paces",
        sa.Column("domain", sa.String(length=255), nullable=False),
        sa.Column("since", Moment(), nullable=False),
        sa.Column("sent", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("domain", name=op.f("pk_paces")),
    )


def _returned() -> None:
    op.create_table(
        "returned",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("outbox_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.Column("dead", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["outbox_id"], ["outbox.id"], name=op.f("fk_returned_outbox_id_outbox"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_returned_player_id_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_returned")),
        sa.UniqueConstraint("outbox_id", name=op.f("uq_returned_outbox_id")),
    )
    with op.batch_alter_table("returned", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_returned_player_id"), ["player_id"], unique=False)


def _absences() -> None:
    op.create_table(
        "absences",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("since", Moment(), nullable=False),
        sa.Column("until", Moment(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_absences_player_id_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_absences")),
    )
    with op.batch_alter_table("absences", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_absences_player_id"), ["player_id"], unique=False)


def downgrade() -> None:
    for table in ("paces", "absences", "returned"):
        op.drop_table(table)
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.drop_column("gist")
        batch_op.drop_column("true_until")
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_matches_stopped_at"))
        batch_op.drop_column("seconds_left")
        batch_op.drop_column("stopped_at")
    with op.batch_alter_table("players", schema=None) as batch_op:
        batch_op.drop_column("away_until")
