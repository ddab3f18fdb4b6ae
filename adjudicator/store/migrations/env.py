"""How Alembic runs our migrations: on the connection that `schema.upgrade` hands over."""

from __future__ import annotations

from typing import Literal

from alembic import context
from alembic.autogenerate.api import AutogenContext
from alembic.runtime.migration import MigrationInfo
from sqlalchemy import JSON, exists, inspect, select

from adjudicator.store.columns import JsonOf, Moment
from adjudicator.store.schema import Irreversible
from adjudicator.store.tables import Base, Player


def render_type(kind: str, item: object, autogen: AutogenContext) -> str | Literal[False]:
    """Write our column types into new migrations by their names."""
    names = {Moment: "Moment()", JSON: "Json", JsonOf: "Json"}
    if kind != "type" or type(item) not in names:
        return False
    autogen.imports.add("from adjudicator.store.columns import Json, Moment")
    return names[type(item)]


connection = context.config.attributes["connection"]
in_use = inspect(connection).has_table(Player.__tablename__) and connection.scalar(select(exists(select(Player.id))))


def refuse_to_lose(*, step: MigrationInfo, **_more: object) -> None:
    """Stop on the way back, before the transaction is over, when it takes away what somebody entered."""
    if in_use and not step.is_upgrade:
        raise Irreversible("a migration is not undone in a database that is in use; restore a backup to a new one")


context.configure(
    connection=connection,
    on_version_apply=refuse_to_lose,  # type: ignore[arg-type]  # it is called with names
    target_metadata=Base.metadata,
    render_as_batch=True,
    render_item=render_type,
)
with context.begin_transaction():
    context.run_migrations()
