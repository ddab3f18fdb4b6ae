"""The facts of each running turn's clock, the accounts of seats, and pauses, in place of a few moments.

A turn that runs keeps its deadline, or what was left of its time while its clock stands: the migration writes a clock
with that budget. Not rolling: a program of the version before would look for the columns that go.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from alembic import op

from adjudicator.store.columns import Json, Moment

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None
rolling = False

_MATCHES = sa.table(
    "matches",
    sa.column("id", sa.Integer()),
    sa.column("state", sa.String()),
    sa.column("awaited_id", sa.Integer()),
    sa.column("since", Moment()),
    sa.column("due_at", Moment()),
    sa.column("overdue_at", Moment()),
    sa.column("stopped_at", Moment()),
    sa.column("stopped_until", Moment()),
    sa.column("seconds_left", sa.Integer()),
    sa.column("clock", Json),
    sa.column("next_at", Moment()),
)
_SEATS = sa.table(
    "seats",
    sa.column("id", sa.Integer()),
    sa.column("bounced_seconds", sa.Integer()),
    sa.column("account", Json),
)
_PLAYERS = sa.table(
    "players", sa.column("id", sa.Integer()), sa.column("zone", sa.String()), sa.column("away_until", Moment())
)


def upgrade() -> None:
    with op.batch_alter_table("players", schema=None) as batch_op:
        batch_op.add_column(sa.Column("time_changed_at", Moment(), nullable=True))
        batch_op.add_column(sa.Column("zone_credited_at", Moment(), nullable=True))
    op.create_index(op.f("ix_players_time_changed_at"), "players", ["time_changed_at"])
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.add_column(sa.Column("clock", Json, nullable=True))
        batch_op.add_column(sa.Column("pauses", Json, nullable=True))
        batch_op.add_column(sa.Column("next_at", Moment(), nullable=True))
        batch_op.add_column(sa.Column("reminded_due_at", Moment(), nullable=True))
        batch_op.add_column(sa.Column("letter_held", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("seats", sa.Column("account", Json, nullable=True))
    _write_clocks()
    for name in ("overdue_at_due_at", "awaited_id_stopped_at", "stopped_at_awaited_id_id", "stopped_until"):
        op.drop_index(op.f(f"ix_matches_{name}"), "matches")
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.drop_column("stopped_until")
        batch_op.drop_column("seconds_left")
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.drop_column("bounced_seconds")
    op.create_index(op.f("ix_matches_next_at"), "matches", ["next_at"])
    op.create_index(op.f("ix_matches_letter_held"), "matches", ["letter_held"])
    op.create_index(op.f("ix_matches_awaited_id"), "matches", ["awaited_id"])


def _write_clocks() -> None:
    connection = op.get_bind()
    for seat, seconds in connection.execute(
        sa.select(_SEATS.c.id, _SEATS.c.bounced_seconds).where(_SEATS.c.bounced_seconds > 0)
    ).all():
        connection.execute(
            sa.update(_SEATS).where(_SEATS.c.id == seat).values(account={"bank": None, "bounced": seconds})
        )
    running = (
        sa.select(_MATCHES, _PLAYERS.c.zone, _PLAYERS.c.away_until)
        .join(_PLAYERS, _PLAYERS.c.id == _MATCHES.c.awaited_id)
        .where(_MATCHES.c.state == "running")
    )
    for match in connection.execute(running).all():
        clock, next_at = _clock_of(match)
        values = {"clock": clock, "next_at": next_at}
        connection.execute(sa.update(_MATCHES).where(_MATCHES.c.id == match.id).values(**values))


def _clock_of(match: Any) -> tuple[dict[str, object], datetime | None]:
    """Write the clock of a running turn, and when the sweep has to look at it."""
    calendar = {"zone": match.zone or "UTC"}
    since = int((match.since or datetime.now(UTC)).timestamp())
    if match.stopped_at is not None:
        begun = int(match.stopped_at.timestamp())
        kind, end = ("bounce", None)
        if match.stopped_until is None:
            kind, end = "absence", int((match.away_until or match.stopped_at).timestamp())
        stops = [[kind, begun] if end is None else [kind, begun, end]]
        clock = {"since": begun, "budget": match.seconds_left, "calendar": calendar, "stops": stops}
        return clock, match.stopped_at
    if match.due_at is None:
        return {"since": since, "budget": None, "calendar": calendar}, match.since
    due = int(match.due_at.timestamp())
    clock = {"since": since, "budget": max(0, due - since), "calendar": calendar, "rounding": 0}
    if match.overdue_at is not None:
        clock["flagged"] = due
    return clock, match.due_at


def downgrade() -> None:
    op.drop_index(op.f("ix_matches_awaited_id"), "matches")
    op.drop_index(op.f("ix_matches_letter_held"), "matches")
    op.drop_index(op.f("ix_matches_next_at"), "matches")
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.add_column(sa.Column("bounced_seconds", sa.Integer(), server_default="0", nullable=False))
        batch_op.drop_column("account")
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.add_column(sa.Column("seconds_left", sa.Integer(), nullable=True))
        batch_op.add_column(sa.Column("stopped_until", Moment(), nullable=True))
        for name in ("letter_held", "reminded_due_at", "next_at", "pauses", "clock"):
            batch_op.drop_column(name)
    op.create_index(op.f("ix_matches_stopped_until"), "matches", ["stopped_until"])
    op.create_index(op.f("ix_matches_stopped_at_awaited_id_id"), "matches", ["stopped_at", "awaited_id", "id"])
    op.create_index(op.f("ix_matches_awaited_id_stopped_at"), "matches", ["awaited_id", "stopped_at"])
    op.create_index(op.f("ix_matches_overdue_at_due_at"), "matches", ["overdue_at", "due_at"])
    op.drop_index(op.f("ix_players_time_changed_at"), "players")
    with op.batch_alter_table("players", schema=None) as batch_op:
        batch_op.drop_column("zone_credited_at")
        batch_op.drop_column("time_changed_at")
