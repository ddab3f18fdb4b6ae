"""A club in memory: letters go in and come out as bytes, and nothing runs by itself."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from testkit.club import Beginnings, Club
from testkit.database import make_tables
from testkit.index_check import require_indexes


@pytest.fixture
def club(
    request: pytest.FixtureRequest, empty_database: Path, beginnings: Beginnings, tmp_path: Path
) -> Iterator[Club]:
    path = shutil.copy(empty_database, tmp_path)
    club = Club.found(f"sqlite:///{path}")
    if "monkeypatch" not in request.fixturenames:
        club.give(beginnings)
    with require_indexes(club.context.store):
        yield club
    club.context.store.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def any_club(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Club]:
    """A club with a database of each kind."""
    url = f"sqlite:///{tmp_path}/any.sqlite3"
    if request.param == "postgresql":
        url = str(request.getfixturevalue("postgres_database"))
    make_tables(url)
    club = Club.found(url)
    yield club
    club.context.store.close()
