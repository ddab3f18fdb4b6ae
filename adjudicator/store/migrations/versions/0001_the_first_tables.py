"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from adjudicator.store.columns import Json, Moment

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("code", sa.String(length=8), nullable=False),
        sa.Column("rules", sa.String(length=40), nullable=False),
        sa.Column("options", Json, nullable=False),
        sa.Column("days", sa.Integer(), nullable=True),
        sa.Column(
            "state",
            sa.Enum("inviting", "running", "finished", "cancelled", name="matchstate", native_enum=False, length=16),
            nullable=False,
        ),
        sa.Column("created_at", Moment(), nullable=False),
        sa.Column("started_at", Moment(), nullable=True),
        sa.Column("finished_at", Moment(), nullable=True),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("commitment", sa.String(length=64), nullable=False),
        sa.Column("deal", Json, nullable=True),
        sa.Column("position", sa.LargeBinary(), nullable=True),
        sa.Column("step_count", sa.Integer(), nullable=False),
        sa.Column("chain", sa.String(length=64), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("to_move", sa.Integer(), nullable=True),
        sa.Column("house_to_move", sa.Boolean(), nullable=False),
        sa.Column("since", Moment(), nullable=True),
        sa.Column("due_at", Moment(), nullable=True),
        sa.Column("remind_at", Moment(), nullable=True),
        sa.Column("overdue_at", Moment(), nullable=True),
        sa.Column("end", Json, nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_matches")),
        sa.UniqueConstraint("code", name=op.f("uq_matches_code")),
    )
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_matches_due_at"), ["due_at"], unique=False)
        batch_op.create_index(batch_op.f("ix_matches_house_to_move"), ["house_to_move"], unique=False)
        batch_op.create_index(batch_op.f("ix_matches_remind_at"), ["remind_at"], unique=False)
        batch_op.create_index(batch_op.f("ix_matches_state"), ["state"], unique=False)

    op.create_table(
        "players",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("address", sa.String(length=320), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("language", sa.String(length=8), nullable=False),
        sa.Column("zone", sa.String(length=64), nullable=False),
        sa.Column("layout", sa.String(length=16), nullable=False),
        sa.Column(
            "letters", sa.Enum("all", "turns", "none", name="letters", native_enum=False, length=16), nullable=False
        ),
        sa.Column("created_at", Moment(), nullable=False),
        sa.Column("bounced_at", Moment(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_players")),
        sa.UniqueConstraint("address", name=op.f("uq_players_address")),
    )
    op.create_table(
        "sweeps",
        sa.Column("name", sa.String(length=32), nullable=False),
        sa.Column("last_at", Moment(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_sweeps")),
    )
    op.create_table(
        "inbox",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("fingerprint", sa.String(length=64), nullable=False),
        sa.Column("channel", sa.String(length=16), nullable=False),
        sa.Column("recipient", sa.String(length=320), nullable=False),
        sa.Column("envelope_from", sa.String(length=320), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("received_at", Moment(), nullable=False),
        sa.Column(
            "state",
            sa.Enum("waiting", "done", "aside", name="inboxstate", native_enum=False, length=16),
            nullable=False,
        ),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("traceback", sa.Text(), nullable=False),
        sa.Column("done_at", Moment(), nullable=True),
        sa.Column("verdict", sa.String(length=32), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=True),
        sa.Column("account", Json, nullable=True),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_inbox_match_id_matches"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_inbox")),
        sa.UniqueConstraint("fingerprint", name=op.f("uq_inbox_fingerprint")),
    )
    with op.batch_alter_table("inbox", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_inbox_match_id"), ["match_id"], unique=False)
        batch_op.create_index("ix_inbox_waiting", ["state", "id"], unique=False)

    op.create_table(
        "press",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_press_match_id_matches"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_press")),
    )
    with op.batch_alter_table("press", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_press_match_id"), ["match_id"], unique=False)

    op.create_table(
        "requests",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column(
            "kind",
            sa.Enum("new", "join", "choice", "sign_in", name="requestkind", native_enum=False, length=16),
            nullable=False,
        ),
        sa.Column("address", sa.String(length=320), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("language", sa.String(length=8), nullable=False),
        sa.Column("wish", Json, nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=True),
        sa.Column("created_at", Moment(), nullable=False),
        sa.Column("expires_at", Moment(), nullable=False),
        sa.Column("done_at", Moment(), nullable=True),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_requests_match_id_matches"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_requests")),
    )
    with op.batch_alter_table("requests", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_requests_address"), ["address"], unique=False)

    op.create_table(
        "seats",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("house", sa.Boolean(), nullable=False),
        sa.Column(
            "state",
            sa.Enum("invited", "joined", "declined", name="seatstate", native_enum=False, length=16),
            nullable=False,
        ),
        sa.Column("guest", sa.String(length=320), nullable=False),
        sa.Column("salt", sa.String(length=64), nullable=False),
        sa.Column("called", sa.String(length=80), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_seats_match_id_matches"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_seats_player_id_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seats")),
        sa.UniqueConstraint("match_id", "number", name=op.f("uq_seats_match_id_number")),
    )
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_seats_player_id"), ["player_id"], unique=False)

    op.create_table(
        "steps",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("n", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("step", sa.String(length=80), nullable=False),
        sa.Column("forced", sa.Boolean(), nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("notes", Json, nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_steps_match_id_matches"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("match_id", "n", name=op.f("pk_steps")),
    )
    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("created_at", Moment(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=True),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("inbox_id", sa.Integer(), nullable=True),
        sa.Column("while_turn", sa.Integer(), nullable=True),
        sa.Column("to_address", sa.String(length=320), nullable=False),
        sa.Column("to_name", sa.String(length=80), nullable=False),
        sa.Column("reply_to", sa.String(length=320), nullable=False),
        sa.Column("subject", sa.String(length=400), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("html", sa.Text(), nullable=False),
        sa.Column("headers", Json, nullable=False),
        sa.Column(
            "state",
            sa.Enum(
                "waiting", "sending", "sent", "dropped", "failed", name="outboxstate", native_enum=False, length=16
            ),
            nullable=False,
        ),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("next_try_at", Moment(), nullable=False),
        sa.Column("lease_until", Moment(), nullable=True),
        sa.Column("error", sa.Text(), nullable=False),
        sa.Column("sent_at", Moment(), nullable=True),
        sa.ForeignKeyConstraint(["inbox_id"], ["inbox.id"], name=op.f("fk_outbox_inbox_id_inbox"), ondelete="SET NULL"),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_outbox_match_id_matches"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_outbox_player_id_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
    )
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_outbox_inbox_id"), ["inbox_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_outbox_match_id"), ["match_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_outbox_player_id"), ["player_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_outbox_to_address"), ["to_address"], unique=False)
        batch_op.create_index("ix_outbox_waiting", ["state", "id"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.drop_index("ix_outbox_waiting")
        batch_op.drop_index(batch_op.f("ix_outbox_to_address"))
        batch_op.drop_index(batch_op.f("ix_outbox_player_id"))
        batch_op.drop_index(batch_op.f("ix_outbox_match_id"))
        batch_op.drop_index(batch_op.f("ix_outbox_inbox_id"))

    op.drop_table("outbox")
    op.drop_table("steps")
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_seats_player_id"))

    op.drop_table("seats")
    with op.batch_alter_table("requests", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_requests_address"))

    op.drop_table("requests")
    with op.batch_alter_table("press", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_press_match_id"))

    op.drop_table("press")
    with op.batch_alter_table("inbox", schema=None) as batch_op:
        batch_op.drop_index("ix_inbox_waiting")
        batch_op.drop_index(batch_op.f("ix_inbox_match_id"))

    op.drop_table("inbox")
    op.drop_table("sweeps")
    op.drop_table("players")
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_matches_state"))
        batch_op.drop_index(batch_op.f("ix_matches_remind_at"))
        batch_op.drop_index(batch_op.f("ix_matches_house_to_move"))
        batch_op.drop_index(batch_op.f("ix_matches_due_at"))

    op.drop_table("matches")
