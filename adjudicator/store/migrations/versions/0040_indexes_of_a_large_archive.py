"""A large archive is searched by the number of seats, and seats that players left are found, by an index."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0040"
down_revision = "0038"
branch_labels = None
depends_on = None
rolling = True

_INDEXES = (
    ["private", "seats", "ended_at", "match_id"],
    ["private", "game", "seats", "ended_at", "match_id"],
    ["private", "game", "shared", "ended_at", "match_id"],
)
_NAMES = (
    ("ix_archived_names_word", ["private", "word", "ended_at", "match_id", "person", "place"]),
    ("ix_archived_names_game_word", ["private", "word", "game", "ended_at", "match_id", "person", "place"]),
)
_NARROWER = (["private", "word", "ended_at", "match_id"], ["private", "word", "game", "ended_at", "match_id"])
_LEFT = sa.text(
    "UPDATE matches SET seats_left = true WHERE id IN (SELECT match_id FROM seats WHERE vacant_at IS NOT NULL)"
)


def upgrade() -> None:
    for names in _INDEXES:
        op.create_index(f"ix_archived_matches_{'_'.join(names)}", "archived_matches", names)
    for narrower, (name, names) in zip(_NARROWER, _NAMES, strict=True):
        op.create_index(name, "archived_names", names)
        op.drop_index(f"ix_archived_names_{'_'.join(narrower)}", "archived_names")
    # Not in a batch: that would copy the whole table on SQLite, some GB in a large archive.
    op.add_column("matches", sa.Column("seats_left", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.execute(_LEFT)
    op.create_index("ix_matches_seats_left_state_since_id", "matches", ["seats_left", "state", "since", "id"])


def downgrade() -> None:
    op.drop_index("ix_matches_seats_left_state_since_id", "matches")
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.drop_column("seats_left")
    for narrower, (name, _) in zip(_NARROWER, _NAMES, strict=True):
        op.create_index(f"ix_archived_names_{'_'.join(narrower)}", "archived_names", narrower)
        op.drop_index(name, "archived_names")
    for names in _INDEXES:
        op.drop_index(f"ix_archived_matches_{'_'.join(names)}", "archived_matches")
