"""Rolling upgrades: programs of the version before work with the tables of the new one."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import AbstractContextManager
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, inspect

from adjudicator.store.revision import KNOWN
from adjudicator.store.schema import (
    NeedsDowntime,
    migrate_to,
    migration_transaction,
    needing_downtime,
    revision_of,
    upgrade_schema,
)

OpenAt = Callable[[str], AbstractContextManager[Connection]]
Columns = dict[tuple[str, str], Any]
STEPS = list(pairwise(sorted(KNOWN)))
ROLLING = [(before, after) for before, after in STEPS if not needing_downtime(before, after)]


@pytest.fixture(scope="module")
def open_at(tmp_path_factory: pytest.TempPathFactory) -> OpenAt:
    """Open databases that were migrated to a revision, each from the newest before it: no migration runs twice."""
    folder = tmp_path_factory.mktemp("revisions")

    def open_at(revision: str) -> AbstractContextManager[Connection]:
        path = folder / f"{revision}.sqlite3"
        if not path.exists():
            if earlier := max((one for one in folder.glob("*.sqlite3") if one < path), default=None):
                shutil.copy(earlier, path)
            with migration_transaction(f"sqlite:///{path}") as connection:
                migrate_to(connection, revision)
        return migration_transaction(f"sqlite:///{path}")

    return open_at


@pytest.mark.parametrize(
    ("before", "to", "found"),
    [("0001", "0004", []), ("0003", "0005", ["0005"]), ("0005", "0005", []), ("", "0005", [])],
)
def test_a_migration_says_whether_programs_can_go_on(before: str, to: str, found: list[str]) -> None:
    assert needing_downtime(before, to) == found


def test_nothing_is_changed_when_all_have_to_stop_first(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/club.sqlite3"
    with migration_transaction(url) as connection:
        migrate_to(connection, "0004")
    with pytest.raises(NeedsDowntime, match=r"after migration 0005, .*: stop all programs"):
        upgrade_schema(url, rolling=True)
    with migration_transaction(url) as connection:
        assert revision_of(connection) == "0004"
    upgrade_schema(url)
    upgrade_schema(url, rolling=True)


@pytest.mark.parametrize(("before", "after"), ROLLING)
def test_such_a_migration_takes_nothing_away_and_asks_for_nothing_new(open_at: OpenAt, before: str, after: str) -> None:
    with open_at(before) as connection:
        old, old_checks = columns(connection), checks(connection)
    with open_at(after) as connection:
        new, new_checks = columns(connection), checks(connection)
    tables = {table for table, _ in old}
    assert not old.keys() - new.keys()
    assert not [place for place in old if not new[place]["nullable"] and old[place]["nullable"]]
    asked = [place for place in new.keys() - old.keys() if place[0] in tables and must_be_given(new[place])]
    assert not asked, "a program of the version before writes rows without these"
    assert not {place for place in new_checks if place[0] in tables} - old_checks


def columns(connection: Connection) -> Columns:
    found = inspect(connection)
    return {(table, column["name"]): column for table in found.get_table_names() for column in found.get_columns(table)}


def checks(connection: Connection) -> set[tuple[str, str]]:
    """List the constraints of the tables, unique and foreign keys included."""
    found = inspect(connection)
    told = (found.get_check_constraints, found.get_unique_constraints, found.get_foreign_keys)
    return {(table, str(one["name"])) for table in found.get_table_names() for ask in told for one in ask(table)}


def must_be_given(column: dict[str, Any]) -> bool:
    return not column["nullable"] and column["default"] is None
