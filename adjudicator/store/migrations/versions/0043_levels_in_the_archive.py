"""The archive knows at which level the house player sat at a match, and statistics how it did.

Matches with a seat of the house are archived anew by the sweep, which finds them by their version.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0043"
down_revision = "0042"
branch_labels = None
depends_on = None
rolling = True

_AS_THEY_ARE = sa.text("""
UPDATE matches SET archive_version = 3 WHERE archive_version = 2 AND NOT EXISTS (
    SELECT 1 FROM archived_people WHERE archived_people.match_id = matches.id AND archived_people.player_id IS NULL
)
""")
_ONE_HOUSE = sa.text("""
INSERT INTO opponent_tallies (player_id, opponent, game, matches, ahead, level, behind)
SELECT player_id, 0, game, sum(matches), sum(ahead), sum(level), sum(behind)
FROM opponent_tallies WHERE opponent < 0 GROUP BY player_id, game
ON CONFLICT (player_id, opponent, game) DO UPDATE SET
    matches = opponent_tallies.matches + excluded.matches, ahead = opponent_tallies.ahead + excluded.ahead,
    level = opponent_tallies.level + excluded.level, behind = opponent_tallies.behind + excluded.behind
""")


def upgrade() -> None:
    op.add_column("archived_people", sa.Column("level", sa.String(16), nullable=True))
    op.add_column("counted_matches", sa.Column("house", sa.String(80), server_default="", nullable=False))
    op.execute(_AS_THEY_ARE)


def downgrade() -> None:
    op.execute(_ONE_HOUSE)
    op.execute(sa.text("DELETE FROM opponent_tallies WHERE opponent < 0"))
    op.execute(sa.text("DELETE FROM tallies WHERE measure LIKE 'house%'"))
    op.execute(sa.text("UPDATE matches SET archive_version = 2 WHERE archive_version = 3"))
    op.drop_column("counted_matches", "house")
    op.drop_column("archived_people", "level")
