"""How Alembic runs our migrations: on the connection that `schema.upgrade` hands over."""

from __future__ import annotations

from typing import Any, Literal

from alembic import context
from alembic.autogenerate.api import AutogenContext
from sqlalchemy import JSON

from adjudicator.store.columns import Moment
from adjudicator.store.tables import Table


def render(kind: str, item: Any, autogen: AutogenContext) -> str | Literal[False]:
    """Write our column types into new migrations by their names."""
    names = {Moment: "Moment()", JSON: "Json"}
    if kind != "type" or type(item) not in names:
        return False
    autogen.imports.add("from adjudicator.store.columns import Json, Moment")
    return names[type(item)]


context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Table.metadata,
    render_as_batch=True,
    render_item=render,
)
with context.begin_transaction():
    context.run_migrations()
