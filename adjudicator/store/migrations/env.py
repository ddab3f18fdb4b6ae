"""How Alembic runs our migrations: on the connection that `schema.upgrade` hands over."""

from __future__ import annotations

from alembic import context

from adjudicator.store.tables import Table

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Table.metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
