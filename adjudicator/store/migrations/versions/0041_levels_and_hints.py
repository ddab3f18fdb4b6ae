"""The house player has levels, and gives hints in matches against it alone.

A house player that is there already keeps no level: it goes on under the name that its opponents know.
"""

import sqlalchemy as sa
from alembic import op

from adjudicator.store.columns import Moment

revision = "0041"
down_revision = "0040"
branch_labels = None
depends_on = None
rolling = True


def upgrade() -> None:
    op.add_column("seats", sa.Column("level", sa.String(16), nullable=True))
    op.create_table(
        "hints",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("chain", sa.String(64), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("by_mail", sa.Boolean(), nullable=False),
        sa.Column("asked_at", Moment(), nullable=False),
        sa.Column("step", sa.String(80), server_default="", nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_hints_match_id_matches", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_hints_player_id_players", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_hints"),
        sa.UniqueConstraint("match_id", "chain", name="uq_hints_match_id_chain"),
    )
    op.create_index("ix_hints_player_id_asked_at", "hints", ["player_id", "asked_at"])
    waiting = sa.text("step = ''")
    op.create_index("ix_hints_waiting", "hints", ["asked_at"], sqlite_where=waiting, postgresql_where=waiting)


def downgrade() -> None:
    op.drop_table("hints")
    op.drop_column("seats", "level")
