"""When players want a digest, what each one listed, and the parts of an answer to one."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from adjudicator.store.columns import Json, Moment

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None
rolling = True


def upgrade() -> None:
    with op.batch_alter_table("players", schema=None) as batch_op:
        batch_op.add_column(sa.Column("digest", Json, nullable=True))
        batch_op.add_column(sa.Column("digest_at", Moment(), nullable=True))
        batch_op.add_column(sa.Column("turns_in_digest", sa.Boolean(), server_default=sa.false(), nullable=False))
        batch_op.create_index(batch_op.f("ix_players_digest_at"), ["digest_at"])
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.add_column(sa.Column("digest_until", Moment(), nullable=True))
    op.create_table(
        "digests",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("created_at", Moment(), nullable=False),
        sa.Column("listed", Json, nullable=False),
        sa.Column("revoked", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_digests_player_id_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_digests")),
        sa.UniqueConstraint("player_id", "number", "id", name=op.f("uq_digests_player_id_number_id")),
    )
    op.create_table(
        "digest_parts",
        sa.Column("inbox_id", sa.Integer(), nullable=False),
        sa.Column("answer_id", sa.Integer(), nullable=False),
        sa.Column("code", sa.String(length=8), nullable=False),
        sa.Column("text", sa.Text(), server_default="", nullable=False),
        sa.Column("board", sa.Text(), server_default="", nullable=False),
        sa.Column("attached", Json, server_default="[]", nullable=False),
        sa.ForeignKeyConstraint(
            ["inbox_id"], ["inbox.id"], name=op.f("fk_digest_parts_inbox_id_inbox"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["answer_id"], ["inbox.id"], name=op.f("fk_digest_parts_answer_id_inbox"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("inbox_id", name=op.f("pk_digest_parts")),
    )
    op.create_index(op.f("ix_digest_parts_answer_id"), "digest_parts", ["answer_id"])


def downgrade() -> None:
    op.drop_table("digest_parts")
    op.drop_table("digests")
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.drop_column("digest_until")
    with op.batch_alter_table("players", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_players_digest_at"))
        batch_op.drop_column("turns_in_digest")
        batch_op.drop_column("digest_at")
        batch_op.drop_column("digest")
