"""A club in memory: letters go in and come out as bytes, and nothing runs by itself."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import make_url

from testkit.club import Beginnings, Club
from testkit.database import make_tables
from testkit.index_check import require_indexes
from testkit.patches import has_patched
from testkit.postgres import empty_database_on


@pytest.fixture
def club(
    request: pytest.FixtureRequest, empty_database: Path, beginnings: Beginnings, tmp_path: Path
) -> Iterator[Club]:
    path = shutil.copy(empty_database, tmp_path)
    club = Club.found(f"sqlite:///{path}")
    club.give(beginnings, partial(has_patched, request))
    with require_indexes(club.context.store):
        yield club
    club.context.store.close()


@pytest.fixture(scope="session")
def postgres_tables(postgres_url: str) -> str:
    """Make a database on PostgreSQL that has its tables, as a template for others."""
    url = empty_database_on(postgres_url)
    make_tables(url)
    return url


@pytest.fixture(params=["sqlite", "postgresql"])
def any_club(request: pytest.FixtureRequest) -> Iterator[Club]:
    """A club with a database of each kind."""
    if request.param == "sqlite":
        yield request.getfixturevalue("club")
        return
    tables = str(request.getfixturevalue("postgres_tables"))
    club = Club.found(empty_database_on(tables, str(make_url(tables).database)))
    yield club
    club.context.store.close()
