"""The seeds that were drawn for matches that were never made are found by their age."""

from alembic import op

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None
rolling = True


def upgrade() -> None:
    op.create_index("ix_drawn_seeds_asked_at", "drawn_seeds", ["asked_at"])


def downgrade() -> None:
    op.drop_index("ix_drawn_seeds_asked_at", "drawn_seeds")
