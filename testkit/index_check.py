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
    with recorded_queries(store.engine) as asked:
        yield
    new = [one for statement, one in asked.items() if statement not in _known]
    with store.engine.connect() as connection:
        for one in new:
            assert not (found := full_scans(connection, one)), f"{one.where}: {found} in {one.statement}"
            _known.add(one.statement)
