"""Reviews of the plans of a match, sealed, for their players alone until they publish them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None
rolling = True


def upgrade() -> None:
    op.create_table(
        "plan_reviews",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("sealed", sa.LargeBinary(), nullable=False),
        sa.Column("published", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_plan_reviews_match_id_matches"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name=op.f("fk_plan_reviews_player_id_players"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_plan_reviews")),
    )
    with op.batch_alter_table("plan_reviews", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_plan_reviews_match_id"), ["match_id"])
        batch_op.create_index(batch_op.f("ix_plan_reviews_player_id"), ["player_id"])


def downgrade() -> None:
    op.drop_table("plan_reviews")
