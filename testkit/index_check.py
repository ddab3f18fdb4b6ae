"""Fails a test whose database queries are not answered by an index."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from adjudicator.store.session import Store
from testkit.query_plans import full_scans, recorded_queries

_known: set[str] = set()


@contextmanager
def require_indexes(store: Store) -> Iterator[None]:
    """Look over what is asked for the time of a `with` block, each statement once in a whole run."""
    with recorded_queries(store.engine, _known) as new:
        yield
    if not new:
        return
    with store.engine.connect() as connection:
        for one in new.values():
            assert not (found := full_scans(connection, one)), f"{one.where}: {found} in {one.statement}"
            _known.add(one.statement)
