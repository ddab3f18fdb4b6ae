"""Time as players set it: absences with a beginning, free times, and the terms of a match.

The absences of a player become one value in their row. Not rolling: a program of the version before would look for the
table of absences.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from adjudicator.store.columns import Json, Moment

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None
rolling = False

_PLAYERS = sa.table(
    "players", sa.column("id", sa.Integer()), sa.column("zone", sa.String()), sa.column("absences", Json)
)
_ABSENCES = sa.table(
    "absences", sa.column("player_id", sa.Integer()), sa.column("since", Moment()), sa.column("until", Moment())
)


def upgrade() -> None:
    with op.batch_alter_table("players", schema=None) as batch_op:
        batch_op.add_column(sa.Column("away_next", Moment(), nullable=True))
        batch_op.add_column(sa.Column("absences", Json, nullable=True))
        batch_op.add_column(sa.Column("absences_auto", sa.Boolean(), server_default=sa.true(), nullable=False))
        batch_op.add_column(sa.Column("away_letters", sa.String(length=16), server_default="ask", nullable=False))
        batch_op.add_column(sa.Column("free_times", Json, nullable=True))
        batch_op.add_column(sa.Column("days_off_changed_at", Moment(), nullable=True))
    op.create_index(op.f("ix_players_away_next"), "players", ["away_next"])
    op.add_column("matches", sa.Column("terms", Json, nullable=True))
    _move_absences()
    op.drop_index(op.f("ix_absences_player_id"), "absences")
    op.drop_table("absences")


def _move_absences() -> None:
    connection = op.get_bind()
    announced: dict[int, list[tuple[int, int, str]]] = {}
    rows = connection.execute(
        sa.select(_ABSENCES.c.player_id, _ABSENCES.c.since, _ABSENCES.c.until, _PLAYERS.c.zone)
        .join(_PLAYERS, _PLAYERS.c.id == _ABSENCES.c.player_id)
        .order_by(_ABSENCES.c.since)
    )
    for player, since, until, zone in rows:
        known = announced.setdefault(player, [])
        begin, end = int(since.timestamp()), int(until.timestamp())
        if known and begin <= known[-1][1]:
            known[-1] = (known[-1][0], max(end, known[-1][1]), zone)
        else:
            known.append((begin, end, zone))
    for player, absences in announced.items():
        connection.execute(sa.update(_PLAYERS).where(_PLAYERS.c.id == player).values(absences={"announced": absences}))


def downgrade() -> None:
    op.create_table(
        "absences",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("since", Moment(), nullable=False),
        sa.Column("until", Moment(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_absences_player_id_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_absences")),
    )
    op.create_index(op.f("ix_absences_player_id"), "absences", ["player_id"])
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.drop_column("terms")
    op.drop_index(op.f("ix_players_away_next"), "players")
    with op.batch_alter_table("players", schema=None) as batch_op:
        for name in ("days_off_changed_at", "free_times", "away_letters", "absences_auto", "absences", "away_next"):
            batch_op.drop_column(name)
