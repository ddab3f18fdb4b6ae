"""Steps and acts in one table of entries, for records of version 2; running matches stay at version 1.

Not rolling: a program of the version before would chain steps of version 1 to a match of version 2.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from adjudicator.store.columns import Json, Moment

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None
rolling = False


def upgrade() -> None:
    op.rename_table("steps", "entries")
    with op.batch_alter_table("entries", schema=None) as batch_op:
        batch_op.alter_column("seat", existing_type=sa.Integer(), nullable=True)
        batch_op.add_column(sa.Column("kind", sa.String(length=16), server_default="step", nullable=False))
        batch_op.add_column(sa.Column("role", sa.String(length=8), server_default="", nullable=False))
        batch_op.add_column(sa.Column("how", sa.String(length=8), server_default="", nullable=False))
        batch_op.add_column(sa.Column("late", sa.Boolean(), server_default=sa.false(), nullable=False))
        batch_op.add_column(sa.Column("revealed", sa.String(length=8), server_default="none", nullable=False))
        batch_op.add_column(sa.Column("values", Json, nullable=True))
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.alter_column("step_count", existing_type=sa.Integer(), new_column_name="entry_count")
        batch_op.add_column(sa.Column("record_version", sa.Integer(), server_default="1", nullable=False))
        batch_op.add_column(sa.Column("header", sa.LargeBinary(), nullable=True))
        batch_op.add_column(sa.Column("asked_at", Moment(), nullable=True))
        batch_op.add_column(sa.Column("people_terms", Json, server_default="{}", nullable=False))
        batch_op.add_column(sa.Column("form_key", sa.String(length=64), server_default="", nullable=False))
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.alter_column("resigned_at", existing_type=sa.DateTime(timezone=True), new_column_name="vacant_at")
        batch_op.add_column(sa.Column("salt_from", sa.String(length=8), server_default="", nullable=False))
        batch_op.add_column(sa.Column("vacant_why", sa.String(length=16), server_default="", nullable=False))
        batch_op.add_column(sa.Column("waits_until", Moment(), nullable=True))
        batch_op.add_column(sa.Column("owner_id", sa.Integer(), nullable=True))
        batch_op.add_column(sa.Column("substitute_until", Moment(), nullable=True))
        batch_op.create_foreign_key(op.f("fk_seats_owner_id_players"), "players", ["owner_id"], ["id"])
    op.create_index(op.f("ix_seats_waits_until"), "seats", ["waits_until"])
    op.create_index(op.f("ix_seats_substitute_until"), "seats", ["substitute_until"])
    op.execute("UPDATE seats SET vacant_why = 'resigned' WHERE vacant_at IS NOT NULL")
    op.create_table(
        "participants",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("holder", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("since_entry", sa.Integer(), nullable=False),
        sa.Column("until_entry", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_participants_match_id_matches"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_participants_player_id_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_participants")),
    )
    op.create_index(op.f("ix_participants_match_id_seat"), "participants", ["match_id", "seat"])
    op.create_index(op.f("ix_participants_player_id_match_id"), "participants", ["player_id", "match_id"])
    op.create_table(
        "openings",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("commitment", sa.String(length=64), nullable=False),
        sa.Column("use", sa.String(length=8), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("salt", sa.String(length=32), nullable=False),
        sa.Column("withheld", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_openings_match_id_matches"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("match_id", "commitment", name=op.f("pk_openings")),
    )
    op.create_table(
        "proposals",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("values", Json, nullable=False),
        sa.Column("opened_at", Moment(), nullable=False),
        sa.Column("ends_at", Moment(), nullable=True),
        sa.Column("decides_at", Moment(), nullable=True),
        sa.Column("outcome", sa.String(length=16), nullable=False),
        sa.Column("closed_at", Moment(), nullable=True),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_proposals_match_id_matches"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_proposals")),
        sa.UniqueConstraint("match_id", "number", name=op.f("uq_proposals_match_id_number")),
    )
    op.create_index(op.f("ix_proposals_decides_at"), "proposals", ["decides_at"])
    op.create_table(
        "proposal_answers",
        sa.Column("proposal_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("answer", sa.String(length=16), nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.ForeignKeyConstraint(
            ["proposal_id"],
            ["proposals.id"],
            name=op.f("fk_proposal_answers_proposal_id_proposals"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("proposal_id", "seat", name=op.f("pk_proposal_answers")),
    )
    op.create_table(
        "drawn_seeds",
        sa.Column("code", sa.String(length=8), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("asked_at", Moment(), nullable=False),
        sa.PrimaryKeyConstraint("code", name=op.f("pk_drawn_seeds")),
    )


def downgrade() -> None:
    op.drop_table("drawn_seeds")
    op.drop_table("proposal_answers")
    op.drop_index(op.f("ix_proposals_decides_at"), "proposals")
    op.drop_table("proposals")
    op.drop_table("openings")
    op.drop_table("participants")
    op.drop_index(op.f("ix_seats_substitute_until"), "seats")
    op.drop_index(op.f("ix_seats_waits_until"), "seats")
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.drop_constraint(op.f("fk_seats_owner_id_players"), type_="foreignkey")
        for name in ("substitute_until", "owner_id", "waits_until", "vacant_why", "salt_from"):
            batch_op.drop_column(name)
        batch_op.alter_column("vacant_at", existing_type=sa.DateTime(timezone=True), new_column_name="resigned_at")
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.drop_column("form_key")
        batch_op.drop_column("people_terms")
        batch_op.drop_column("asked_at")
        batch_op.drop_column("header")
        batch_op.drop_column("record_version")
        batch_op.alter_column("entry_count", existing_type=sa.Integer(), new_column_name="step_count")
    with op.batch_alter_table("entries", schema=None) as batch_op:
        for name in ("values", "revealed", "late", "how", "role", "kind"):
            batch_op.drop_column(name)
        batch_op.alter_column("seat", existing_type=sa.Integer(), nullable=False)
    op.rename_table("entries", "steps")
