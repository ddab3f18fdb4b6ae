"""Looks for words in every table of a database: what was erased must be in none of them."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import select

from adjudicator.store.session import Store
from adjudicator.store.tables import Base


def find_in_tables(store: Store, *words: str) -> list[str]:
    """List where some words stand, in any case, as ``table.column: value``; every table is looked through."""
    wanted = [word.casefold() for word in words]
    with store.engine.connect() as connection:
        return [
            f"{table.name}.{column}: {value[:80]}"
            for table in Base.metadata.sorted_tables
            for row in connection.execute(select(table)).mappings()
            for column, value in _texts(dict(row))
            if any(word in value.casefold() for word in wanted)
        ]


def _texts(row: dict[str, object]) -> Iterator[tuple[str, str]]:
    for column, value in row.items():
        yield column, value.decode("utf-8", "replace") if isinstance(value, bytes) else repr(value)
