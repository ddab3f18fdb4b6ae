"""Seeds of matches that were never made are found by their age, and the rules that were played by an index."""

from alembic import op

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None
rolling = True


def upgrade() -> None:
    op.create_index("ix_drawn_seeds_asked_at", "drawn_seeds", ["asked_at"])
    op.create_index("ix_matches_rules", "matches", ["rules"])


def downgrade() -> None:
    op.drop_index("ix_matches_rules", "matches")
    op.drop_index("ix_drawn_seeds_asked_at", "drawn_seeds")
