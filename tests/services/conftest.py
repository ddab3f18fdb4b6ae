"""A club in memory: letters go in as bytes and come out as bytes, and nothing runs by itself."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.store.schema import upgrade
from testkit.club import BegunMatch, Club
from testkit.index_check import require_indexes


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make the tables once; a copy of the file is a new club."""
    path = tmp_path_factory.mktemp("empty") / "club.sqlite3"
    upgrade(f"sqlite:///{path}")
    return path


@pytest.fixture(scope="session")
def begun_match(empty_database: Path, tmp_path_factory: pytest.TempPathFactory) -> BegunMatch:
    """Play the beginning of a match once, before any test can have put something else into the program."""
    folder = tmp_path_factory.mktemp("begun")
    club = Club.found(f"sqlite:///{shutil.copy(empty_database, folder)}")
    begun = BegunMatch.play(club, folder / "begun.sqlite3")
    club.desk.store.close()
    return begun


@pytest.fixture
def club(empty_database: Path, begun_match: BegunMatch, tmp_path: Path) -> Iterator[Club]:
    path = shutil.copy(empty_database, tmp_path)
    club = Club.found(f"sqlite:///{path}")
    club.begun = begun_match
    with require_indexes(club.desk.store):
        yield club
    club.desk.store.close()
